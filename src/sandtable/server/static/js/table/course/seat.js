/**
 * One's own seat: a question whether it is given up, a computer that plays there meanwhile, further
 * links to it; and what somebody is told whose invitation was taken up before.
 *
 * Exports: `seatQuestions` (what the prompt shows), `barredNotice`, `openSeat`, `holdsSeat`.
 */

import { handOver, invite, revoke } from "../../api.js";
import { confirm } from "../../dialog.js";
import { fill, h } from "../../dom.js";
import { linkField } from "../../lobby/copying.js";
import { openDialog, toast } from "../../popup.js";

/** @typedef {import("../../live.js").Live} Live */
/** @typedef {import("../../types").Barred} Barred */
/** @typedef {import("../store.js").Store} Store */

/** @param {unknown} error */
const complain = (error) => toast(/** @type {Error} */ (error).message, { bad: true });

/** Whether the seat of this page is this person's own. @param {Store} store */
export function holdsSeat({ welcome }) {
  return welcome.holds === true && welcome.role !== "onlooker";
}

/**
 * What is to be decided about the seat itself.
 *
 * @param {Store} store
 * @param {Live} live
 * @returns {HTMLElement[]}
 */
export function seatQuestions(store, live) {
  const own = store.seatInfo(store.welcome.seat);
  if (!own || !holdsSeat(store)) return [];
  return [own.asked ? asked(live) : null, isComputers(store) ? replaced(store, live) : null].filter(
    (part) => part !== null,
  );
}

/** @param {Store} store */
function isComputers(store) {
  return (store.seatInfo(store.welcome.seat)?.kind ?? "person") !== "person";
}

/** @param {Live} live */
function asked(live) {
  const answer = async (/** @type {boolean} */ agree) => {
    if (
      agree &&
      !(await confirm({
        title: "Give up your seat?",
        text: "You leave the table, and somebody else is invited to your seat. You cannot come back to it by yourself.",
        action: "Give it up",
      }))
    )
      return;
    await live.release(agree).catch((error) => agree || complain(error));
  };
  return h(
    "div",
    { class: "question proposal seat-question", role: "alert" },
    h(
      "p",
      { class: "asked" },
      "The host asks you to give up your seat, so that somebody else can be invited to it. It is yours: nobody gets it unless you agree.",
    ),
    h(
      "div",
      { class: "row" },
      button("Keep my seat", "primary small", () => void answer(false)),
      button("Give it up…", "small", () => void answer(true)),
    ),
  );
}

/**
 * @param {Store} store
 * @param {Live} live
 */
function replaced(store, live) {
  const { battle, seat } = store.welcome;
  const back = () => void handOver(battle, seat, { kind: "person" }, live.token).catch(complain);
  return h(
    "div",
    { class: "question proposal seat-question", role: "alert" },
    h("p", { class: "asked" }, "A computer plays your seat for now. The seat is still yours."),
    h("div", { class: "row" }, button("Play it myself again", "primary small", back)),
  );
}

/**
 * What somebody is told who came with an invitation and only looks on.
 *
 * @param {Barred} barred
 * @returns {HTMLElement}
 */
export function barredNotice({ why, text }) {
  const again = why === "not-recorded";
  const notice = h(
    "div",
    { class: "barred notice", role: "alert" },
    h("p", null, h("b", null, again ? "Not recorded yet. " : "You look on. "), text),
    h(
      "div",
      { class: "row" },
      again ? button("Try again", "primary small", () => location.reload()) : null,
      button("Understood", "small quiet", () => notice.remove()),
    ),
  );
  return notice;
}

/**
 * What one can do about one's own seat.
 *
 * @param {Store} store
 * @param {Live} live
 */
export function openSeat(store, live) {
  const { battle, seat } = store.welcome;
  const place = h("div", { class: "new-link" });
  const make = async () => {
    try {
      const { link } = await invite(battle, seat, live.token);
      fill(place, linkField({ label: "your other device", link }));
      place.querySelector("input")?.focus();
    } catch (error) {
      complain(error);
    }
  };
  const drop = async () => {
    try {
      await revoke(battle, seat, live.token);
      fill(place);
      toast("Further links to your seat no longer work.");
    } catch (error) {
      complain(error);
    }
  };
  const hand = async () => {
    try {
      await handOver(battle, seat, { kind: "computer", level: "greedy" }, live.token);
      close();
    } catch (error) {
      complain(error);
    }
  };
  const playable = store.welcome.role === "player" && store.standing.status !== "over";
  const { close } = openDialog({
    title: "Your seat",
    class: "links",
    body: [
      h(
        "p",
        null,
        "This seat is yours, and this browser is its key. A further link opens it elsewhere: on another device of yours, or for somebody whom you want at your side. Whoever has it sees what you see and can give orders, so send it to nobody else.",
      ),
      h(
        "div",
        { class: "row" },
        button("Open on another device", "primary", () => void make()),
        button("Revoke further links", "", () => void drop()),
      ),
      place,
      playable && !isComputers(store)
        ? h(
            "div",
            null,
            h(
              "p",
              { class: "muted" },
              "If you have to leave, a computer can go on in your place. The seat stays yours, and you can take it back at any time.",
            ),
            button("Let the computer play for me", "", () => void hand()),
          )
        : null,
    ],
  });
}

/**
 * @param {string} label
 * @param {string} look
 * @param {() => void} act
 */
function button(label, look, act) {
  return h("button", { type: "button", class: look, on: { click: act } }, label);
}
