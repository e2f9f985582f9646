/**
 * What the host of a battle can do about it: invite, revoke, hand a seat over, delete.
 */

import * as api from "../api.js";
import { confirm } from "../dialog.js";
import { fill, h } from "../dom.js";
import { openDialog } from "../popup.js";
import { forget, heldOf, keepSeat, tokenIn } from "../tokens.js";
import { nameOf } from "./battles.js";
import { linkField } from "./copying.js";
import { select } from "./fields.js";
import { DEFAULT_LEVEL } from "./places.js";
import { say, sayError } from "./say.js";

/** @typedef {import("../api.js").BattleInfo} BattleInfo */
/** A seat, or where onlookers sit. @typedef {Partial<import("../api.js").BattleSeat> &
 *  {seat: string, kind: string}} BattleSeat */
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
        "An invitation is good for one person: whoever opens it first has the seat, and it is theirs from then on. Everybody is told when a seat changes hands.",
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
      person && !seat.taken ? inviteButton(desk, seat, name, links) : null,
      person && !seat.taken ? revokeButton(desk, seat.seat, name) : null,
      seat.taken ? askButton(desk, seat, name) : null,
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
  const mine = seat.seat in heldOf(desk.battle.id).seats;
  const here = seat.here ? "at the table now" : "not at the table now";
  const holder = seat.name || "somebody who was invited";
  const asked = seat.asked ? " · asked to give it up" : "";
  if (seat.kind !== "person") {
    const whose = seat.taken ? ` in the place of ${holder}, who can take it back` : "";
    return `computer (${seat.kind})${whose}${asked}`;
  }
  if (mine) return `you · ${here}`;
  if (seat.taken) return `taken by ${holder} · ${here}${asked}`;
  return seat.own ? here : "nobody has taken it yet";
}

/**
 * A seat that somebody has taken is given to another only if he agrees.
 *
 * @param {Desk} desk
 * @param {BattleSeat} seat
 * @param {string} name
 */
function askButton(desk, seat, name) {
  if (desk.battle.status === "over") return null;
  const ask = async () => {
    try {
      const kind = seat.asked ? "person" : "friend";
      await api.handOver(desk.battle.id, seat.seat, { kind }, desk.token);
      say(seat.asked ? "Nobody is asked any more." : `${name}: the question is put at the table.`);
      await desk.refresh();
    } catch (error) {
      sayError(error);
    }
  };
  return h(
    "button",
    { type: "button", on: { click: () => void ask() } },
    seat.asked ? "Do not ask any more" : "Ask for the seat",
    h("span", { class: "visually-hidden" }, `: ${name}`),
  );
}

/**
 * @param {Desk} desk
 * @param {BattleSeat} info
 * @param {string} name
 * @param {HTMLElement} place
 */
function inviteButton(desk, info, name, place) {
  const { seat } = info;
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
    seat === ONLOOKER || info.own ? "New link" : "New invitation",
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
  /** @param {{kind: "me" | "friend" | "computer", level?: string}} to */
  const hand = async (to) => {
    try {
      await api.handOver(desk.battle.id, seat.seat, to, desk.token);
      say(
        to.kind === "computer"
          ? `${name} is led by the computer now.`
          : `${name} is yours ${to.kind === "me" ? "to play" : "to give"}.`,
      );
      await desk.refresh();
      return true;
    } catch (error) {
      sayError(error);
      return false;
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
 * @param {(to: {kind: "me" | "friend"}) => Promise<boolean>} hand
 */
function takeBack(desk, seat, name, hand) {
  if (seat.taken) return null;
  const take = async () => {
    if (!(await hand({ kind: "me" }))) return;
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
        on: { click: () => void hand({ kind: "friend" }) },
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
