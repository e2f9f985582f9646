/**
 * The maps of battles as small pictures, by day and by night.
 */

import { battleDrawing, scenarioDrawing } from "../api.js";
import { h } from "../dom.js";
import { onTheme, theme } from "../theme.js";
import { show } from "./pictures.js";

/** The map of a scenario, without names: so small, nobody could read them. @param {string} scenario */
const smallMap = (scenario) => scenarioDrawing(scenario, theme(), false);

/**
 * The map of a scenario; beside its title, so that it needs no words of its own.
 *
 * @param {string} scenario
 * @param {number} width
 * @param {number} height
 * @returns {HTMLImageElement}
 */
export function mapOf(scenario, width, height) {
  const image = emptyMap(width, height);
  image.dataset.map = scenario;
  show(image, smallMap(scenario));
  return image;
}

/**
 * @param {number} width
 * @param {number} height
 */
function emptyMap(width, height) {
  return h("img", { alt: "", decoding: "async", width, height });
}

/**
 * The table of a battle as it stands, as far as everybody may know; before that, its map.
 *
 * @param {import("../api.js").BattleInfo} battle
 * @param {number} width
 * @param {number} height
 * @returns {HTMLImageElement}
 */
export function tableOf(battle, width, height) {
  if (battle.status === "gathering") return mapOf(battle.scenario, width, height);
  const image = emptyMap(width, height);
  image.dataset.battle = battle.id;
  image.addEventListener("error", () => show(image, smallMap(battle.scenario)), { once: true });
  show(image, battleDrawing(battle.id, theme(), battle.changed));
  return image;
}

onTheme((now) => {
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (
    document.querySelectorAll("img[data-battle]")
  )) {
    show(image, battleDrawing(image.dataset.battle ?? "", now, Date.now()));
  }
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (
    document.querySelectorAll("img[data-map]")
  )) {
    show(image, smallMap(image.dataset.map ?? ""));
  }
});
