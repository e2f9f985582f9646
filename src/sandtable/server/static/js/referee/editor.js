/**
 * The editor of fields: everything that a referee may change of a piece, or of the battle itself.
 */

import { fill, freshId, h } from "../dom.js";
import { line } from "../lobby/fields.js";
import { sayError } from "../lobby/say.js";
import { openDialog } from "../popup.js";
import { capital } from "../words.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {Omit<import("../types").FieldInfo, "value" | "words"> &
 *  {value: any, words?: string[]}} Field */

/**
 * @param {Desk} desk
 * @param {object} about
 * @param {string} [about.piece] Without one: the battle.
 * @param {"overrule"} [about.results] Instead: the results of the last order.
 * @returns {Promise<Field[]>}
 */
export async function fieldsOf(desk, { piece, results }) {
  const details = results ? { order: { order: results } } : piece ? { piece } : {};
  const answer = await desk.live.ask("fields", details);
  if (answer.problem) throw new Error(answer.problem);
  return /** @type {Field[]} */ (answer.fields ?? []);
}

/**
 * @param {Desk} desk
 * @param {string | null} piece
 * @param {{marksOnly?: boolean}} [how]
 */
export async function openEditor(desk, piece, { marksOnly = false } = {}) {
  try {
    const all = await fieldsOf(desk, piece ? { piece } : {});
    const sides = desk.store.welcome.scenario.sides.map((side) => side.id);
    for (const field of all) if (field.name === "side") field.words = sides;
    const shown = marksOnly ? all.filter((field) => field.sort === "flag") : all;
    edit(desk, piece, shown, marksOnly);
  } catch (error) {
    sayError(error);
  }
}

/**
 * @param {Desk} desk
 * @param {string | null} piece
 * @param {Field[]} fields
 * @param {boolean} marksOnly
 */
function edit(desk, piece, fields, marksOnly) {
  /** @type {Record<string, any>} */
  const changes = {};
  /** @type {Set<string>} */
  const wrong = new Set();
  const problem = h("p", { class: "problem", role: "alert" });
  const unit = desk.board.options.squares ? "squares" : "inches";
  const rows = fields.map((field) => ({ field, element: row(field, changes, wrong, unit) }));
  const search = line({
    label: "Find a field",
    type: "search",
    onInput: (value) => {
      const word = value.trim().toLowerCase();
      for (const { field, element } of rows) {
        element.hidden = !`${field.name} ${field.text ?? ""}`.toLowerCase().includes(word);
      }
    },
  });
  const form = h(
    "form",
    {
      class: "fields",
      id: freshId("fields"),
      on: {
        submit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const unread = [...wrong].map((name) => spoken(name, unit));
          if (unread.length) fill(problem, `This cannot be read: ${unread.join(", ")}.`);
          else if (!Object.keys(changes).length) fill(problem, "Nothing is changed yet.");
          else {
            desk.word(
              piece ? { order: "amend", piece, set: changes } : { order: "amend", set: changes },
            );
            close();
          }
        },
      },
    },
    fields.length > 8 ? search : null,
    h(
      "ul",
      null,
      rows.map(({ element }) => element),
    ),
  );
  const name = piece ? desk.store.nameOf(piece) : "the battle";
  const { close } = openDialog({
    title: `${marksOnly ? "Mark" : "Change"} ${name}`,
    class: "roomy",
    body: [form],
    actions: [
      h("div", { class: "grow" }, problem),
      h("button", { class: "primary", type: "submit", form: form.id }, "Word the ruling"),
    ],
  });
}

/**
 * @param {string} name
 * @param {string} unit What lengths are measured in.
 */
function spoken(name, unit) {
  switch (name) {
    case "x":
      return `X, ${unit} east`;
    case "y":
      return `Y, ${unit} north`;
    case "heading":
      return "Heading, degrees";
  }
  return capital(name.replaceAll("_", " "));
}

/**
 * @param {Field} field
 * @param {Record<string, any>} changes Changed in place: only what differs stands in it.
 * @param {Set<string>} wrong Fields that cannot be read yet.
 * @param {string} unit What lengths are measured in.
 */
function row(field, changes, wrong, unit) {
  /** @param {any} value */
  const set = (value) => {
    if (JSON.stringify(value) === JSON.stringify(field.value)) delete changes[field.name];
    else changes[field.name] = value;
  };
  const id = freshId("field");
  const hint = field.text ? h("p", { class: "muted", id: `${id}-hint` }, field.text) : null;
  const input = control(field, set, wrong, id, hint ? `${id}-hint` : null);
  return h(
    "li",
    { class: `field-row ${field.sort}` },
    h("label", { for: id }, spoken(field.name, unit)),
    input,
    hint,
  );
}

/**
 * @param {Field} field
 * @param {(value: any) => void} set
 * @param {Set<string>} wrong
 * @param {string} id
 * @param {string | null} hint
 */
function control(field, set, wrong, id, hint) {
  const described = { id, "aria-describedby": hint };
  if (field.sort === "flag") {
    const box = h("input", {
      ...described,
      type: "checkbox",
      checked: field.value === true,
      on: { change: () => set(box.checked) },
    });
    return box;
  }
  if (field.words) return words(field, set, described);
  const input = h("input", {
    ...described,
    type: field.sort === "number" ? "number" : "text",
    step: field.sort === "number" ? "any" : null,
    value: shown(field),
    class: field.sort === "data" ? "mono" : "",
    on: {
      input: () => {
        const { value, bad } = read(field, input.value);
        input.setAttribute("aria-invalid", String(bad));
        if (bad) wrong.add(field.name);
        else {
          wrong.delete(field.name);
          set(value);
        }
      },
    },
  });
  return input;
}

/**
 * @param {Field} field
 * @param {(value: any) => void} set
 * @param {Record<string, any>} described
 */
function words(field, set, described) {
  const list = h(
    "select",
    { ...described, on: { change: () => set(list.value === "" ? null : list.value) } },
    field.optional ? h("option", { value: "" }, "(none)") : null,
    (field.words ?? []).map((word) => h("option", { value: word }, word)),
  );
  list.value = field.value ?? "";
  return list;
}

/** @param {Field} field */
function shown(field) {
  if (field.value === null || field.value === undefined) return "";
  return field.sort === "data" ? JSON.stringify(field.value) : String(field.value);
}

/**
 * @param {Field} field
 * @param {string} text
 * @returns {{value?: any, bad: boolean}}
 */
function read(field, text) {
  if (text.trim() === "" && field.optional) return { value: null, bad: false };
  if (field.sort === "number") {
    const value = Number(text);
    return { value, bad: text.trim() === "" || !Number.isFinite(value) };
  }
  if (field.sort !== "data") return { value: text, bad: false };
  try {
    return { value: JSON.parse(text), bad: false };
  } catch {
    return { bad: true };
  }
}
