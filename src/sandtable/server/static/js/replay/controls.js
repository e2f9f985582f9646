/**
 * Buttons and keys of a replay.
 */

import { fill, h } from "../dom.js";
import { select } from "../lobby/fields.js";
import { capital, turnOf } from "../words.js";
import { SPEEDS } from "./player.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./player.js").Player} Player */

/**
 * @typedef {object} Command
 * @property {string} label
 * @property {string} sign
 * @property {string} key As shown.
 * @property {string[]} keys As the browser calls them.
 * @property {() => void} act
 */

/**
 * @param {HTMLElement} root
 * @param {Source} source
 * @param {Player} player
 * @returns {{redraw: () => void}}
 */
export function mountControls(root, source, player) {
  const commands = commandsOf(source, player);
  const buttons = new Map(commands.map((command) => [command, button(command)]));
  const speed = select({
    label: "Speed",
    quiet: true,
    among: SPEEDS.map((one) => ({ value: String(one), label: `Speed ${one} ×` })),
    value: "1",
    onChange: (value) => player.setSpeed(Number(value)),
  });
  const jump = h("div", { class: "jump" });
  fill(root, h("div", { class: "transport" }, [...buttons.values()]), jump, speed);

  const play = /** @type {HTMLButtonElement} */ (buttons.get(commands[2]));
  const follow = () => {
    play.setAttribute("aria-pressed", String(player.playing));
    fill(play, sign(player.playing ? "❚❚" : "▶"), player.playing ? "Pause" : "Play", key("Space"));
    const list = jump.querySelector("select");
    if (list) list.value = String(source.moments[player.index]?.turn ?? "");
  };
  const redraw = () => {
    const turns = [...new Set(source.moments.map((moment) => moment.turn))];
    fill(
      jump,
      select({
        label: capital(source.turnName),
        quiet: true,
        among: turns.map((turn) => ({ value: String(turn), label: turnOf(source.turnName, turn) })),
        value: String(source.moments[player.index]?.turn ?? ""),
        onChange: (value) => goToTurn(source, player, Number(value)),
      }),
    );
    follow();
  };
  player.on(follow);
  document.addEventListener("keydown", (event) => pressed(event, commands));
  redraw();
  return { redraw };
}

/**
 * @param {Source} source
 * @param {Player} player
 * @returns {Command[]}
 */
function commandsOf(source, player) {
  const turnBy = (/** @type {number} */ by) => () => {
    const here = source.moments[player.index]?.turn ?? 1;
    const first = source.moments.findIndex((moment) => moment.turn === here);
    // Going back from the middle of a turn goes to its beginning first.
    goToTurn(source, player, by < 0 && player.index > first ? here : here + by);
  };
  return [
    {
      label: "To the start",
      sign: "|◀",
      key: "Home",
      keys: ["Home"],
      act: () => void player.step(-player.last),
    },
    {
      label: "One step back",
      sign: "◀",
      key: "←",
      keys: ["ArrowLeft"],
      act: () => void player.step(-1),
    },
    { label: "Play", sign: "▶", key: "Space", keys: [" "], act: () => player.toggle() },
    {
      label: "One step on",
      sign: "▶",
      key: "→",
      keys: ["ArrowRight"],
      act: () => void player.step(1),
    },
    {
      label: "To the end",
      sign: "▶|",
      key: "End",
      keys: ["End"],
      act: () => void player.step(player.last),
    },
    {
      label: capital(`${source.turnName} back`),
      sign: "«",
      key: "PgUp",
      keys: ["PageUp"],
      act: turnBy(-1),
    },
    {
      label: `Next ${source.turnName}`,
      sign: "»",
      key: "PgDn",
      keys: ["PageDown"],
      act: turnBy(1),
    },
    {
      label: "Next loss",
      sign: "✕",
      key: "L",
      keys: ["l", "L"],
      act: () => nextLoss(source, player),
    },
  ];
}

/**
 * @param {Source} source
 * @param {Player} player
 * @param {number} turn
 */
function goToTurn(source, player, turn) {
  const index = source.moments.findIndex((moment) => moment.turn >= turn);
  void player.step((index < 0 ? player.last : index) - player.index);
}

/**
 * @param {Source} source
 * @param {Player} player
 */
function nextLoss(source, player) {
  const losses = source.moments.map((_, at) => at).filter((at) => source.lossesAt(at) > 0);
  const index = losses.find((at) => at > player.index) ?? losses[0] ?? -1;
  if (index >= 0) void player.step(index - player.index);
}

/** @param {string} text */
function sign(text) {
  return h("span", { class: "sign", "aria-hidden": "true" }, text);
}

/** @param {string} text */
function key(text) {
  return h("kbd", null, text);
}

/** @param {Command} command */
function button(command) {
  return h(
    "button",
    {
      type: "button",
      title: `${command.label} (${command.key})`,
      "aria-keyshortcuts": command.keys[0] === " " ? "Space" : command.keys[0],
      on: { click: command.act },
    },
    sign(command.sign),
    h("span", { class: "visually-hidden" }, command.label),
    key(command.key),
  );
}

/**
 * @param {KeyboardEvent} event
 * @param {Command[]} commands
 */
function pressed(event, commands) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {Element} */ (event.target);
  if (document.querySelector("dialog[open]")) return;
  if (target.closest("input:not(.scrub), select, textarea, [role=application]")) return;
  if (event.key === " " && target.closest("button, a, summary")) return;
  const command = commands.find((one) => one.keys.includes(event.key));
  if (!command) return;
  event.preventDefault();
  command.act();
}
