/**
 * What the host of a battle can do about it: invite, revoke, hand a seat over, delete.
 */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { confirm } from "../dialog.js";
import { openDialog } from "../popup.js";
import { forget, heldOf, keepSeat, tokenIn } from "../tokens.js";
import { linkField } from "./copying.js";
import { nameOf } from "./battles.js";
import { select } from "./fields.js";
import { DEFAULT_LEVEL } from "./places.js";
import { say, sayError } from "./say.js";

/** @typedef {import("../api.js").BattleInfo} BattleInfo */
/** @typedef {import("../api.js").BattleSeat} BattleSeat */
/** @typedef {import("../api.js").PlayerInfo} PlayerInfo */

const ONLOOKER = "onlooker";

/**
 * @typedef {object} Desk
 * @property {BattleInfo} battle
 * @property {string | null} token The host's.
 * @property {PlayerInfo[]} players
 * @property {() => Promise<void>} refresh Shows the battle as it is now.
 */

/**
 * @param {BattleInfo} battle
 * @param {PlayerInfo[]} players
 * @param {() => void} changed Called when the lobby's list is no longer right.
 */
export function openManage(battle, players, changed) {
  const seats = h("div", { class: "seats" });
  /** @type {Desk} */
  const desk = {
    battle,
    players,
    token: heldOf(battle.id).host,
    refresh: async () => {
      desk.battle = await api.battle(battle.id, desk.token);
      show();
      changed();
    },
  };
  const show = () => fill(seats, rows(desk));
  show();
  const { close } = openDialog({
    title: `Manage ${battle.title}`,
    class: "roomy",
    body: [
      h(
        "p",
        { class: "muted" },
        "A link is a seat: whoever has it may take it. Links already sent stay valid when you make another, until you revoke them.",
      ),
      seats,
      danger(desk, () => {
        close();
        changed();
      }),
    ],
  });
}

/** @param {Desk} desk */
function rows(desk) {
  const onlookers = { seat: ONLOOKER, kind: "person", name: "Onlookers" };
  const all = [...desk.battle.seats, onlookers];
  return all.map((seat) => seatRow(desk, seat));
}

/**
 * @param {Desk} desk
 * @param {BattleSeat} seat
 */
function seatRow(desk, seat) {
  const name = seat.name && seat.seat === ONLOOKER ? seat.name : nameOf(desk.battle, seat.seat);
  const person = seat.kind === "person";
  const links = h("div", { class: "new-link" });
  return h(
    "section",
    { class: "seat-row", "aria-label": name },
    h("h3", null, name),
    h("p", { class: "muted" }, standing(desk, seat)),
    h(
      "div",
      { class: "row" },
      person ? inviteButton(desk, seat.seat, name, links) : null,
      person ? revokeButton(desk, seat.seat, name) : null,
      handOver(desk, seat, name),
    ),
    links,
  );
}

/**
 * @param {Desk} desk
 * @param {BattleSeat} seat
 */
function standing(desk, seat) {
  if (seat.seat === ONLOOKER) return "see what every player may know, and do nothing";
  if (seat.kind !== "person") return `computer (${seat.kind})`;
  const mine = seat.seat in heldOf(desk.battle.id).seats;
  const here = seat.here ? "at the table now" : "not at the table now";
  return mine ? `you · ${here}` : here;
}

/**
 * @param {Desk} desk
 * @param {string} seat
 * @param {string} name
 * @param {HTMLElement} place
 */
function inviteButton(desk, seat, name, place) {
  const make = async () => {
    try {
      const { link } = await api.invite(desk.battle.id, seat, desk.token);
      fill(place, linkField({ label: name, link }));
      place.querySelector("input")?.focus();
    } catch (error) {
      sayError(error);
    }
  };
  return h(
    "button",
    { type: "button", on: { click: () => void make() } },
    "New link",
    h("span", { class: "visually-hidden" }, `: ${name}`),
  );
}

/**
 * @param {Desk} desk
 * @param {string} seat
 * @param {string} name
 */
