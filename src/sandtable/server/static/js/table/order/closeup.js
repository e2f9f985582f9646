/**
 * Where the whole table is too small for fingertips to hit its squares, it is shown larger while a
 * square has to be named, and as before when that is done.
 *
 * Exports: `watchCloseUp`.
 */

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("./composer.js").Composer} Composer */

/** Below so many pixels for a square it is hard to hit. */
const SMALL = 20;
const LARGE = 34;

/**
 * @param {Board} board
 * @param {Composer} composer
 */
export function watchCloseUp(board, composer) {
  if (!board.options.squares) return;
  let near = false;
  composer.on("draft", () => {
    const { draft } = composer;
    const isPlaced = draft?.slots.some(({ sort }) => sort === "path" || sort === "point");
    const piece = draft?.piece ?? composer.selected;
    if (draft && isPlaced && piece && board.camera.scale < SMALL) {
      board.zoom(LARGE / board.camera.scale);
      board.centreOn(piece);
      near = true;
    } else if (!draft && near) {
      near = false;
      board.fit();
    }
  });
}
