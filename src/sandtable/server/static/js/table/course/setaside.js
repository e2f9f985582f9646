/**
 * A battle that was set aside: why, what has changed in its rules, and what can be done about it.
 */

import * as api from "../../api.js";
import { byId, fill, h } from "../../dom.js";
import { toast } from "../../popup.js";
import { openExports } from "../../replay/exports.js";
import { ruleLink } from "../../rules.js";
import { heldOf, keepHost } from "../../tokens.js";

/** @typedef {import("../../types").SetAside} SetAside */
/** @typedef {import("../store.js").Store} Store */

/** From this width on there is room for the whole message. */
const ROOMY = "(min-width: 720px)";

export class SetAsideNote {
  /**
   * @param {{store: Store, battle: string, token: string}} parts
   */
  constructor({ store, battle, token }) {
    this.store = store;
    this.battle = battle;
    this.token = token;
    this.shown = "";
    store.on("standing", () => void this.#show());
    void this.#show();
  }

  async #show() {
    const { aside } = this.store.standing;
    const root = byId("set-aside");
    root.hidden = !aside;
    document.body.classList.toggle("is-aside", Boolean(aside));
    const key = JSON.stringify(aside ?? null);
    if (!aside || key === this.shown) return;
    this.shown = key;
    if (aside.heir) {
      this.#follow(aside.heir);
      return;
    }
    const open = window.matchMedia(ROOMY).matches;
    const doings = h("div", { class: "doings" }, this.#replay(aside), this.#save());
    fill(
      root,
      h(
        "details",
        { open },
        h("summary", null, h("strong", null, "Only to be looked at"), h("span", null, title(aside))),
        h(
          "div",
          { class: "why" },
          h("div", null, h("p", null, aside.text), doings),
          h(
            "div",
            null,
            changes(aside),
            aside.fact ? h("p", { class: "fact" }, aside.fact) : null,
          ),
        ),
      ),
    );
    await this.#offer(aside, doings);
  }

  /** @param {SetAside} aside */
  #replay({ agrees }) {
    const at = agrees === undefined || agrees === null ? "" : `?line=${agrees}`;
    const href = `/battle/${encodeURIComponent(this.battle)}/replay${at}`;
    return h("a", { class: "button small", href }, "Replay");
  }

  #save() {
    const open = async () => {
      const info = await api.battle(this.battle, this.token).catch(() => null);
      if (info) openExports(info, this.store.welcome.seat);
    };
    return h("button", { class: "small", type: "button", on: { click: open } }, "Save…");
  }

  /**
   * What only whoever began the battle can do.
   *
   * @param {SetAside} aside
   * @param {HTMLElement} doings
   */
  async #offer(aside, doings) {
    const host = heldOf(this.battle).host ?? this.token;
    const info = await api.battle(this.battle, host).catch(() => null);
    if (!info?.hosted) return;
    if (aside.agrees !== undefined && aside.agrees !== null) {
      doings.append(
        h(
          "button",
          {
            class: "small primary",
            type: "button",
            on: { click: () => this.#try(() => this.#goOn(host)) },
          },
          `Go on from line ${aside.agrees}`,
        ),
      );
    }
    doings.append(
      h(
        "button",
        {
          class: "small",
          type: "button",
          on: { click: () => this.#try(() => api.tryAgain(this.battle, host)) },
        },
        "Try it once more",
      ),
    );
  }

  /** @param {string} host */
  async #goOn(host) {
    const made = await api.goOn(this.battle, host);
    const held = heldOf(this.battle).host;
    if (held) keepHost(made.id, held);
    this.#follow(made.id);
  }

  /** @param {() => Promise<any>} act */
  async #try(act) {
    const buttons = byId("set-aside").querySelectorAll("button");
    for (const button of buttons) button.disabled = true;
    try {
      await act();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { bad: true });
    }
    for (const button of buttons) button.disabled = false;
  }

  /**
   * Goes to the battle as which this one goes on; the same link opens the same seat there.
   *
   * @param {string} heir
   */
  #follow(heir) {
    const held = heldOf(this.battle).host;
    if (held) keepHost(heir, held);
    location.assign(`/battle/${encodeURIComponent(heir)}#${encodeURIComponent(this.token)}`);
  }
}

/** @param {SetAside} aside */
function title({ why }) {
  return {
    time: "This battle took too long to work out.",
    memory: "This battle took too much memory.",
    rules: "The rules have changed since it was played.",
    record: "Its record cannot be read by this program.",
    book: "Its rulebook is not here.",
  }[why];
}

/** @param {SetAside} aside */
function changes({ changes: list = [] }) {
  if (!list.length) return null;
  return h(
    "div",
    { class: "changed-rules" },
    h("h3", null, "What has changed"),
    h(
      "ul",
      null,
      ...list.map(({ rules, text }) =>
        h("li", null, text, " ", ...rules.flatMap((rule) => [ruleLink(rule), " "])),
      ),
    ),
  );
}
