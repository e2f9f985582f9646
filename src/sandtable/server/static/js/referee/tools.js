/**
 * The tool strip: what a referee can do, each with its key.
 */

import { fill, h } from "../dom.js";
import { settings } from "../settings.js";
import { openEditor } from "./editor.js";
import { move, turn } from "./hand.js";
import { openPlacing } from "./placing.js";
import { openAnnounce, openOverrule, openRoll, openTakeBack } from "./words.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @typedef {object} ToolInfo
 * @property {string} label
 * @property {string} hint
 * @property {string} [key]
 * @property {boolean} [piece] Whether it needs a piece in hand.
 * @property {import("./desk.js").Tool} [tool] What it makes a press on the table mean.
 * @property {() => void} act
 */

const PLACING = "Press on the table where it shall stand.";

/**
 * @param {Desk} desk
 * @returns {ToolInfo[]}
 */
function toolsOf(desk) {
  const held = () => /** @type {string} */ (desk.piece);
  const lying = () => desk.board.pieceAt(held());
  return [
    {
      label: "Move",
      key: "1",
      piece: true,
      tool: "move",
      hint: "Press on the table where it shall stand, or drag any piece.",
      act: () => {
        const { x = 0, y = 0 } = lying() ?? {};
        move(desk, held(), { x, y });
        desk.arm("move");
      },
    },
    {
      label: "Turn",
      key: "2",
      piece: true,
      tool: "turn",
      hint: "Press on the table where it shall face.",
      act: () => {
        turn(desk, held(), Math.round(lying()?.heading ?? 0));
        desk.arm("turn");
      },
    },
    {
      label: "Mark…",
      key: "3",
      piece: true,
      hint: "Give it markers, or take them away.",
      act: () => void openEditor(desk, held(), { marksOnly: true }),
    },
    {
      label: "Change…",
      key: "4",
      piece: true,
      hint: "Change anything about it.",
      act: () => void openEditor(desk, held()),
    },
    {
      label: "Conceal",
      key: "5",
      piece: true,
      hint: "Hide it where it stands.",
      act: () => desk.word({ order: "conceal", piece: held() }),
    },
    {
      label: "Reveal",
      key: "6",
      piece: true,
      tool: "reveal",
      hint: "Show it to everybody; press on the table to say where.",
      act: () => {
        desk.word({ order: "reveal", piece: held() });
        desk.arm("reveal");
      },
    },
    {
      label: "Remove",
      key: "7",
      piece: true,
      hint: "Take it off the table, as no loss to anybody.",
      act: () => desk.word({ order: "remove", piece: held() }),
    },
    {
      label: "Place…",
      key: "8",
      hint: "Put a new piece on the table.",
      act: () => openPlacing(desk),
    },
    {
      label: "Announce…",
      key: "9",
      hint: "Say something in the log, to some or to all.",
      act: () => openAnnounce(desk),
    },
    {
      label: "Roll…",
      key: "0",
      hint: "Roll dice in secret, or for some to see.",
      act: () => openRoll(desk),
    },
    {
      label: "Overrule…",
      hint: "Put another result in place of the last one.",
      act: () => void openOverrule(desk),
    },
    { label: "Take back…", hint: "Back to any line.", act: () => openTakeBack(desk) },
    {
      label: "Battle…",
      hint: `Change the battle itself: ${desk.store.welcome.book.turn_name}, phase.`,
      act: () => void openEditor(desk, null),
    },
  ];
}

/**
 * @param {Desk} desk
 * @param {HTMLElement} picker Where the piece is chosen.
 * @returns {HTMLElement}
 */
export function toolStrip(desk, picker) {
  const tools = toolsOf(desk);
  const buttons = tools.map((tool) => toolButton(desk, tool));
  const hint = h("p", { class: "muted", role: "status" });
  const show = () => {
    tools.forEach((tool, at) => {
      const missing = Boolean(tool.piece) && !desk.piece;
      buttons[at].setAttribute("aria-disabled", String(missing));
      if (tool.tool) buttons[at].setAttribute("aria-pressed", String(desk.tool === tool.tool));
    });
    const armed = tools.find((tool) => tool.tool && tool.tool === desk.tool);
    fill(hint, armed ? armed.hint : desk.tool === "place" ? PLACING : desk.note);
  };
  desk.on("selection", show);
  desk.on("tool", show);
  document.addEventListener("keydown", (event) => {
    const tool = keyed(event, tools);
    if (!tool) return;
    event.preventDefault();
    use(desk, tool);
  });
  show();
  return h(
    "div",
    { class: "tools" },
    h("div", { class: "tools-strip", role: "group", "aria-label": "Rulings" }, picker, buttons),
    hint,
  );
}

/**
 * @param {Desk} desk
 * @param {ToolInfo} tool
 */
function toolButton(desk, tool) {
  return h(
    "button",
    {
      type: "button",
      title: tool.hint,
      "aria-keyshortcuts": tool.key ?? null,
      on: { click: () => use(desk, tool) },
    },
    tool.label,
    tool.key ? h("kbd", null, tool.key) : null,
  );
}

/**
 * @param {Desk} desk
 * @param {ToolInfo} tool
 */
function use(desk, tool) {
  if (tool.piece && !desk.piece) return;
  desk.arm(null);
  tool.act();
  // Whoever chose it by key or button goes on in the card; a hand on the table may stay there.
  if (desk.draft) desk.tell("chosen");
}

/**
 * The tool that a key stands for, where keys are not for writing.
 *
 * @param {KeyboardEvent} event
 * @param {ToolInfo[]} tools
 */
function keyed(event, tools) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (/** @type {{letters?: boolean}} */ (settings.get()).letters === false) return null;
  if (document.querySelector("dialog[open], [popover]:popover-open")) return null;
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input, textarea, select")) return null;
  return tools.find((tool) => tool.key === event.key) ?? null;
}
