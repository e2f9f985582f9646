/**
 * How the battle ended, and what can be done with it now.
 *
 * Exports: `openOutcome`.
 */

import { request } from "../../api.js";
import { fill, h } from "../../dom.js";
import { save } from "../../lobby/files.js";
import { count } from "../../lobby/format.js";
import { openDialog, toast } from "../../popup.js";
import { openProof } from "../../replay/proof.js";
import { ruleLink } from "../../rules.js";
import { witness } from "./sealing.js";

/** @typedef {import("../../live.js").Live} Live */
/** @typedef {import("../../people/roster.js").Roster} Roster */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../http").LuckShown} Luck */

/**
 * @param {Store} store
 * @param {Live} live
 * @param {Roster} [roster]
 */
export function openOutcome(store, live, roster) {
  const { outcome } = store.standing;
  if (!outcome) return;
  const { battle, seat, scenario, dice } = store.welcome;
  const won = outcome.winner ? `${store.sideName(outcome.winner)} victory` : "A draw";
  const keep = (
    /** @type {import("../../lobby/files.js").FileName} */ file,
    /** @type {string} */ label,
  ) =>
    h(
      "button",
      {
        type: "button",
        on: { click: () => void save(battle, file, { title: scenario.title, seat }) },
      },
      label,
    );
  const laid = dice.secret ?? [...store.lines.values()].some((entry) => entry.secret);
  const secret = dice.secret ?? [...store.lines.values()].find((entry) => entry.secret)?.secret;
  const seen = witness(battle, dice, secret);
  openDialog({
    title: won,
    class: "outcome",
    body: [
      h("p", null, outcome.reason, " ", ruleLink(outcome.rule)),
      scores(store),
      luck(store, live.token),
      seen
        ? h(
            "p",
            { class: seen.good ? "verdict good" : "verdict bad", role: seen.good ? null : "alert" },
            seen.text,
          )
        : null,
      dice.kind === "fair" && !laid
        ? h(
            "p",
            { class: "row" },
            h(
              "button",
              {
                type: "button",
                on: {
                  click: () => live.layOpen().catch((error) => toast(error.message, { bad: true })),
                },
              },
              "Lay the dice's secret open",
            ),
            h(
              "span",
              { class: "muted" },
              "This closes the record; then every roll can be checked.",
            ),
          )
        : null,
      h(
        "div",
        { class: "row" },
        h(
          "a",
          { class: "button primary", href: `/battle/${encodeURIComponent(battle)}/replay` },
          "Replay",
        ),
        keep("report.html", "Battle report"),
        keep("journal.jsonl", "Journal"),
        roster?.any
          ? h("button", { type: "button", on: { click: () => void roster.openList() } }, "Characters")
          : null,
        h(
          "button",
          { type: "button", on: { click: () => void openProof(battle, live.token) } },
          "Verify",
        ),
      ),
    ],
    actions: [h("a", { class: "button", href: "/" }, "To the lobby")],
  });
}

/** @param {Store} store */
function scores(store) {
  const all = Object.entries(store.standing.outcome?.scores ?? {});
  if (!all.length) return null;
  const values = all.map(([, score]) => score);
  const shares = values.every((each) => each >= 0 && each <= 1) && !values.every(Number.isInteger);
  return h(
    "table",
    { class: "scores" },
    h("caption", { class: "muted" }, "What the decision rested on"),
    h(
      "tbody",
      null,
      ...all.map(([side, score]) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, store.sideName(side)),
          h("td", { class: "mono" }, told(score, shares)),
        ),
      ),
    ),
  );
}

/**
 * How lucky each side was, as soon as it is known.
 *
 * @param {Store} store
 * @param {string} token
 */
function luck(store, token) {
  const place = h("div", { class: "luck" });
  request("GET", `/api/battles/${encodeURIComponent(store.welcome.battle)}/luck`, { token })
    .then((answer) => answer.json())
    .then((/** @type {Luck[]} */ sides) => {
      if (!sides.some(({ rolls }) => rolls)) return place.remove();
      return fill(
        place,
        h("p", { class: "muted" }, "Luck with the dice, against what they bring on average"),
        h(
          "ul",
          null,
          ...sides.map(({ side, verdict, rolls, deviations }) =>
            h(
              "li",
              null,
              h("b", null, store.sideName(side)),
              rolls
                ? `: ${verdict} in ${count(rolls, "roll")} (${signed(deviations)} standard deviations)`
                : ": nothing left to chance",
            ),
          ),
        ),
      );
    })
    .catch(() => place.remove());
  return place;
}

/** @param {number} value */
function signed(value) {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
}

/**
 * @param {number} score
 * @param {boolean} isShare Whether it is a part of something, such as of what was lost.
 */
function told(score, isShare) {
  if (isShare) return `${Math.round(score * 100)} %`;
  return Number.isInteger(score) ? String(score) : score.toFixed(2);
}
