/**
 * What this page knows of the battle: what the server told it, in order.
 *
 * Exports: `Store`.
 */

import { Topics } from "../topics.js";

/** @typedef {import("../types").Welcome} Welcome */
/** @typedef {import("../types").Update} Update */
/** @typedef {import("../types").Standing} Standing */
/** @typedef {import("../types").Entry} Entry */
/** @typedef {import("../types").SeatInfo} SeatInfo */
/** @typedef {import("../types").Said} Said */
/** @typedef {import("../types").CalledInfo} Called */
/** @typedef {import("../page").PieceId} PieceId */

/** @typedef {"standing" | "log" | "chat" | "seats" | "pieces"} Topic */

/** @extends {Topics<Topic>} */
export class Store extends Topics {
  /** @param {Welcome} welcome */
  constructor(welcome) {
    super();
    this.welcome = welcome;
    /** @type {Standing} */
    this.standing = welcome.standing;
    /** @type {Map<number, Entry>} */
    this.lines = new Map();
    /** @type {SeatInfo[]} */
    this.seats = welcome.seats;
    this.onlookers = 0;
    /** @type {Map<number, Said>} */
    this.chat = new Map();
    /** The pieces on the table. @type {Called[]} */
    this.pieces = [];
    /** Every piece that was ever seen: its name and side. @type {Map<PieceId, {label: string, side: string}>} */
    this.names = new Map();
    this.#take(welcome.entries);
    this.#hear(welcome.chat);
  }

  /**
   * The server's greeting after a break.
   *
   * @param {Welcome} welcome
   */
  welcomed(welcome) {
    this.welcome = { ...welcome, entries: [], chat: [] };
    this.standing = welcome.standing;
    this.seats = welcome.seats;
    this.#take(welcome.entries);
    this.#hear(welcome.chat);
    this.tell("standing", "log", "chat", "seats");
  }

  /** @param {Update} update */
  updated(update) {
    this.standing = update.standing;
    this.#take(update.entries ?? []);
    this.tell("standing", "log");
  }

  /** @param {Said} said */
  heard(said) {
    this.#hear([said]);
    this.tell("chat");
  }

  /**
   * @param {SeatInfo[]} seats
   * @param {number} onlookers
   */
  present(seats, onlookers) {
    this.seats = seats;
    this.onlookers = onlookers;
    this.tell("seats");
  }

  /** @param {Called[]} pieces */
  called(pieces) {
    this.pieces = pieces;
    for (const { piece, label, side } of pieces) this.names.set(piece, { label, side });
    this.tell("pieces");
  }

  /**
   * Keeps the name of a piece that is not on the table.
   *
   * @param {PieceId} piece
   * @param {string} label
   */
  named(piece, label) {
    this.names.set(piece, { label, side: this.names.get(piece)?.side ?? this.welcome.side ?? "" });
    this.tell("pieces");
  }

  /** @param {Entry[]} entries */
  #take(entries) {
    for (const entry of entries) this.lines.set(entry.line, entry);
  }

  /** @param {Said[]} said */
  #hear(said) {
    for (const each of said) this.chat.set(each.number, each);
  }

  // -- questions --------------------------------------------------------------------------------

  /** The lines that count: not those that were taken back. */
  entries() {
    /** @type {Entry[]} */
    let counting = [];
    for (const entry of [...this.lines.values()].sort((one, two) => one.line - two.line)) {
      const { to } = entry;
      if (to !== undefined) counting = counting.filter((earlier) => earlier.line <= to);
      counting.push(entry);
    }
    return counting;
  }

  /** What was said, in order. */
  said() {
    return [...this.chat.values()].sort((one, two) => one.number - two.number);
  }

  /** @param {PieceId} piece */
  nameOf(piece) {
    return this.names.get(piece)?.label ?? piece.replaceAll("-", " ");
  }

  /** The pieces themselves, without markers that only count something. */
  rulable() {
    return this.pieces.filter(({ look }) => look !== "marker");
  }

  /** @param {string | null | undefined} side */
  sideName(side) {
    return this.welcome.scenario.sides.find((each) => each.id === side)?.name ?? side ?? "";
  }

  /**
   * The number of a side, as the drawing counts them.
   *
   * @param {string | null | undefined} side
   */
  sideNumber(side) {
    const place = this.welcome.scenario.sides.findIndex((each) => each.id === side);
    return place < 0 ? 3 : place;
  }

  /**
   * The number of the side of what is called so; none, if nothing is.
   *
   * @param {string} name
   */
  sideOfName(name) {
    for (const { label, side } of this.names.values()) {
      if (label === name) return this.sideNumber(side);
    }
    return null;
  }

  /** @param {string} seat */
  seatInfo(seat) {
    return this.seats.find((each) => each.seat === seat) ?? null;
  }

  /**
   * Who sits there, in words.
   *
   * @param {string} seat
   */
  seatName(seat) {
    const info = this.seatInfo(seat);
    if (!info) return seat;
    if (info.role === "referee") return info.name ? `the referee (${info.name})` : "the referee";
    const side = this.sideName(info.side) || seat;
    const commanders = this.seats.filter((each) => each.side === info.side);
    const place = commanders.indexOf(info) + 1;
    const whose = commanders.length === 1 ? side : `${side} commander ${place}`;
    if ((info.kind ?? "person") !== "person") return `${whose} (computer, ${info.kind})`;
    return info.name ? `${whose} (${info.name})` : whose;
  }

  /** Whether this seat has something to decide. */
  get asked() {
    return (this.standing.questions ?? []).length > 0;
  }

  /** Whether the battle waits for anything from this seat: an answer, dice, consent, a word. */
  get wanted() {
    const { status, dice, proposal, words = [], unready = [] } = this.standing;
    if (status === "over") return false;
    if (dice?.mine || proposal?.mine) return true;
    if (status === "gathering") return [...words, ...unready].includes(this.welcome.seat);
    return this.asked && !dice;
  }

  /**
   * Whether this seat commands a piece.
   *
   * @param {PieceId} piece
   */
  commands(piece) {
    const { side, seat, role } = this.welcome;
    if (role === "onlooker") return false;
    const named = this.names.get(piece);
    if (!named || named.side !== side) return false;
    const own = this.seatInfo(seat)?.pieces;
    return !own || own.includes(piece);
  }

  /** This seat's pieces on the table: no markers, and no counters where troops are drawn as such. */
  own() {
    const mine = this.pieces.filter(({ piece, look }) => look !== "marker" && this.commands(piece));
    const troops = mine.filter(({ look }) => look !== "counter");
    return troops.length ? troops : mine;
  }

  /** This seat's pieces that can still act. */
  ready() {
    const spent = ["acted", "reacted"];
    return this.own().filter(({ marks }) => !marks.some((mark) => spent.includes(mark)));
  }
}
