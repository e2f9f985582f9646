/**
 * What a referee says: announcements, other results, and back to an earlier line.
 */

import { confirm } from "../dialog.js";
import { fill, freshId, h } from "../dom.js";
import { select, tick } from "../lobby/fields.js";
import { count } from "../lobby/format.js";
import { say, sayError } from "../lobby/say.js";
import { openDialog } from "../popup.js";
import { capital } from "../words.js";
import { fieldsOf } from "./editor.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** How many lines are offered to go back to. */
const OFFERED = 60;

/**
 * A form in a dialog; what goes wrong is said in it.
 *
 * @param {object} wanted
 * @param {Desk} wanted.desk
 * @param {string} wanted.title
 * @param {import("../dom.js").Child[]} wanted.body
 * @param {string} wanted.action
 * @param {() => Promise<string>} wanted.act Says afterwards what was done.
 */
function openForm({ desk, title, body, action, act }) {
  const problem = h("p", { class: "problem", role: "alert" });
  const id = freshId("form");
  let sent = false;
  const form = h(
    "form",
    {
      id,
      class: "stack",
      on: {
        submit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          fill(problem, "");
          sent = true;
          try {
            const done = await act();
            // What is said in a dialog goes away with it.
            close();
            say(done);
          } catch (error) {
            sent = false;
            const reason = error instanceof Error ? error.message : String(error);
            if (form.isConnected) fill(problem, reason);
            else say(reason);
          }
        },
      },
    },
    body,
  );
  const { close } = openDialog({
    title,
    body: [form],
    actions: [
      h("div", { class: "grow" }, problem),
      h("button", { class: "primary", type: "submit", form: id }, action),
    ],
  });
  // Real dice are thrown at the table, which must not lie behind the dialog then.
  desk.store.on("standing", () => {
    if (sent && form.isConnected && desk.store.standing.dice?.mine) close();
  });
}

/**
 * Ticks for the seats that hear or see something; they are kept in a set.
 *
 * @param {Desk} desk
 * @param {string} legend
 * @param {boolean} checked Whether all are ticked at first.
 */
function hearers(desk, legend, checked) {
  const seats = desk.store.seats.filter((seat) => seat.role !== "referee").map((seat) => seat.seat);
  /** @type {Set<string>} */
  const to = new Set(checked ? seats : []);
  const fieldset = h(
    "fieldset",
    { class: "hearers" },
    h("legend", null, legend),
    seats.map((seat) =>
      tick({
        label: desk.store.seatName(seat),
        checked,
        onChange: (on) => {
          if (on) to.add(seat);
          else to.delete(seat);
        },
      }),
    ),
  );
  /** Nothing for everybody, as rulings have it. */
  const chosen = () => (to.size === seats.length ? null : [...to]);
  return { fieldset, chosen };
}

/** @param {Desk} desk */
export function openAnnounce(desk) {
  const { fieldset, chosen } = hearers(desk, "Who hears it", true);
  const id = freshId("announce");
  const words = h("textarea", { id, rows: 4, maxlength: 1000, required: true, autofocus: true });
  openForm({
    desk,
    title: "Announce",
    action: "Announce",
    body: [
      h(
        "div",
        { class: "field" },
        h("label", { for: id }, "What happens, or what you have to say"),
        words,
      ),
      fieldset,
    ],
    act: async () => {
      if (!words.value.trim()) throw new Error("Say something first.");
      const seats = chosen();
      await desk.live.decree({
        order: "announce",
        text: words.value.trim(),
        ...(seats ? { seats } : {}),
      });
      return "Announced.";
    },
  });
}

