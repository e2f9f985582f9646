/**
 * The line to a battle's server.
 *
 * Exports: `Live`, `RefusedError`, `LostError`.
 *
 * `new Live({battle, token, name})` then `live.connect()`. It says hello with the last line that it
 * has seen, and comes back by itself after a break, ever more slowly. Whatever was sent under a key
 * and has not been answered is sent again under the same key, so it is done once. Questions that
 * were open are asked again.
 *
 * Events (`live.on(name, listener)`): `welcome`, `update`, `heard`, `presence` with the server's
 * message; `status` with `{online, closed, reason}`.
 */

/** @typedef {import("./types").Welcome} Welcome */
/** @typedef {import("./types").Update} Update */
/** @typedef {import("./types").Heard} Heard */
/** @typedef {import("./types").Presence} Presence */
/** @typedef {import("./types").Done} Done */
/** @typedef {import("./types").Refused} Refused */
/** @typedef {import("./types").Answer} Answer */
/** @typedef {import("./types").Outgoing} Outgoing */
/** @typedef {import("./page").Keyed} Keyed */
/** @typedef {import("./page").Order} Order */
/** @typedef {import("./page").About} About */
/** @typedef {import("./page").AskDetails} AskDetails */

/** @typedef {{online: boolean, closed: boolean, reason: string}} Status */

/**
 * @typedef {object} Events
 * @property {Welcome} welcome
 * @property {Update} update
 * @property {Heard} heard
 * @property {Presence} presence
 * @property {Status} status
 */

/**
 * @typedef {object} Waiting
 * @property {Record<string, unknown>} message
 * @property {(value: any) => void} resolve
 * @property {(reason: Error) => void} reject
 */

const REVOKED = 4403;

/** Why a closed line is not opened again, by the code that the server closes it with. */
const FINAL = new Map([
  [4401, "This link is not valid. Ask for a new one."],
  [REVOKED, "This link has been revoked. Ask for a new one."],
  [4404, "There is no such battle here."],
]);

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
const PING_EVERY = 20000;
const PATIENCE = 8000;

/** Something that the server would not do; nothing has changed. */
export class RefusedError extends Error {
  /**
   * @param {string} reason
   * @param {string} rule
   */
  constructor(reason, rule) {
    super(reason);
    this.name = "RefusedError";
    this.rule = rule;
  }
}

/** The line was closed for good before an answer came. */
export class LostError extends Error {
  /** @param {string} reason */
  constructor(reason) {
    super(reason);
    this.name = "LostError";
  }
}

