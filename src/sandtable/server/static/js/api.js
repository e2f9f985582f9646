/**
 * The HTTP side of the server: one function for each thing that it does.
 *
 * Whatever goes wrong is an `ApiError` with a sentence that can be shown as it is.
 */

/** @typedef {import("./http").SideInfo} SideInfo */
/** @typedef {import("./http").UnitInfo} UnitInfo */
/** @typedef {import("./http").OptionInfo} OptionInfo */
/** @typedef {import("./http").ScenarioInfo} ScenarioInfo */
/** @typedef {import("./http").ForceInfo} ForceInfo */
/** @typedef {import("./http").ScenarioDetails} ScenarioDetail */
/** @typedef {import("./http").PlayerInfo} PlayerInfo */
/** @typedef {import("./http").SeatWanted} SeatWish */
/** @typedef {import("./http").BattleWanted} BattleWish */
/** @typedef {import("./http").TakeOver} TakeOverWish */
/** @typedef {import("./http").BattleMade} Created */
/** @typedef {import("./http").SeatShown} BattleSeat */
/** @typedef {import("./http").BattleInfo} BattleInfo */
/** @typedef {import("./http").Moment} ReplayMoment */
/** @typedef {import("./http").Replay} Replay */
/** @typedef {import("./http").Verified} Verdict */
/** @typedef {import("./http").RuleInfo} RuleInfo */
/** @typedef {import("./http").Drawn} Drawn */
/** @typedef {import("./http").Link} Link */
/** @typedef {{dice: BattleInfo["dice"], seed?: string}} DiceWish */

/** Something that the server did not do, with the reason as a sentence. */
export class ApiError extends Error {
  /**
   * @param {number} status The HTTP status; 0 if the server could not be reached.
   * @param {string} reason
   */
  constructor(status, reason) {
    super(reason);
    this.name = "ApiError";
    this.status = status;
  }

  /** Whether the server could not be reached at all. */
  get away() {
    return this.status === 0;
  }
}

/**
 * @typedef {object} Call
 * @property {unknown} [body]
 * @property {string | null} [token]
 * @property {AbortSignal} [signal]
 */

/** The token that this page came in by, for requests that name no other. @type {string | null} */
let own = null;

/**
 * Says who this page is: whoever has a link to a seat needs no passphrase.
 *
 * @param {string | null} token
 */
export function identify(token) {
  own = token;
}

/**
 * Asks the server for something, and gives the answer as it came.
 *
 * @param {string} method
 * @param {string} path
 * @param {Call} [call]
 * @returns {Promise<Response>}
 */
export async function request(method, path, { body, token, signal } = {}) {
  const asked = token ?? own;
  let response = await send(method, path, { body, token: asked, signal });
  // A link that was revoked must not keep out somebody who knows the passphrase.
  if (response.status === 401 && asked) response = await send(method, path, { body, signal });
  if (!response.ok) throw new ApiError(response.status, await reasonOf(response));
  return response;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Call} call
 * @returns {Promise<Response>}
 */
async function send(method, path, { body, token, signal }) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  try {
    return await fetch(path, {
      method,
      headers,
      signal,
      credentials: "same-origin",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "The server cannot be reached. Is it still running?");
  }
}

/**
 * @param {Response} response
 * @returns {Promise<string>}
 */
async function reasonOf(response) {
  try {
    const { detail } = await response.json();
    if (typeof detail === "string") return detail;
    if (Array.isArray(detail)) return detail.map((one) => one?.msg ?? String(one)).join("; ");
  } catch {
    // Not from our server, or cut off; the status has to do.
  }
  return `The server answered with an error (${response.status}).`;
}

/**
 * The answer as data.
 *
 * @param {string} method
 * @param {string} path
 * @param {Call} [call]
 * @returns {Promise<any>}
 */
async function json(method, path, call) {
  const response = await request(method, path, call);
  return [202, 204].includes(response.status) ? null : response.json();
}

/**
 * Parameters of an address; those without a value are left out.
 *
 * @param {Record<string, string | number | boolean | null | undefined>} wanted
 */
function query(wanted) {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) {
    if (value !== null && value !== undefined && value !== "") given.set(name, String(value));
  }
  const text = given.toString();
  return text && `?${text}`;
}

const part = encodeURIComponent;

// -- what there is to fight -----------------------------------------------------------------------

/** @returns {Promise<ScenarioInfo[]>} */
export const scenarios = () => json("GET", "/api/scenarios");

/** @param {string} id @returns {Promise<ScenarioDetail>} */
export const scenario = (id) => json("GET", `/api/scenarios/${part(id)}`);