/** @param {Desk} desk */
export function openRoll(desk) {
  const { fieldset, chosen } = hearers(desk, "Who else sees it", false);
  const [diceId, whatId] = [freshId("dice"), freshId("what")];
  const dice = h("input", { id: diceId, value: "2d6", maxlength: 20, required: true, autofocus: true });
  const what = h("input", { id: whatId, maxlength: 200 });
  openForm({
    desk,
    title: "Roll",
    action: "Roll",
    body: [
      h("div", { class: "field" }, h("label", { for: diceId }, "Dice, such as 2d6+1 or d20"), dice),
      h("div", { class: "field" }, h("label", { for: whatId }, "What for (may be left empty)"), what),
      fieldset,
    ],
    act: async () => {
      await desk.live.decree({
        order: "roll-dice",
        dice: dice.value.trim(),
        what: what.value.trim(),
        seats: chosen(),
      });
      return "Rolled: see the log.";
    },
  });
}

/** @param {Desk} desk */
export async function openOverrule(desk) {
  try {
    const results = await fieldsOf(desk, { results: "overrule" });
    if (!results.length) {
      say("The last step has no result that could be overruled.");
      return;
    }
    /** @type {Record<string, string>} */
    const ruled = {};
    openForm({
      desk,
      title: "Overrule the last result",
      action: "Overrule",
      body: [
        h("p", null, lastText(desk)),
        h(
          "p",
          { class: "muted" },
          "The dice stay as they fell; the result is yours. What follows from it is worked out anew.",
        ),
        ...results.map((result) =>
          select({
            label: capital(result.name),
            among: (result.words ?? []).map((word) => ({
              value: word,
              label: word === result.value ? `${spoken(word)} (as it came up)` : spoken(word),
            })),
            value: result.value,
            onChange: (value) => {
              if (value === result.value) delete ruled[result.name];
              else ruled[result.name] = value;
            },
          }),
        ),
      ],
      act: async () => {
        if (!Object.keys(ruled).length) throw new Error("Choose another result first.");
        await desk.live.overrule(ruled);
        return "Overruled.";
      },
    });
  } catch (error) {
    sayError(error);
  }
}

/** @param {string} word */
function spoken(word) {
  return capital(word.replaceAll("-", " "));
}

/** @param {Desk} desk */
function lastText(desk) {
  return textOf(desk.store.entries().at(-1));
}

/** @param {import("../types").Entry | undefined} entry */
function textOf(entry) {
  return (entry?.events ?? []).map((event) => event.text).join(" ") || "(nothing was said)";
}

/** @param {Desk} desk */
export function openTakeBack(desk) {
  const entries = desk.store
    .entries()
    .filter((entry) => entry.to === undefined || entry.kind !== "undo");
  const offered = entries.slice(-OFFERED, -1).reverse();
  if (!offered.length) {
    say("Nothing has happened yet that could be taken back.");
    return;
  }
  const back = async (/** @type {import("../types").Entry} */ entry) => {
    const gone = entries.filter((one) => one.line > entry.line).length;
    const sure = await confirm({
      title: "Take it back?",
      text: `The battle stands again as after “${textOf(entry)}” ${count(gone, "later step")} will no longer count; the record keeps what was done.`,
      action: "Take back",
    });
    if (!sure) return;
    try {
      await desk.live.undo(entry.line);
      close();
      say("Taken back.");
    } catch (error) {
      sayError(error);
    }
  };
  const { close } = openDialog({
    title: "Back to an earlier line",
    class: "roomy",
    body: [
      h(
        "p",
        { class: "muted" },
        "The newest first. Everything after the line that you choose is taken back.",
      ),
      h(
        "ol",
        { class: "back-lines" },
        offered.map((entry) =>
          h(
            "li",
            null,
            h("span", { class: "mono muted" }, String(entry.line)),
            h("span", null, entry.line ? textOf(entry) : `The start. ${textOf(entry)}`),
            h(
              "button",
              { type: "button", on: { click: () => void back(entry) } },
              "Back to here",
              h("span", { class: "visually-hidden" }, `: line ${entry.line}`),
            ),
          ),
        ),
      ),
    ],
  });
}
