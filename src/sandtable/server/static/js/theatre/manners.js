/**
 * What hands and keys mean while something is shown: never in the way of whoever wants to go on.
 *
 * Exports: `watchShow(theatre, board)`.
 */

/** @typedef {import("./theatre.js").Theatre} Theatre */

/**
 * A press on the table, or Space, goes on to the next thing; a second one to the end. Any other key,
 * and a press on anything else that can be pressed, ends the show and means what it always means.
 *
 * @param {Theatre} theatre
 * @param {HTMLElement} board
 */
export function watchShow(theatre, board) {
  document.addEventListener(
    "pointerdown",
    (event) => {
      if (!theatre.playing) return;
      const target = /** @type {Element} */ (event.target);
      if (board.contains(target) && !target.closest("button")) {
        theatre.skip();
        event.stopPropagation();
      } else if (target.closest("button, a, input, select")) theatre.finish();
    },
    { capture: true },
  );
  document.addEventListener(
    "keydown",
    (event) => {
      if (!theatre.playing || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = /** @type {Element} */ (event.target);
      if (target.closest("input, textarea, select")) return;
      if (event.key === " ") {
        theatre.skip();
        event.preventDefault();
        event.stopPropagation();
      } else if (event.key === "Enter" || event.key === "Escape" || event.key.length === 1) {
        theatre.finish();
      }
    },
    { capture: true },
  );
}
