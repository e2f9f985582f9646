/**
 * The table page: comes in by the link that it was opened with, and sets up the table.
 */

import { identify } from "../api.js";
import { byId, fill, h } from "../dom.js";
import { Live } from "../live.js";
import { watchRules } from "../rules.js";
import { applySettings, settings } from "../settings.js";
import { claimFor, forgetClaim, heldOf, keepSeat } from "../tokens.js";
import { raiseCurtain } from "./course/curtain.js";
import { Table } from "./table.js";

/** @typedef {import("../types").Welcome} Welcome */

/**
 * The token by which this page comes in: the one of its link, or one that this browser holds.
 *
 * @param {string} battle
 */
function tokenOf(battle) {
  const given = decodeURIComponent(location.hash.slice(1));
  if (given) return given;
  const { seats, host } = heldOf(battle);
  return Object.values(seats)[0] ?? host;
}

/** @param {string} reason */
function cannotComeIn(reason) {
  byId("table").classList.add("shut");
  fill(
    byId("stage"),
    h(
      "div",
      { class: "card shut-card" },
      h("h2", null, "This table is closed to you"),
      h("p", null, reason),
      h("a", { class: "button primary", href: "/" }, "To the lobby"),
    ),
  );
}

/** @param {Live} live */
function watchLine(live) {
  const offline = byId("offline");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  live.on("status", ({ online, closed, reason }) => {
    clearTimeout(timer);
    if (closed) cannotComeIn(reason);
    if (online || closed) offline.hidden = true;
    // A short break is not worth a word.
    else {
      timer = setTimeout(() => {
        offline.textContent = "The line to the server is broken. Trying again; nothing is lost.";
        offline.hidden = false;
      }, 700);
    }
  });
}

/**
 * Keeps the token by which this page comes in from now on. Where it took a seat by an invitation that
 * is the one that it made up, and the invitation, which is spent, leaves the address.
 *
 * @param {string} battle
 * @param {Live} live
 * @param {Welcome} welcome
 */
function settleIn(battle, live, welcome) {
  const { token, claim } = live;
  if (welcome.role === "onlooker") {
    if (!welcome.barred) forgetClaim(token);
    return;
  }
  if (claim && welcome.claimed) {
    live.token = claim;
    identify(claim);
    history.replaceState(null, "", `${location.pathname}#${encodeURIComponent(claim)}`);
  } else forgetClaim(token);
  live.claim = undefined;
  keepSeat(battle, welcome.seat, live.token);
}

async function start() {
  applySettings();
  watchRules();
  const battle = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  const token = tokenOf(battle);
  if (!token) {
    cannotComeIn("You need an invitation link to sit at it.");
    return;
  }
  identify(token);
  await raiseCurtain();
  const live = new Live({ battle, token, claim: claimFor(token), name: settings.get().name });
  watchLine(live);
  const stop = live.on("welcome", (welcome) => {
    stop();
    settleIn(battle, live, welcome);
    new Table(battle, live, welcome);
  });
  live.connect();
}

void start();
