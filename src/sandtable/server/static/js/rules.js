/**
 * The text of a rule, one hover or one press away from wherever it is named.
 *
 * Exports: `ruleLink(id, label)`, `rulesButton(ids)`, `watchRules()`, `openRuleSearch(book)`,
 * `shortRule(id)`.
 */

import { request } from "./api.js";
import { fill, h } from "./dom.js";
import { hidePopover, openDialog, passingPopover, popoverOf, showPopover } from "./popup.js";

/** @typedef {import("./http").RuleInfo} Rule */

/** @type {Map<string, Promise<Rule>>} */
const known = new Map();

const HOVER = 450;

/**
 * @param {string} id
 * @returns {Promise<Rule>}
 */
function ruleText(id) {
  let asked = known.get(id);
  if (!asked) {
    asked = request("GET", `/api/rules/${encodeURIComponent(id)}`).then((answer) => answer.json());
    asked.catch(() => known.delete(id));
    known.set(id, asked);
  }
  return asked;
}

/**
 * A rule's name as words: its last part.
 *
 * @param {string} id
 */
export function shortRule(id) {
  return (id.split(".").at(-1) ?? id).replaceAll("-", " ");
}

/**
 * A link that opens the text of a rule.
 *
 * @param {string} id
 * @param {string} [label]
 */
export function ruleLink(id, label) {
  return h(
    "button",
    { type: "button", class: "link rule", data: { rules: id }, "aria-haspopup": "dialog" },
    label ?? `§ ${shortRule(id)}`,
  );
}

/**
 * A small sign that opens the texts of several rules.
 *
 * @param {string[]} ids
 */
export function rulesButton(ids) {
  const distinct = [...new Set(ids)];
  return h(
    "button",
    {
      type: "button",
      class: "link rule rules",
      data: { rules: distinct.join(" ") },
      "aria-haspopup": "dialog",
      "aria-label":
        distinct.length === 1 ? "The rule behind this" : `The ${distinct.length} rules behind this`,
    },
    "§",
  );
}

/** Makes every link to a rule on the page open its text. */
export function watchRules() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const linkOf = (/** @type {EventTarget | null} */ target) =>
    target instanceof Element ? target.closest("[data-rules]") : null;

  // The pointer may go into the text; only leaving both closes it.
  const leave = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const shown = passingPopover();
      if (shown && !shown.element.matches(":hover") && !shown.anchor.matches(":hover"))
        hidePopover();
    }, 300);
  };

  document.addEventListener("click", (event) => {
    const link = linkOf(event.target);
    if (!link) return;
    event.preventDefault();
    clearTimeout(timer);
    showRules(link, false);
  });
  /** The link that the pointer went to. @type {Element | null} */
  let pointed = null;
  // A link that comes under a pointer at rest has not been pointed at.
  document.addEventListener("pointermove", (event) => {
    const link = linkOf(event.target);
    if (link === pointed || event.pointerType !== "mouse") return;
    pointed = link;
    if (!link || popoverOf(link)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (link.isConnected) showRules(link, true);
    }, HOVER);
  });
  document.addEventListener("pointerover", (event) => {
    if (!linkOf(event.target)) leave();
  });
  document.addEventListener("pointerout", (event) => {
    if (!linkOf(event.target)) return;
    pointed = null;
    leave();
  });
  document.addEventListener("pointerdown", (event) => {
    const shown = passingPopover();
    if (shown && !shown.element.contains(/** @type {Node} */ (event.target))) hidePopover();
  });
}

/**
 * @param {Element} link
 * @param {boolean} passing Whether the pointer has only come by.
 */
async function showRules(link, passing) {
  const ids = (link.getAttribute("data-rules") ?? "").split(" ");
  const shown = showPopover(link, [h("p", { class: "muted" }, "…")], {
    class: "rule-text",
    passing,
    label: ids.length === 1 ? "Rule" : "Rules",
  });
  const texts = await Promise.all(
    ids.map((id) => ruleText(id).catch((error) => missing(id, error))),
  );
  shown.fill(...texts.map((rule) => article(rule)));
}

/**
 * @param {string} id
 * @param {Error} error
 * @returns {Rule}
 */
function missing(id, error) {
  const text = error.message;
  return { id, text, book: "", book_title: "", kind: "", where: "", ruling: "" };
}

/** @param {Rule} rule */
function article(rule) {
  const where = [rule.id, rule.book_title, rule.where].filter((part) => part).join(" · ");
  return h(
    "article",
    { class: "rule-article" },
    h("h3", null, shortRule(rule.id)),
    h("p", null, rule.text),
    rule.ruling ? h("p", { class: "ruling" }, h("b", null, "Our ruling: "), rule.ruling) : null,
    h("p", { class: "muted" }, where),
  );
}

/**
 * A dialog that finds rules by their words.
 *
 * @param {string} book The book's code.
 */
export async function openRuleSearch(book) {
  const list = h("div", { class: "rule-hits", "aria-live": "polite" }, "…");
  const input = h("input", {
    type: "search",
    class: "wide",
    autofocus: true,
    placeholder: "Words of a rule, or its id",
    "aria-label": "Search the rules",
  });
  openDialog({ title: "The rules", body: [input, list], class: "rules-dialog" });
  /** @type {Rule[]} */
  let rules = [];
  try {
    const answer = await request("GET", `/api/books/${encodeURIComponent(book)}/rules`);
    rules = await answer.json();
  } catch (error) {
    fill(list, h("p", { class: "notice" }, /** @type {Error} */ (error).message));
    return;
  }
  const show = () => {
    const words = input.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word);
    const hits = rules.filter((rule) => {
      const text = `${rule.id} ${rule.where ?? ""} ${rule.text} ${rule.ruling ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const more =
      hits.length > 60 ? h("p", { class: "muted" }, `and ${hits.length - 60} more`) : null;
    fill(
      list,
      h("p", { class: "muted" }, `${hits.length} of ${rules.length} rules`),
      ...hits.slice(0, 60).map((rule) => article(rule)),
      more,
    );
  };
  input.addEventListener("input", show);
  show();
}
