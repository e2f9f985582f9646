/**
 * The battles that are under way or over, as rows on top of the lobby.
 */

import { reportOf } from "../api.js";
import { h, refill } from "../dom.js";
import { heldOf } from "../tokens.js";
import { capital, turnOf } from "../words.js";
import { ago, listed } from "./format.js";
import { tableOf } from "./maps.js";

/** @typedef {import("../api.js").BattleInfo} BattleInfo */

/**
 * @typedef {object} Doings
 * @property {(battle: BattleInfo) => void} enter Goes to the table without a seat of one's own.
 * @property {(battle: BattleInfo) => void} manage
 */

/**
 * The way to the table, with the seat of this browser, if it has one.
 *
 * @param {BattleInfo} battle
 * @param {Doings} doings
 * @param {string} style
 * @param {{seated: string, other: string}} words
 */
function tableLink(battle, doings, style, words) {
  const { seats } = heldOf(battle.id);
  const wanted = battle.waiting.find((seat) => seat in seats);
  const token = wanted ? seats[wanted] : Object.values(seats)[0];
  if (token) {
    const href = `/battle/${encodeURIComponent(battle.id)}#${encodeURIComponent(token)}`;
    return h("a", { class: `button ${style}`, href }, words.seated, titled(battle));
  }
  if (!isHosted(battle)) return null;
  return h(
    "button",
    { class: style, type: "button", on: { click: () => doings.enter(battle) } },
    words.other,
    titled(battle),
  );
}

/**
 * Whether a battle waits for a seat of this browser.
 *
 * @param {BattleInfo} battle
 */
export function isMyTurn(battle) {
  const wanted = battle.seats.filter((seat) => battle.waiting.includes(seat.seat));
  return battle.status !== "over" && !battle.aside && wanted.some((seat) => isMine(battle, seat));
}

/**
 * @param {BattleInfo} battle
 * @param {Doings} doings
 * @returns {HTMLElement}
 */
export function row(battle, doings) {
  const over = battle.status === "over";
  return h(
    "li",
    { class: isMyTurn(battle) ? "battle mine" : "battle", data: { battle: battle.id } },
    tableOf(battle, 96, 72),
    h(
      "div",
      { class: "what" },
      h("h3", null, battle.title),
      over ? outcome(battle) : state(battle),
      h("p", { class: "muted" }, who(battle), " · ", ago(battle.changed)),
      battle.seed_from === "chosen"
        ? h(
            "p",
            { class: "muted" },
            "The seed was chosen by the host; whoever knows it can work out every roll.",
          )
        : null,
    ),
    h("div", { class: "doings" }, over ? afterwards(battle, doings) : meanwhile(battle, doings)),
  );
}

/** @param {BattleInfo} battle */
function setAside(battle) {
  const [first, ...rest] = (battle.aside ?? "").split(/(?<=\.) /);
  return h(
    "details",
    { class: "state set-aside-note" },
    h("summary", null, h("strong", null, "Set aside"), ` · ${first}`),
    h("p", null, rest.join(" ")),
  );
}

/** @param {BattleInfo} battle */
function state(battle) {
  if (battle.aside) return setAside(battle);
  const turn = turnOf(battle.turn_name, battle.turn, battle.turns);
  if (battle.status === "gathering") {
    const text =
      battle.dice === "fair"
        ? "The fair dice wait for the players' words to be sealed and opened"
        : "Begins when everybody is ready";
    return h("p", { class: "state" }, text);
  }
  if (isMyTurn(battle)) {
    return h(
      "p",
      { class: "state" },
      turn,
      " · ",
      h("strong", { class: "your-turn" }, "Your turn"),
    );
  }
  const names = battle.waiting.map((seat) => nameOf(battle, seat));
  return h("p", { class: "state" }, turn, names.length ? ` · waiting for ${listed(names)}` : "");
}

/** @param {BattleInfo} battle */
function outcome(battle) {
  const ended = battle.outcome;
  if (!ended) return h("p", { class: "state" }, "Over");
  const winner = ended.winner ? `${seatTitle(ended.winner)} victory` : "A draw";
  return h("p", { class: "state" }, h("strong", null, winner), `: ${ended.reason}`);
}

