/**
 * A battle again, from its beginning.
 */

import * as api from "./api.js";
import { byId, fill, h } from "./dom.js";
import { select } from "./lobby/fields.js";
import { tokenFor } from "./lobby/files.js";
import { sayError } from "./lobby/say.js";
import { mountControls } from "./replay/controls.js";
import { openExports } from "./replay/exports.js";
import { mountLog } from "./replay/log.js";
import { Player } from "./replay/player.js";
import { openProof } from "./replay/proof.js";
import { mountScrubber } from "./replay/scrubber.js";
import { Source } from "./replay/source.js";
import { openTakeOver } from "./replay/takeover.js";
import { watchRules } from "./rules.js";
import { createBoard } from "./table/board/board.js";
import { onTheme, theme, themeButton } from "./theme.js";
import { turnOf } from "./words.js";

/** @typedef {import("./api.js").BattleInfo} BattleInfo */

/** How many moments ahead are fetched while it plays. */
const AHEAD = 3;

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** What is shown where the table cannot be drawn any more. @type {import("./replay/source.js").Drawing} */
const BLANK = { layers: {}, pieces: [] };

/** A battle whose scenario does not come with this program. */
const NOWHERE = { sides: /** @type {import("./api.js").SideInfo[]} */ ([]), squares: false };

/** @param {string} aside Why the battle does not go on. */
function tellWhy(aside) {
  const [first, ...rest] = aside.split(/(?<=\.) /);
  fill(byId("set-aside"), h("summary", null, first), h("p", null, rest.join(" ")));
  byId("set-aside").hidden = false;
}

/** @param {unknown} error */
function trouble(error) {
  if (error instanceof api.ApiError && error.status === 401) {
    location.assign(`/enter?next=${encodeURIComponent(location.pathname)}`);
    return;
  }
  fill(
    byId("trouble"),
    error instanceof Error ? error.message : String(error),
    " ",
    h("a", { href: "/" }, "To the lobby"),
  );
  byId("trouble").hidden = false;
}

/**
 * The line that the address asks for, so that a moment can be shared.
 *
 * @returns {number | null}
 */
function lineAsked() {
  const asked = new URLSearchParams(location.search).get("line");
  return asked !== null && /^\d+$/.test(asked) ? Number(asked) : null;
}

async function main() {
  api.identify(tokenFor(id));
  const battle = await api.battle(id, tokenFor(id));
  document.title = `Replay: ${battle.title} - Sandtable`;
  fill(byId("title"), battle.title);
  const source = new Source(id, battle.turn_name);
  await source.load("");
  if (battle.aside) tellWhy(battle.aside);
  /** @param {number} index */
  const pictured = (index) =>
    source.drawing(index, theme()).catch((error) => {
      if (battle.aside && error instanceof api.ApiError && error.status === 409) return BLANK;
      throw error;
    });
  const first = await pictured(0);
  const size = sizeOf(first);
  byId("replay").hidden = false;
  const { sides, squares } = await api.scenario(battle.scenario).catch(() => NOWHERE);
  const board = createBoard(byId("board"), {
    ...size,
    squares,
    unit: squares ? "squares" : undefined,
    label: `The table, ${size.width} by ${size.depth} ${squares ? "squares" : "inches"}. Arrow keys move a cursor.`,
  });

  const names = namesFrom(first.pieces ?? [], sides, (piece) => board.bringIntoView([piece]));
  if (squares) names.known.light = board.light.bind(board);

  let newest = 0;
  const player = new Player(source.moments.length, async (index) => {
    newest += 1;
    const mine = newest;
    const { layers, pieces = [] } = await pictured(index);
    names.learn(pieces);
    if (mine !== newest) return;
    const shown = board.fingerprints();
    board.setLayers(
      Object.fromEntries(
        Object.entries(layers).filter(([name, layer]) => shown[name] !== layer.fingerprint),
      ),
      pieces,
    );
    for (let ahead = 1; player.playing && ahead <= AHEAD; ahead += 1) {
      if (index + ahead <= player.last) void source.drawing(index + ahead, theme()).catch(() => {});
    }
  });
  const again = () => player.go(player.index).catch(trouble);
  source.words = board.words;
  board.camera.onSettled = () => {
    if (source.words === board.words) return;
    source.words = board.words;
    void again();
  };
  const parts = [
    mountScrubber(byId("scrubber"), source, player),
    mountControls(byId("controls"), source, player),
    mountLog(byId("log"), source, player, names.known),
  ];
  mountDoings(battle, source, player);
  byId("eyes").append(
    eyes(battle, sides, async (seat) => {
      try {
        const line = source.moments[player.index]?.line ?? 0;
        await source.load(seat);
        player.length = source.moments.length;
        for (const part of parts) part.redraw();
        await player.go(source.indexOf(line));
      } catch (error) {
        sayError(error);
      }
    }),
  );
  const where = byId("where");
  player.on(() => {
    const moment = source.moments[player.index];
    where.hidden = !moment;
    fill(
      where,
      `${turnOf(battle.turn_name, moment?.turn ?? 0, battle.turns)} · step ${player.index + 1} of ${player.length}`,
    );
  });
  onTheme(() => void again());
  const asked = lineAsked();
  await player.go(asked === null ? 0 : source.indexOf(asked));
  board.fit();
}