export class Live {
  /**
   * @param {object} options
   * @param {string} options.battle The battle's id.
   * @param {string} options.token The secret of a seat, of the referee or of onlookers.
   * @param {string} [options.claim] The token with which a seat is taken, if that is an invitation.
   * @param {string} [options.name] What the others may call this person.
   * @param {string} [options.url] The address of the WebSocket, if it is not the usual one.
   */
  constructor({ battle, token, claim, name = "", url }) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.url = url ?? `${scheme}//${location.host}/api/battles/${encodeURIComponent(battle)}/live`;
    this.token = token;
    /** @type {string | undefined} */
    this.claim = claim;
    this.name = name;
    /** The number of the last line that this client has; -1 for nothing. */
    this.number = -1;
    /** The last line before the last order of this client; none, if it has given none. @type {number | null} */
    this.gaveAfter = null;
    this.online = false;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, Waiting>} */
    this.keyed = new Map();
    /** @type {Map<number, Waiting>} */
    this.asked = new Map();
    /** @type {Map<string, Set<(detail: any) => void>>} */
    this.listeners = new Map();
    this.nextId = 1;
    this.pause = FIRST_PAUSE;
    this.heardAt = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    this.pulse = setInterval(() => this.#beat(), PATIENCE / 2);
    this.pinged = 0;
    this.wake = () => this.#hurry();
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  /**
   * @template {keyof Events} K
   * @param {K} name
   * @param {(detail: Events[K]) => void} listener
   * @returns {() => void} Stops listening.
   */
  on(name, listener) {
    const all = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, all.add(listener));
    return () => all.delete(listener);
  }

  connect() {
    if (this.closed || this.socket) return;
    clearTimeout(this.retry);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.heardAt = Date.now();
      const { token, claim, number: since, name } = this;
      socket.send(JSON.stringify({ type: "hello", token, claim, since, name }));
    });
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.#lost(socket, event.code, event.reason));
  }

  /** Closes the line for good. */
  close() {
    this.#finish("");
    this.socket?.close(1000);
  }

  // -- what changes the battle ------------------------------------------------------------------

  /**
   * An order of this seat.
   *
   * @param {Order} order
   */
  give(order) {
    this.gaveAfter = Math.max(0, this.number);
    return this.#send({ type: "give", expect: Math.max(0, this.number), order });
  }

  /**
   * Takes the last step back, or everything after a line.
   *
   * @param {number} [to]
   */
  undo(to) {
    const expect = Math.max(0, this.number);
    return this.#send(to === undefined ? { type: "undo", expect } : { type: "undo", expect, to });
  }

  /**
   * @param {number} proposal
   * @param {boolean} agree
   */
  consent(proposal, agree) {
    return this.#send({ type: "consent", proposal, agree });
  }

  /** @param {number[]} faces */
  throwDice(faces) {
    return this.#send({ type: "throw", faces });
  }

  cancelThrow() {
    return this.#send({ type: "cancel-throw" });
  }

  /**
   * The seal of a word for fair dice.
   *
   * @param {string} commitment
   * @param {string} seal
   */
  seal(commitment, seal) {
    return this.#send({ type: "seal", commitment, seal });
  }

  /**
   * What is in one's seal.
   *
   * @param {string} nonce
   * @param {string} word
   */
  open(nonce, word) {
    return this.#send({ type: "open", nonce, word });
  }

  /** Has all words for fair dice sealed anew. */
  beginAnew() {
    return this.#send({ type: "begin-anew" });
  }

  /** @param {boolean} ready */
  ready(ready) {
    return this.#send({ type: "ready", ready });
  }

  /** Gives up the seat that this person holds, or refuses to. @param {boolean} agree */
  release(agree) {
    return this.#send({ type: "release", agree });
  }

  /** @param {Record<string, unknown>} ruling */
  decree(ruling) {
    return this.#send({ type: "decree", expect: Math.max(0, this.number), ruling });
  }

  /** @param {Record<string, string>} results */
  overrule(results) {
    return this.#send({ type: "overrule", expect: Math.max(0, this.number), results });
  }

  layOpen() {
    return this.#send({ type: "lay-open" });
  }

  /**
   * @param {string} text
   * @param {"all" | "side"} [to]
   */
  chat(text, to = "all") {
    return this.#send({ type: "chat", text, to });
  }

  // -- questions --------------------------------------------------------------------------------

  /**
   * A question that changes nothing.
   *
   * @param {About} about
   * @param {AskDetails} [details]
   * @returns {Promise<Answer>}
   */
  ask(about, details = {}) {
    const id = this.nextId++;
    const message = { type: "ask", id, about, ...details };
    return new Promise((resolve, reject) => {
      this.asked.set(id, { message, resolve, reject });
      if (this.closed) this.#finish("The line to the server is closed.");
      else if (this.online) this.#write(message);
    });
  }

  /**
   * A way of asking where only the newest question counts, such as while a hand moves: at most one
   * is under way, and of those that wait behind it only the last is asked. Answers to questions that
   * have been overtaken are dropped: their promise yields `null`.
   *
   * @returns {{ask: (about: About, details?: AskDetails) => Promise<Answer | null>,
   *   forget: () => void}}
   */
  channel() {
    let newest = 0;
    /** @type {Promise<unknown>} */
    let busy = Promise.resolve();
    return {
      ask: (about, details) => {
        const mine = ++newest;
        const turn = busy.then(async () => {
          if (mine !== newest) return null;
          const answer = await this.ask(about, details);
          return mine === newest ? answer : null;
        });
        busy = turn.catch(() => null);
        return turn;
      },
      forget: () => {
        newest += 1;
      },
    };
  }

  // -- the line itself --------------------------------------------------------------------------

  /**
   * @param {Keyed} message
   * @returns {Promise<Done>}
   */
  #send(message) {
    const key = crypto
      .getRandomValues(new Uint8Array(12))
      .reduce((text, byte) => text + byte.toString(16).padStart(2, "0"), "");
    const whole = { ...message, key };
    return new Promise((resolve, reject) => {
      this.keyed.set(key, { message: whole, resolve, reject });
      if (this.closed) this.#finish("The line to the server is closed.");
      else if (this.online) this.#write(whole);
    });
  }

  /** @param {unknown} message */
  #write(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {Outgoing} message */
  #hear(message) {
    this.heardAt = Date.now();
    switch (message.type) {
      case "welcome":
        this.number = message.standing.number;
        this.online = true;
        this.pause = FIRST_PAUSE;
        this.#tell("welcome", message);
        this.#tell("status", { online: true, closed: false, reason: "" });
        for (const { message: again } of this.keyed.values()) this.#write(again);
        for (const { message: again } of this.asked.values()) this.#write(again);
        break;
      case "update":
        this.number = message.standing.number;
        this.#tell("update", message);
        break;
      case "done":
        this.#settle(message.key)?.resolve(message);
        break;
      case "refused":
        this.#settle(message.key)?.reject(new RefusedError(message.reason, message.rule));
        break;
      case "answer":
        this.#answered(message.id)?.resolve(message);
        break;
      case "trouble": {
        const error = new RefusedError(message.reason, "");
        if (message.key) this.#settle(message.key)?.reject(error);
        if (typeof message.id === "number") this.#answered(message.id)?.reject(error);
        break;
      }
      case "heard":
      case "presence":
        this.#tell(message.type, message);
        break;
      case "pong":
        break;
    }
  }

  /** @param {string} key */
  #settle(key) {
    const waiting = this.keyed.get(key);
    this.keyed.delete(key);
    return waiting;
  }

  /** @param {number} id */
  #answered(id) {
    const waiting = this.asked.get(id);
    this.asked.delete(id);
    return waiting;
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   * @param {string} [reason] As the server gave it.
   */
  #lost(socket, code, reason = "") {
    if (this.socket !== socket) return;
    this.socket = null;
    this.online = false;
    if (this.closed) return;
    const final = FINAL.get(code);
    if (final) {
      this.#finish(code === REVOKED ? reason || final : final);
      return;
    }
    this.#tell("status", { online: false, closed: false, reason: "" });
    // A little chance keeps many pages from coming back at the same moment.
    const wait = this.pause * (0.75 + Math.random() / 2);
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    this.retry = setTimeout(() => this.connect(), wait);
  }

  /** Looks whether the other end still answers. */
  #beat() {
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return;
    const silent = Date.now() - this.heardAt;
    if (this.pinged > this.heardAt && Date.now() - this.pinged > PATIENCE) {
      this.#abandon();
    } else if (silent > PING_EVERY && this.pinged <= this.heardAt) {
      this.pinged = Date.now();
      this.#write({ type: "ping" });
    }
  }

  /** Gives a dead line up without waiting for the browser to notice. */
  #abandon() {
    const socket = this.socket;
    if (!socket) return;
    this.#lost(socket, 0);
    socket.close();
  }

  /** The computer woke up, or its network came back: do not wait for the next attempt. */
  #hurry() {
    if (this.closed || document.visibilityState === "hidden") return;
    if (!this.socket) {
      this.pause = FIRST_PAUSE;
      this.connect();
    } else if (this.online && Date.now() - this.heardAt > PING_EVERY) {
      this.pinged = Date.now();
      this.#write({ type: "ping" });
    }
  }

  /** @param {string} reason */
  #finish(reason) {
    const wasClosed = this.closed;
    this.closed = true;
    this.online = false;
    clearTimeout(this.retry);
    clearInterval(this.pulse);
    window.removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    const error = new LostError(reason || "The line to the server is closed.");
    for (const { reject } of [...this.keyed.values(), ...this.asked.values()]) reject(error);
    this.keyed.clear();
    this.asked.clear();
    if (!wasClosed && reason) this.#tell("status", { online: false, closed: true, reason });
  }

  /**
   * @template {keyof Events} K
   * @param {K} name
   * @param {Events[K]} detail
   */
  #tell(name, detail) {
    for (const listener of [...(this.listeners.get(name) ?? [])]) listener(detail);
  }
}
