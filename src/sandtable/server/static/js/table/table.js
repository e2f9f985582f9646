/**
 * The table: puts its parts together and keeps them in step with the battle.
 *
 * Exports: `Table`.
 */

import { byId, fill } from "../dom.js";
import { Roster } from "../people/roster.js";
import { toast } from "../popup.js";
import { settings, theme } from "../settings.js";
import { createBoard } from "./board/board.js";
import { seatSwitcher, watchCurtain } from "./course/curtain.js";
import { openOutcome } from "./course/outcome.js";
import { Prompt } from "./course/prompt.js";
import { barredNotice } from "./course/seat.js";
import { SetAsideNote } from "./course/setaside.js";
import { UndoButton } from "./course/undo.js";
import { watchKeys } from "./keys.js";
import { ActionBar } from "./order/actions.js";
import { watchCloseUp } from "./order/closeup.js";
import { Composer } from "./order/composer.js";
import { Hands } from "./order/hands.js";
import { askForHint, openSuggestions } from "./order/offers.js";
import { OrderCard } from "./order/ordercard.js";
import { drawSketch } from "./order/sketch.js";
import { hasStanding, openStanding } from "./order/standing.js";
import { Chat } from "./panels/chat.js";
import { Log } from "./panels/log.js";
import { menuButton, openHelp } from "./panels/menu.js";
import { Panels } from "./panels/panels.js";
import { Pills } from "./panels/pills.js";
import { RollCall } from "./panels/rollcall.js";
import { SheetCard } from "./panels/sheet.js";
import { Store } from "./store.js";
import { watchShow } from "../theatre/manners.js";
import { Theatre } from "../theatre/theatre.js";

/** @typedef {import("../live.js").Live} Live */
/** @typedef {import("../page").PieceId} PieceId */
/** @typedef {import("../types").Welcome} Welcome */

/** So many of the last sentences are said at once where the log is not in sight. */
const MOST_SAID = 2;