/**
 * What pieces are called, as far as they have been seen.
 *
 * @param {import("./types").CalledInfo[]} first
 * @param {import("./api.js").SideInfo[]} sides
 * @param {(piece: string) => void} onPiece
 */
function namesFrom(first, sides, onPiece) {
  /** @type {Map<string, {label: string, side: string}>} */
  const seen = new Map();
  const learn = (/** @type {import("./types").CalledInfo[]} */ pieces) => {
    for (const { piece, label, side } of pieces) seen.set(piece, { label, side });
  };
  learn(first);
  /** @type {import("./table/panels/log.js").Names} */
  const known = {
    nameOf: (piece) => seen.get(piece)?.label ?? null,
    sideOf: (label) => {
      const found = [...seen.values()].find((one) => one.label === label);
      return found ? sides.findIndex((side) => side.id === found.side) : null;
    },
    onPiece,
  };
  return { learn, known };
}

/**
 * The size of the table, from the drawing itself.
 *
 * @param {import("./replay/source.js").Drawing & {width?: number, depth?: number}} drawing
 */
function sizeOf({ layers, width, depth }) {
  if (width && depth) return { width, depth };
  const found = /<rect width="([\d.]+)" height="([\d.]+)"/.exec(
    `${layers.defs?.svg ?? ""}${layers.ground?.svg ?? ""}`,
  );
  return { width: Number(found?.[1] ?? 60), depth: Number(found?.[2] ?? 40) };
}

/**
 * Through whose eyes: one's own, and after the battle anybody's.
 *
 * @param {BattleInfo} battle
 * @param {import("./api.js").SideInfo[]} sides
 * @param {(seat: string) => Promise<void>} look
 */
function eyes(battle, sides, look) {
  const { seats } = api.heldOf(battle.id);
  const over = battle.status === "over";
  const open = battle.seats.filter(
    (seat) => seat.role !== "referee" && (over || seat.seat in seats),
  );
  const among = [{ value: "", label: over ? "Everything" : "What you may know" }];
  for (const seat of open) {
    const side = sides.find((one) => one.id === seat.side)?.name ?? seat.seat;
    const alone = battle.seats.filter((one) => one.side === seat.side).length === 1;
    among.push({ value: seat.seat, label: alone ? side : `${side}, ${seat.name || seat.seat}` });
  }
  if (over) among.push({ value: "onlooker", label: "An onlooker" });
  return select({
    label: "Through whose eyes",
    among,
    value: "",
    onChange: (seat) => void look(seat),
  });
}

/**
 * @param {BattleInfo} battle
 * @param {Source} source
 * @param {Player} player
 */
function mountDoings(battle, source, player) {
  const token = tokenFor(battle.id);
  const take = h("button", { type: "button", class: "primary" }, "Take over from here");
  take.addEventListener("click", () => {
    const { line, turn } = source.moments[source.turnBegan(player.index)];
    player.pause();
    void openTakeOver(battle, { line, turn }, token);
  });
  const follow = () => {
    const turn = `${battle.turn_name} ${source.moments[player.index]?.turn}`;
    const here = source.beginsTurn(player.index);
    fill(take, here ? "Take over from here" : `Take over at ${turn}`);
    take.title = here
      ? ""
      : `A battle goes on from between two ${battle.turn_name}s: from the beginning of ${turn}.`;
  };
  player.on(follow);
  follow();
  const verify = h(
    "button",
    { type: "button", on: { click: () => void openProof(battle.id, token) } },
    "Verify",
  );
  const keep = h(
    "button",
    { type: "button", on: { click: () => openExports(battle, source.seat) } },
    "Save…",
  );
  byId("doings").append(verify, keep, take);
}

byId("tools").append(
  h("a", { class: "pill", href: `/battle/${encodeURIComponent(id)}` }, "Table"),
  themeButton(),
);
watchRules();
main().catch(trouble);
