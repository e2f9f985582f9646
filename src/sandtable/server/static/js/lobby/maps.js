/**
 * The maps of battles as small pictures, by day and by night.
 */

import { battleDrawing, scenarioDrawing } from "../api.js";
import { h } from "../dom.js";
import { onTheme, theme } from "../theme.js";

/**
 * The map of a scenario; beside its title, so that it needs no words of its own.
 *
 * @param {string} scenario
 * @param {number} width
 * @param {number} height
 * @returns {HTMLImageElement}
 */
export function mapOf(scenario, width, height) {
  return h("img", {
    src: scenarioDrawing(scenario, theme()),
    alt: "",
    loading: "lazy",
    decoding: "async",
    width,
    height,
    data: { map: scenario },
  });
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
  const image = mapOf(battle.scenario, width, height);
  if (battle.status === "gathering") return image;
  delete image.dataset.map;
  image.dataset.battle = battle.id;
  image.src = battleDrawing(battle.id, theme(), battle.changed);
  image.addEventListener("error", () => (image.src = scenarioDrawing(battle.scenario, theme())), {
    once: true,
  });
  return image;
}

onTheme((now) => {
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (
    document.querySelectorAll("img[data-battle]")
  )) {
    image.src = battleDrawing(image.dataset.battle ?? "", now, Date.now());
  }
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (
    document.querySelectorAll("img[data-map]")
  )) {
    image.src = scenarioDrawing(image.dataset.map ?? "", now);
  }
});