export class Table {
  /**
   * @param {string} battle
   * @param {Live} live
   * @param {Welcome} welcome
   */
  constructor(battle, live, welcome) {
    this.battle = battle;
    this.live = live;
    this.store = new Store(welcome);
    const { scenario, book, role } = welcome;
    byId("where").textContent = [scenario.title, book.title].join(" · ");
    /** @type {Composer} */
    this.composer = new Composer(this.store, live, this.#makeBoard(welcome));
    this.hands = new Hands(this.composer, this.store);
    this.drawings = live.channel();
    this.asked = "";
    /** What was drawn last, or will be. @type {Promise<void>} */
    this.drawn = Promise.resolve();
    /** The least size of names that was asked for. */
    this.words = 0;
    this.over = false;
    /** The last line that has been shown, or will be. */
    this.shown = welcome.standing.number;
    /** The last line that was there when this page came. */
    this.since = welcome.standing.number;
    this.theatre = new Theatre({
      board: this.board,
      sideNumber: (side) => this.store.sideNumber(side),
      sideOf: (label) => this.store.sideOfName(label),
      onTelling: (telling) => this.log?.follow(telling),
    });
    this.#mount();
    this.#listen();
    if (role === "referee") this.#mountReferee();
    if (welcome.barred) byId("stage").append(barredNotice(welcome.barred));
    this.redraw().then(() => this.#answered());
  }

  /** @param {Welcome} welcome */
  #makeBoard({ scenario }) {
    const { width, depth, unit, squares } = scenario;
    return createBoard(byId("board"), {
      width,
      depth,
      unit,
      squares,
      label: `The table, ${width} by ${depth} ${unit ?? "in"}. Arrow keys move a cursor, Enter picks what is there, N and P go through your pieces.`,
      onPress: (press) => this.hands.press(press),
      onHover: (piece, point, client) => this.hands.hover(piece, point, client),
      grab: (piece, handle) => this.hands.grab(piece, handle),
      describe: (at) => this.hands.describe(at),
      onCursor: (at) => this.hands.cursor(at),
      onEnter: () => this.hands.enter(),
    });
  }

  get board() {
    return this.composer.board;
  }

  // -- the parts --------------------------------------------------------------------------------

  #mount() {
    const { store, live, composer, hands, board, battle } = this;
    const pick = (/** @type {PieceId} */ piece) => this.pick(piece);
    const selected = () => composer.selected;
    this.panels = new Panels({ onOpen: (name) => this.#panelOpened(name) });
    store.on("standing", () => this.panels?.want(store.wanted));
    this.panels.want(store.wanted);
    this.undo = new UndoButton(store, live);
    this.card = new OrderCard({ composer, hands, store, board });
    this.sheet = new SheetCard({ composer, store, board });
    const light = store.welcome.scenario.squares ? board.light.bind(board) : null;
    const onShow = (/** @type {number} */ line, /** @type {number} */ index) =>
      void this.#showAgain(line - 1, line, index);
    this.log = new Log({ root: byId("panel-log"), store, onPiece: pick, selected, light, onShow });
    this.chat = new Chat({
      root: byId("panel-chat"),
      form: byId("say"),
      store,
      live,
      onUnread: (count) => this.panels?.unread(count),
      isOpen: () => this.panels?.shows("chat") ?? false,
    });
    this.calls = new RollCall({ root: byId("panel-pieces"), store, onPiece: pick, selected });
    const roster = new Roster({ store, live, composer, sheet: this.sheet.element });
    this.roster = roster;
    this.#settle();
    const bar = new ActionBar({ root: byId("actions"), composer, store, undo: this.undo.element });
    new SetAsideNote({ store, battle, token: live.token });
    new Pills({ root: byId("pills"), store, token: live.token });
    new Prompt({
      root: byId("prompt"),
      store,
      live,
      board,
      composer,
      roster,
      suggest: () => void openSuggestions({ live, composer, store }),
      hint: () => void askForHint({ live, composer }),
      outcome: () => openOutcome(store, live, roster),
      standing: (anchor) => openStanding(composer, store, anchor),
      hasStanding: () => hasStanding(composer, store),
    });
    byId("skip-pieces").addEventListener("click", () => this.panels?.show("pieces"));
    fill(byId("bar-buttons"), seatSwitcher(store, battle), this.panels.drawer, menuButton(store, roster, live));
    this.#keys(bar);
    watchCurtain(store, battle);
    watchCloseUp(board, composer);
  }

  /** @param {ActionBar} bar */
  #keys(bar) {
    const { composer, board, hands } = this;
    watchKeys({
      act: (letter) => bar.press(letter),
      commit: () => void composer.commit(),
      back: () => composer.stepBack(),
      undo: () => void this.undo?.press(),
      cycle: (step) => this.#cycle(step),
      turn: (degrees) => hands.turn(degrees),
      zoom: (factor) => board.zoom(factor),
      fit: () => board.fit(),
      dropPoint: () => composer.dropPoint(),
      search: () => {
        this.panels?.show("log");
        this.log?.focusSearch();
      },
      help: () => openHelp(),
      again: () => void this.#showAgain(this.live.gaveAfter ?? this.since),
    });
    watchShow(this.theatre, board.container);
  }

  /** Puts the cards where there is room for them. */
  #settle() {
    const place = () => {
      const { panels, card, sheet, composer } = this;
      if (!panels || !card || !sheet) return;
      const phone = panels.phone.matches;
      const docked = panels.isDocked && composer.draft !== null;
      byId(phone ? "command-sheet" : "sheet-place").append(sheet.element);
      const home = byId(phone ? "command-card" : docked ? "side-card" : "stage");
      if (card.element.parentElement !== home) home.append(card.element);
      card.stepAside();
    };
    this.panels?.onChange(place);
    this.composer.on("draft", place);
    place();
  }