/** @param {string} id @param {"light" | "dark"} theme @param {boolean} [names] Whether it has any. */
export const scenarioDrawing = (id, theme, names = true) =>
  `/api/scenarios/${part(id)}/drawing.svg${query({ theme, names })}`;

/** @returns {Promise<PlayerInfo[]>} */
export const players = () => json("GET", "/api/players");

/** @param {string} id @returns {Promise<RuleInfo>} */
export const rule = (id) => json("GET", `/api/rules/${part(id)}`);

/** @param {string} passphrase */
export const enter = (passphrase) => json("POST", "/api/session", { body: { passphrase } });

// -- battles --------------------------------------------------------------------------------------

/** @param {string} id */
const at = (id) => `/api/battles/${part(id)}`;

/** @param {AbortSignal} [signal] @returns {Promise<BattleInfo[]>} */
export const battles = (signal) => json("GET", "/api/battles", { signal });

/** @param {string} id @param {string | null} [token] @returns {Promise<BattleInfo>} */
export const battle = (id, token) => json("GET", at(id), { token });

/**
 * The address of a picture of the table as everybody may know it.
 *
 * @param {string} id
 * @param {"light" | "dark"} theme
 * @param {number} changed When it last changed, so that a newer one has another address.
 */
export const battleDrawing = (id, theme, changed) =>
  `${at(id)}/drawing.svg${query({ theme, seat: "onlooker", changed })}`;

/** The address of the report of a battle that is over. @param {string} id */
export const reportOf = (id) => `${at(id)}/report.html`;

/** @param {BattleWish} wish @returns {Promise<Created>} */
export const create = (wish) => json("POST", "/api/battles", { body: wish });

/** Begins a battle that waits for somebody. @param {string} id @param {string | null} token */
export const start = (id, token) => json("POST", `${at(id)}/start`, { token });

/** Has the words for fair dice sealed anew. @param {string} id @param {string | null} token */
export const beginAnew = (id, token) => json("POST", `${at(id)}/anew`, { token });

/** @param {string} id @param {TakeOverWish} wish @param {string | null} token
 *  @returns {Promise<Created>} */
export const takeOver = (id, wish, token) =>
  json("POST", `${at(id)}/take-over`, { body: wish, token });

/** @param {string} id @param {string | null} token @returns {Promise<BattleInfo>} */
export const tryAgain = (id, token) => json("POST", `${at(id)}/try-again`, { token });

/** @param {string} id @param {string | null} token @returns {Promise<BattleInfo>} */
export const goOn = (id, token) => json("POST", `${at(id)}/go-on`, { token });

/** @param {string} id @param {string} seat @param {string | null} token
 *  @returns {Promise<Link>} */
export const invite = (id, seat, token) =>
  json("POST", `${at(id)}/links`, { body: { seat }, token });

/** @param {string} id @param {string} seat @param {string | null} token */
export const revoke = (id, seat, token) =>
  json("DELETE", `${at(id)}/links/${part(seat)}`, { token });

/** @param {string} id @param {string} seat @param {import("./http").SeatChanged} to
 *  @param {string | null} token */
export const handOver = (id, seat, to, token) =>
  json("PATCH", `${at(id)}/seats/${part(seat)}`, { body: to, token });

/** @param {string} id @param {string | null} token */
export const remove = (id, token) => json("DELETE", at(id), { token });

// -- what is left of them -------------------------------------------------------------------------

/** @param {string} id @param {string | null} token @returns {Promise<Verdict>} */
export const verify = (id, token) => json("GET", `${at(id)}/verify`, { token });

/** @param {string} id @param {string | null} token @param {string} [seat]
 *  @returns {Promise<Replay>} */
export const replay = (id, token, seat) =>
  json("GET", `${at(id)}/replay${query({ seat })}`, { token });

/**
 * The drawing at a line, in layers.
 *
 * @param {string} id
 * @param {{line: number, theme: "light" | "dark", words?: number, seat?: string}} wanted
 * @param {string | null} token
 * @param {AbortSignal} [signal]
 * @returns {Promise<Drawn>}
 */
export const layers = (id, wanted, token, signal) =>
  json("GET", `${at(id)}/layers${query(wanted)}`, { token, signal });

/**
 * Fetches a file of a battle and hands it to the person, with the token that a plain link lacks.
 *
 * @param {string} id
 * @param {"log.txt" | "report.html" | "journal.jsonl"} file
 * @param {string | null} token
 * @param {string} [seat]
 * @returns {Promise<Blob>}
 */
export async function file(id, file, token, seat) {
  const response = await request("GET", `${at(id)}/${file}${query({ seat })}`, { token });
  return response.blob();
}

export { forget, heldOf, keepHost, keepSeat, tokenIn, whole } from "./tokens.js";
