/**
 * What people say to each other.
 *
 * Exports: `Chat`.
 */

import { fill, h } from "../../dom.js";
import { toast } from "../../popup.js";

/** @typedef {import("../../live.js").Live} Live */
/** @typedef {import("../../types").Said} Said */
/** @typedef {import("../store.js").Store} Store */

export class Chat {
  /**
   * @param {object} parts
   * @param {HTMLElement} parts.root The messages.
   * @param {HTMLElement} parts.form Where one is written.
   * @param {Store} parts.store
   * @param {Live} parts.live
   * @param {(unread: number) => void} parts.onUnread
   * @param {() => boolean} parts.isOpen
   */
  constructor({ root, form, store, live, onUnread, isOpen }) {
    this.store = store;
    this.live = live;
    this.onUnread = onUnread;
    this.isOpen = isOpen;
    this.read = store.said().at(-1)?.number ?? 0;
    this.shown = -1;
    this.list = h("div", {
      class: "chat",
      role: "log",
      "aria-label": "What was said",
      tabindex: 0,
    });
    fill(root, this.list);
    fill(form, this.#form());
    store.on("chat", () => this.#show());
    this.#show();
  }

  #form() {
    const sided = this.store.welcome.side !== null;
    const input = h("input", {
      type: "text",
      maxlength: 2000,
      autocomplete: "off",
      placeholder: "Message",
      "aria-label": "Message",
    });
    const to = h(
      "select",
      { "aria-label": "To whom", hidden: !sided },
      h("option", { value: "all" }, "to all"),
      h("option", { value: "side" }, "to my side"),
    );
    return h(
      "form",
      {
        class: "say",
        on: {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.#say(input, to.value === "side" ? "side" : "all");
          },
        },
      },
      input,
      to,
      h("button", { type: "submit" }, "Send"),
    );
  }

  /**
   * @param {HTMLInputElement} input
   * @param {"all" | "side"} to
   */
  async #say(input, to) {
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    try {
      await this.live.chat(text, to);
      // Where the messages are not in sight, what was written would seem to be lost.
      if (!this.isOpen()) toast(to === "side" ? "Said to your side." : "Said to all.");
    } catch (error) {
      input.value = text;
      toast(/** @type {Error} */ (error).message, { bad: true });
    }
  }

  /** The messages have come into view. */
  opened() {
    this.read = this.store.said().at(-1)?.number ?? this.read;
    this.onUnread(0);
    this.list.scrollTop = this.list.scrollHeight;
  }

  #show() {
    const said = this.store.said();
    for (const each of said.filter(({ number }) => number > this.shown))
      this.list.append(this.#message(each));
    this.shown = said.at(-1)?.number ?? -1;
    if (!said.length)
      fill(this.list, h("p", { class: "muted empty" }, "Nothing has been said yet."));
    else this.list.querySelector(".empty")?.remove();
    if (this.isOpen()) this.opened();
    else
      this.onUnread(
        said.filter(({ number, seat }) => number > this.read && seat !== this.store.welcome.seat)
          .length,
      );
  }

  /** @param {Said} said */
  #message(said) {
    if (!said.seat) return notice(said);
    const side = this.store.seatInfo(said.seat)?.side;
    const time = new Date(said.at * 1000);
    return h(
      "article",
      { class: `said ${side ? `side-${this.store.sideNumber(side)}` : ""}` },
      h(
        "p",
        { class: "muted" },
        h("b", { class: "who" }, said.name || this.store.seatName(said.seat)),
        said.to === "side" ? " to their side" : "",
        " · ",
        h(
          "time",
          { datetime: time.toISOString() },
          time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
        ),
      ),
      h("p", { class: "words" }, said.text),
    );
  }
}

/**
 * A notice of the table itself: a seat has changed hands.
 *
 * @param {Said} said
 */
function notice(said) {
  const time = new Date(said.at * 1000);
  return h(
    "article",
    { class: "said table-notice" },
    h(
      "p",
      { class: "words" },
      said.text,
      " ",
      h(
        "time",
        { class: "muted", datetime: time.toISOString() },
        time.toLocaleString([], { dateStyle: "short", timeStyle: "short" }),
      ),
    ),
  );
}
