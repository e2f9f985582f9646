/**
 * What opens over a page: dialogs, popovers, short notices.
 *
 * Exports: `openDialog`, `showPopover`, `hidePopover`, `passingPopover`, `toast`.
 */

import { fill, freshId, h } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

/**
 * A dialog that takes the whole attention until it is closed.
 *
 * @param {object} options
 * @param {string} options.title
 * @param {Child[]} options.body
 * @param {HTMLElement[]} [options.actions] Buttons at its foot.
 * @param {() => void} [options.onClose]
 * @param {string} [options.class]
 * @param {boolean} [options.stays] Whether it cannot be closed by hand.
 */
export function openDialog({
  title,
  body,
  actions = [],
  onClose,
  class: name = "",
  stays = false,
}) {
  const id = freshId("dialog");
  const dialog = h(
    "dialog",
    { class: name, "aria-labelledby": id },
    h(
      "header",
      null,
      h("h2", { id }, title),
      stays
        ? null
        : h(
            "button",
            { type: "button", class: "quiet", "aria-label": "Close", on: { click: () => close() } },
            "✕",
          ),
    ),
    h("div", { class: "body" }, ...body),
    actions.length ? h("footer", null, ...actions) : null,
  );
  dialog.addEventListener("cancel", (event) => {
    if (stays) event.preventDefault();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
  });
  function close() {
    dialog.close();
  }
  document.body.append(dialog);
  dialog.showModal();
  const first = dialog.querySelector("[autofocus]");
  if (first instanceof HTMLElement) first.focus();
  return { dialog, close };
}

/** @type {{element: HTMLElement, anchor: Element, passing: boolean} | null} */
let open = null;

/**
 * Something small beside an element; closes by Escape or by a press anywhere else. What shows up in
 * passing, because the pointer happens to rest there, stands in nobody's way: keys go on to mean what
 * they mean, and whoever shows it takes it away.
 *
 * @param {Element} anchor
 * @param {Child[]} content
 * @param {{class?: string, label?: string, focus?: boolean, passing?: boolean}} [options]
 */
export function showPopover(anchor, content, options = {}) {
  const { class: name = "", label, focus = false } = options;
  hidePopover();
  // In a dialog no keys are watched, and Escape is to close one thing at a time.
  const passing = Boolean(options.passing) && !anchor.closest("dialog");
  const element = h(
    "div",
    { class: name, popover: passing ? "manual" : "auto", role: label ? "dialog" : null, "aria-label": label ?? null },
    ...content,
  );
  // Whatever lies outside of an open dialog cannot be reached, so it goes inside.
  (anchor.closest("dialog") ?? document.body).append(element);
  element.showPopover();
  place(element, anchor);
  open = { element, anchor, passing };
  element.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
    if (open?.element === element) open = null;
    const inside = element.contains(document.activeElement);
    element.remove();
    if (inside && anchor instanceof HTMLElement) anchor.focus({ preventScroll: true });
  });
  if (focus) {
    const first = element.querySelector("button, a, input");
    if (first instanceof HTMLElement) first.focus();
  }
  return {
    element,
    /** @param {...(Child | Child[])} children */
    fill(...children) {
      fill(element, ...children);
      if (element.isConnected) place(element, anchor);
    },
  };
}

/** The popover that is open, if it belongs to that element or lies around it. */
export function popoverOf(/** @type {Element} */ element) {
  return open && (open.anchor === element || open.element.contains(element)) ? open.element : null;
}

/** What is shown in passing, and what it belongs to. */
export function passingPopover() {
  return open?.passing ? open : null;
}

export function hidePopover() {
  if (open?.element.isConnected) open.element.hidePopover();
  open = null;
}

/**
 * Puts a popover below its anchor, or above it where there is more room, inside the window.
 *
 * @param {HTMLElement} element
 * @param {Element} anchor
 */
function place(element, anchor) {
  const beside = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = window.innerHeight - beside.bottom - 8;
  const top = below >= height || below > beside.top ? beside.bottom + 6 : beside.top - height - 6;
  const left = Math.min(beside.left, window.innerWidth - width - 8);
  element.style.top = `${Math.max(8, Math.min(top, window.innerHeight - height - 8))}px`;
  element.style.left = `${Math.max(8, left)}px`;
}

/**
 * A short notice that goes away by itself.
 *
 * @param {string} text
 * @param {{bad?: boolean, more?: Node | null}} [options]
 */
export function toast(text, { bad = false, more = null } = {}) {
  const all =
    document.querySelector(".toasts") ??
    h("div", { class: "toasts", role: "status", "aria-live": "polite" });
  // Nothing outside of an open dialog is seen or read out, so what is said goes into it.
  const above = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (all.parentElement !== above) above.append(all);
  while (all.childElementCount > 2) all.firstElementChild?.remove();
  const shown = h(
    "div",
    { class: bad ? "toast bad" : "toast" },
    h("span", { class: "grow" }, text),
    more,
  );
  shown.addEventListener("click", (event) => {
    if (event.target === shown || !/** @type {Element} */ (event.target).closest("button"))
      shown.remove();
  });
  all.append(shown);
  setTimeout(() => shown.remove(), Math.min(bad ? 12000 : 8000, 3000 + text.length * 50));
}
