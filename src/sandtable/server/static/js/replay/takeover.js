/**
 * Taking a battle over: it goes on from the end of a turn as a new one, with other people and dice.
 */

import * as api from "../api.js";
import { welcome } from "../lobby/created.js";
import { DEFAULT_LEVEL, settled } from "../lobby/places.js";
import { sayError } from "../lobby/say.js";
import { openSetup } from "../lobby/setup.js";

/** @typedef {import("../api.js").BattleInfo} BattleInfo */

/**
 * @param {BattleInfo} battle
 * @param {{turn: number, line: number}} from The turn that begins there.
 * @param {string | null} token
 */
export async function openTakeOver(battle, from, token) {
  try {
    const [detail, players] = await Promise.all([api.scenario(battle.scenario), api.players()]);
    const names = players.map((player) => player.name);
    const level = names.includes(DEFAULT_LEVEL) ? DEFAULT_LEVEL : names[0];
    openSetup({
      title: `Take over ${battle.title}`,
      note: `A new battle begins as this one stood at the beginning of ${battle.turn_name} ${from.turn}. This one stays as it is.`,
      forces: detail.forces,
      players,
      level,
      places: settled(
        battle.seats.filter((seat) => seat.role !== "referee"),
        level,
      ),
      action: "Take over",
      begin: ({ options: _, ...chosen }) =>
        api.takeOver(battle.id, { line: from.line, ...chosen }, token),
      done: (created) =>
        welcome(
          created,
          battle.title,
          Object.fromEntries([
            ["referee", "the referee"],
            ...detail.sides.map((side) => [side.id, side.name]),
          ]),
        ),
    });
  } catch (error) {
    sayError(error);
  }
}