/**
 * A seat or side, as people call it.
 *
 * @param {BattleInfo} battle
 * @param {string} id
 */
export function nameOf(battle, id) {
  const seat = battle.seats.find((one) => one.seat === id);
  return seat?.name || seatTitle(id);
}

/** @param {string} id */
function seatTitle(id) {
  return capital(id.replace(/-/g, " "));
}

/**
 * Whether this person began a battle, and may invite and revoke.
 *
 * @param {BattleInfo} battle
 */
function isHosted(battle) {
  return battle.hosted || heldOf(battle.id).host !== null;
}

/**
 * Whether a seat is this person's: by a link, or because he began the battle and kept it.
 *
 * @param {BattleInfo} battle
 * @param {import("../api.js").BattleSeat} seat
 */
function isMine(battle, seat) {
  if (seat.seat in heldOf(battle.id).seats) return true;
  return seat.kind === "person" && Boolean(seat.own) && isHosted(battle);
}

/** @param {BattleInfo} battle */
function who(battle) {
  return battle.seats
    .map((seat) => {
      const title = seatTitle(seat.seat);
      if (seat.kind !== "person") return `${title}: computer (${seat.kind})`;
      const name = isMine(battle, seat) ? "you" : seat.name;
      return name ? `${title}: ${name}` : title;
    })
    .join(" · ");
}

/**
 * @param {BattleInfo} battle
 * @param {Doings} doings
 */
function meanwhile(battle, doings) {
  const style = isMyTurn(battle) ? "primary" : "";
  const mine = battle.seats.some((seat) => isMine(battle, seat));
  return [
    tableLink(
      battle,
      doings,
      style,
      battle.aside
        ? { seated: "Look at it", other: "Look at it" }
        : { seated: "Continue", other: mine ? "Continue" : "Look on" },
    ),
    battle.status === "gathering" ? null : replayLink(battle),
    manageButton(battle, doings),
  ];
}

/**
 * @param {BattleInfo} battle
 * @param {Doings} doings
 */
function afterwards(battle, doings) {
  return [
    replayLink(battle),
    h(
      "a",
      { class: "button", href: reportOf(battle.id), target: "_blank", rel: "noopener" },
      "Report",
      titled(battle),
    ),
    tableLink(battle, doings, "quiet", { seated: "Table", other: "Table" }),
    manageButton(battle, doings),
  ];
}

/**
 * The battle's title, for those who hear a button and do not see what it stands beside.
 *
 * @param {BattleInfo} battle
 */
function titled(battle) {
  return h("span", { class: "visually-hidden" }, `: ${battle.title}`);
}

/** @param {BattleInfo} battle */
function replayLink(battle) {
  return h(
    "a",
    { class: "button", href: `/battle/${encodeURIComponent(battle.id)}/replay` },
    "Replay",
    titled(battle),
  );
}

/**
 * @param {BattleInfo} battle
 * @param {Doings} doings
 */
function manageButton(battle, doings) {
  if (!isHosted(battle)) return null;
  return h(
    "button",
    { class: "quiet", type: "button", on: { click: () => doings.manage(battle) } },
    "Manage",
    titled(battle),
  );
}

/**
 * Shows battles in a list; rows that have not changed stay, so that nobody loses his place.
 *
 * @param {HTMLElement} list
 * @param {BattleInfo[]} battles
 * @param {Doings} doings
 */
export function showRows(list, battles, doings) {
  const old = new Map(
    [...list.children].map((element) => [
      /** @type {HTMLElement} */ (element).dataset.key,
      element,
    ]),
  );
  const rows = battles.map((battle) => {
    const key = JSON.stringify([battle, heldOf(battle.id)]);
    const kept = old.get(key);
    if (kept) return kept;
    const made = row(battle, doings);
    made.dataset.key = key;
    return made;
  });
  const same =
    rows.length === list.children.length && rows.every((one, at) => one === list.children[at]);
  if (!same) refill(list, ...rows);
}