  async #mountReferee() {
    const { mountReferee } = await import("../referee.js");
    const { live, board, store, composer } = this;
    mountReferee({ live, board, store, composer, root: byId("referee") });
  }

  /** @param {import("./panels/panels.js").PanelName} name */
  #panelOpened(name) {
    if (name === "chat") this.chat?.opened();
  }

  // -- keeping in step --------------------------------------------------------------------------

  #listen() {
    const { live, store, composer } = this;
    live.on("welcome", (welcome) => {
      store.welcomed(welcome);
      void this.#goOn([]);
    });
    live.on("update", (update) => {
      store.updated(update);
      this.#announce(update.entries ?? []);
      void this.#goOn(update.entries ?? []);
    });
    live.on("heard", ({ said }) => {
      store.heard(said);
      // A notice that a seat has changed hands is not to be overlooked.
      if (!said.seat && !this.panels?.shows("chat")) toast(said.text);
    });
    live.on("presence", ({ seats, onlookers }) => store.present(seats, onlookers ?? 0));
    composer.on("selection", () => {
      this.log?.selectionChanged();
      this.calls?.show();
    });
    const sketch = () => drawSketch(this.board, composer);
    composer.on("draft", () => {
      document.body.classList.toggle("composing", composer.draft !== null);
      sketch();
    });
    composer.on("change", sketch);
    const before = this.board.camera.onChange;
    this.board.camera.onChange = () => {
      before();
      if (composer.draft) sketch();
      this.card?.stepAside();
    };
    this.board.camera.onSettled = () => {
      if (this.board.words !== this.words) void this.redraw();
    };
    settings.onChange(() => {
      void this.redraw();
      void composer.showSights();
    });
  }

  /**
   * Shows what has happened; what is to be decided is there at once.
   *
   * @param {import("../types").Entry[]} entries
   */
  async #goOn(entries) {
    const since = this.shown;
    this.shown = this.store.standing.number;
    const backward = entries.some(({ to }) => to !== undefined);
    const happened = entries.some(({ events = [] }) => events.length);
    if (backward) this.theatre.finish();
    else if (happened && this.theatre.pace) {
      void this.#answered();
      await this.#tell(since);
      // What came meanwhile is shown first; then the table is drawn as it is.
      if (this.theatre.playing) return;
    }
    await this.redraw();
    if (!this.theatre.playing) this.theatre.clear();
    await this.#answered();
  }

  /** @param {number} since */
  async #tell(since) {
    const answer = await this.live.ask("telling", { since }).catch(() => null);
    await this.theatre.show(answer?.tellings ?? []);
  }

  /**
   * Shows again what happened after a line.
   *
   * @param {number} since
   * @param {number} [until] The last line that is shown.
   * @param {number} [index] The only event of it that is shown.
   */
  async #showAgain(since, until, index) {
    const wanted = until === undefined ? { since } : { since, until };
    const answer = await this.live.ask("telling", wanted).catch(() => null);
    const told = (answer?.tellings ?? []).filter((each) => index === undefined || each.index === index);
    if (!told.length) {
      toast("Nothing has happened that could be shown.");
      return;
    }
    await this.theatre.again(told);
  }

  /**
   * Says what happened where the log is not in sight, as on a phone.
   *
   * @param {import("../types").Entry[]} entries
   */
  #announce(entries) {
    if (!this.panels?.phone.matches || this.panels.shows("log")) return;
    const texts = entries.flatMap(({ events = [] }) => events.map(({ text }) => text));
    if (texts.length) toast(texts.slice(-MOST_SAID).join(" "));
  }

  /**
   * Fetches those layers of the drawing that have changed; done when they are shown, also if they
   * were asked for again meanwhile.
   *
   * @returns {Promise<void>}
   */
  redraw() {
    const drawn = this.#fetchLayers();
    this.drawn = drawn;
    return drawn.then(() => (this.drawn === drawn ? undefined : this.drawn));
  }

  async #fetchLayers() {
    this.words = this.board.words;
    const answer = await this.drawings
      .ask("drawing", { theme: theme(), words: this.words, have: this.board.fingerprints() })
      .catch(() => null);
    if (!answer?.layers) return;
    this.board.setLayers(answer.layers, answer.pieces);
    this.store.called(answer.pieces ?? []);
  }

  /** The battle has gone on, or waits for something else. */
  async #answered() {
    const { store, composer, board } = this;
    const { standing } = store;
    const questions = standing.questions ?? [];
    const about = questions.flatMap((question) => question.about ?? []);
    board.ring("about", about);
    document.title = `${store.wanted ? "● " : ""}${store.welcome.scenario.title} · Sandtable`;
    const asked = JSON.stringify([standing.number, questions]);
    if (asked !== this.asked && about.length) {
      board.bringIntoView(about);
      const own = about.filter((piece) => store.commands(piece));
      if (own.length === 1 && composer.selected !== own[0]) await composer.select(own[0]);
    }
    this.asked = asked;
    await composer.refresh();
    if (standing.status === "over" && !this.over) openOutcome(store, this.live, this.roster);
    this.over = standing.status === "over";
  }

  // -- pieces -----------------------------------------------------------------------------------

  /** @param {PieceId} piece */
  pick(piece) {
    this.board.bringIntoView([piece]);
    void this.composer.select(piece);
    if (this.panels?.phone.matches) this.panels.open("orders");
  }

  /**
   * Goes to the next piece: one that may be picked for the order, or one that can still act.
   *
   * @param {1 | -1} step
   */
  #cycle(step) {
    const { store, composer, board } = this;
    const ready = store.asked ? store.ready() : [];
    const list =
      composer.pickable() ?? (ready.length ? ready : store.own()).map(({ piece }) => piece);
    if (!list.length) return;
    const now = list.indexOf(board.focusedPiece() ?? composer.selected ?? "");
    const next = list.at(now < 0 && step < 0 ? -1 : (now + step) % list.length);
    if (!next) return;
    board.focusPiece(next);
    if (composer.draft) this.hands.try(next);
  }
}
