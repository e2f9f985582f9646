/**
 * The lobby: battles under way, battles that are over, and battles to fight.
 */

import * as api from "./api.js";
import { byId, fill, h } from "./dom.js";
import { isMyTurn, showRows } from "./lobby/battles.js";
import { openBriefing } from "./lobby/briefing.js";
import { mountCards } from "./lobby/cards.js";
import { welcome } from "./lobby/created.js";
import { count } from "./lobby/format.js";
import { openManage } from "./lobby/manage.js";
import { DEFAULT_LEVEL, seatName, seatsOf, usual } from "./lobby/places.js";
import { sayError } from "./lobby/say.js";
import { openSetup } from "./lobby/setup.js";
import { bringing } from "./people/bringing.js";
import { askPlaces } from "./people/people.js";
import { watchRules } from "./rules.js";
import { themeButton } from "./theme.js";
import { capital } from "./words.js";

/** @typedef {import("./api.js").BattleInfo} BattleInfo */
/** @typedef {import("./api.js").Created} Created */
/** @typedef {import("./api.js").ScenarioInfo} ScenarioInfo */

/** How often the list of battles is asked for anew, in milliseconds. */
const EVERY = 8000;

/** How many of the battles under way are shown at first. */
const FIRST = 4;

/** @type {Promise<import("./api.js").PlayerInfo[]> | null} */
let asked = null;

/** The computer players, asked for once. */
function computerPlayers() {
  asked ??= api.players().catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** The level that is meant if nothing is said. */
async function usualLevel() {
  const names = (await computerPlayers()).map((player) => player.name);
  return names.includes(DEFAULT_LEVEL) ? DEFAULT_LEVEL : names[0];
}

// -- beginning a battle ---------------------------------------------------------------------------

/**
 * @param {ScenarioInfo} scenario
 * @param {HTMLButtonElement} button
 */
async function play(scenario, button) {
  button.disabled = true;
  try {
    const forces = scenario.sides.map((side) => ({ ...side, units: [] }));
    const created = await api.create({
      scenario: scenario.id,
      seats: seatsOf(usual(forces, await usualLevel())),
      referee: "none",
      dice: "computer",
    });
    welcome(created, scenario.title, {});
  } catch (error) {
    button.disabled = false;
    sayError(error);
  }
}

/** @param {ScenarioInfo} scenario */
async function setUp(scenario) {
  try {
    const [detail, players, info] = await Promise.all([
      api.scenario(scenario.id),
      computerPlayers(),
      askPlaces(scenario.id),
    ]);
    const { id, book, sides } = scenario;
    openSetup({
      title: `Set up ${scenario.title}`,
      forces: detail.forces,
      players,
      level: await usualLevel(),
      options: detail.options,
      bookTitle: detail.book_title,
      people: info.places.length
        ? (files) => bringing({ scenario: id, book, info, sides, files })
        : undefined,
      action: "Begin the battle",
      begin: ({ options, ...chosen }) => api.create({ scenario: scenario.id, options, ...chosen }),
      done: (created) => welcome(created, scenario.title, seatNames(scenario, created)),
    });
  } catch (error) {
    sayError(error);
  }
}

/**
 * What the seats of a new battle are called.
 *
 * @param {ScenarioInfo} scenario
 * @param {Created} created
 */
function seatNames(scenario, created) {
  /** @type {Record<string, string>} */
  const names = { referee: "the referee" };
  for (const side of scenario.sides) {
    names[side.id] = side.name;
    for (let at = 0; at < created.seats.length; at += 1) {
      names[seatName(side.id, at, 2)] = `${side.name}, commander ${at + 1}`;
    }
  }
  return names;
}

/** @param {ScenarioInfo} scenario */
function brief(scenario) {
  openBriefing(scenario, (close) => {
    const go = h(
      "button",
      { class: "primary", type: "button", on: { click: () => void play(scenario, go) } },
      "Play against the computer",
    );
    const set = h(
      "button",
      {
        type: "button",
        on: {
          click: () => {
            close();
            void setUp(scenario);
          },
        },
      },
      "Set up…",
    );
    return [set, go];
  });
}

// -- what is shown --------------------------------------------------------------------------------

/**
 * Goes to the table of a battle in which this browser has no seat yet: to one's own seat, where one
 * sits there on another machine, or among the onlookers.
 *
 * @param {BattleInfo} battle
 */
async function enter(battle) {
  const own = battle.seats.filter((seat) => seat.own && seat.kind === "person");
  const { host } = api.heldOf(battle.id);
  try {
    let wanted = "";
    for (const { seat } of own) {
      const { link } = await api.invite(battle.id, seat, host);
      api.keepSeat(battle.id, seat, api.tokenIn(link));
      if (!wanted || battle.waiting.includes(seat)) wanted = link;
    }
    location.assign(wanted || (await api.invite(battle.id, "onlooker", host)).link);
  } catch (error) {
    sayError(error);
  }
}

const doings = {
  /** @param {BattleInfo} battle */
  enter: (battle) => void enter(battle),
  /** @param {BattleInfo} battle */
  manage: async (battle) => {
    try {
      openManage(battle, await computerPlayers(), () => void refresh());
    } catch (error) {
      sayError(error);
    }
  },
};

/** @param {BattleInfo[]} battles */
function showBattles(battles) {
  const over = battles.filter((battle) => battle.status === "over");
  const running = battles.filter((battle) => battle.status !== "over");
  byId("under-way").hidden = !battles.length;
  byId("newcomer").hidden = battles.length > 0;
  byId("none-running").hidden = running.length > 0;
  running.sort((one, two) => Number(isMyTurn(two)) - Number(isMyTurn(one)));
  showRows(byId("running"), allShown ? running : running.slice(0, FIRST), doings);
  showMore(running.length);
  showRows(byId("finished"), over, doings);
  byId("finished-part").hidden = !over.length;
  fill(byId("finished-title"), capital(count(over.length, "finished battle")));
}

/** @param {number} number How many battles are under way. */
function showMore(number) {
  const more = byId("more");
  more.hidden = number <= FIRST;
  more.setAttribute("aria-expanded", String(allShown));
  fill(more, allShown ? `Only the first ${FIRST}` : `Show all ${number}`);
}

/** @param {unknown} error */
function trouble(error) {
  const place = byId("trouble");
  place.hidden = !error;
  if (!error) return;
  if (error instanceof api.ApiError && error.status === 401) {
    location.assign("/enter");
    return;
  }
  fill(byId("trouble-text"), error instanceof Error ? error.message : String(error));
}

async function refresh() {
  if (document.visibilityState === "hidden") return;
  const done = await Promise.allSettled([
    api.battles().then(showBattles),
    shown ? null : showScenarios(),
  ]);
  trouble(done.find((one) => one.status === "rejected")?.reason ?? null);
}

let shown = false;
let allShown = false;

async function showScenarios() {
  const all = await api.scenarios();
  mountCards(byId("battles"), all, {
    play: (one, button) => void play(one, button),
    setUp: (one) => void setUp(one),
    brief,
  });
  fill(
    byId("newcomer"),
    `New here? ${all[0].title} is a good battle to begin with: small, and the table explains the rules as you play.`,
  );
  shown = true;
}

byId("tools").append(themeButton());
byId("more").addEventListener("click", () => {
  allShown = !allShown;
  void refresh();
});
byId("again").addEventListener("click", () => void refresh());
window.addEventListener("focus", () => void refresh());
window.addEventListener("battles-changed", () => void refresh());
setInterval(() => void refresh(), EVERY);
watchRules();
void refresh();