function revokeButton(desk, seat, name) {
  const revoke = async () => {
    const mine = seat in heldOf(desk.battle.id).seats;
    const sure = await confirm({
      title: `Revoke the links for ${name}?`,
      text: mine
        ? "This is your own seat: you leave the table, and need a new link to come back."
        : "Every link for this seat stops working at once, and whoever sits there is sent away.",
      action: "Revoke",
    });
    if (!sure) return;
    try {
      await api.revoke(desk.battle.id, seat, desk.token);
      if (mine) forget(desk.battle.id, seat);
      say(`The links for ${name} no longer work.`);
      await desk.refresh();
    } catch (error) {
      sayError(error);
    }
  };
  return h(
    "button",
    { type: "button", on: { click: () => void revoke() } },
    "Revoke links",
    h("span", { class: "visually-hidden" }, `: ${name}`),
  );
}

/**
 * @param {Desk} desk
 * @param {BattleSeat} seat
 * @param {string} name
 */
function handOver(desk, seat, name) {
  const fixed = seat.seat === ONLOOKER || seat.role === "referee" || seat.seat === "referee";
  if (fixed || desk.battle.status === "over") return null;
  /** @param {{kind: "person" | "computer", level?: string}} to */
  const hand = async (to) => {
    try {
      await api.handOver(desk.battle.id, seat.seat, to, desk.token);
      say(
        to.kind === "computer"
          ? `${name} is led by the computer now.`
          : `${name} is yours to give.`,
      );
      await desk.refresh();
    } catch (error) {
      sayError(error);
    }
  };
  if (seat.kind !== "person") return takeBack(desk, seat, name, hand);
  let level = DEFAULT_LEVEL;
  return h(
    "div",
    { class: "row" },
    select({
      label: `Computer player for ${name}`,
      quiet: true,
      among: desk.players.map((player) => ({ value: player.name, label: player.name })),
      value: level,
      onChange: (value) => {
        level = value;
      },
    }),
    h(
      "button",
      {
        type: "button",
        on: { click: () => void hand({ kind: "computer", level }) },
      },
      "Hand to the computer",
      h("span", { class: "visually-hidden" }, `: ${name}`),
    ),
  );
}

/**
 * @param {Desk} desk
 * @param {BattleSeat} seat
 * @param {string} name
 * @param {(to: {kind: "person" | "computer"}) => Promise<void>} hand
 */
function takeBack(desk, seat, name, hand) {
  const take = async () => {
    await hand({ kind: "person" });
    try {
      const { link } = await api.invite(desk.battle.id, seat.seat, desk.token);
      keepSeat(desk.battle.id, seat.seat, tokenIn(link));
      await desk.refresh();
    } catch (error) {
      sayError(error);
    }
  };
  return [
    h(
      "button",
      { type: "button", on: { click: () => void take() } },
      "Take it over myself",
      h("span", { class: "visually-hidden" }, `: ${name}`),
    ),
    h(
      "button",
      {
        type: "button",
        on: { click: () => void hand({ kind: "person" }) },
      },
      "Give to a friend",
      h("span", { class: "visually-hidden" }, `: ${name}`),
    ),
  ];
}

/**
 * @param {Desk} desk
 * @param {() => void} gone
 */
function danger(desk, gone) {
  const remove = async () => {
    const sure = await confirm({
      title: `Delete ${desk.battle.title}?`,
      text: "The battle and its record are deleted for everybody, and cannot be brought back. To keep a copy, save its journal first.",
      action: "Delete",
    });
    if (!sure) return;
    try {
      await api.remove(desk.battle.id, desk.token);
      forget(desk.battle.id);
      gone();
      say(`${desk.battle.title} is deleted.`);
    } catch (error) {
      sayError(error);
    }
  };
  return h(
    "div",
    { class: "danger-zone" },
    h(
      "button",
      { class: "danger", type: "button", on: { click: () => void remove() } },
      "Delete this battle…",
    ),
  );
}
