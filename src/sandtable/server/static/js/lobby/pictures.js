/**
 * Pictures that come a few at a time. A browser opens only so many connections to a server; pictures
 * that are still being drawn must leave some of them to whoever presses a button.
 *
 * Exports: `show`.
 */

/** How many pictures are asked for at once. */
const AT_ONCE = 3;

/** What is to be shown, by picture; the first come first. @type {Map<HTMLImageElement, string>} */
const wanted = new Map();

let coming = 0;

const inSight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      inSight.unobserve(target);
      const image = /** @type {HTMLImageElement} */ (target);
      wanted.set(image, image.dataset.source ?? "");
    }
    next();
  },
  { rootMargin: "300px" },
);

/**
 * Has a picture shown when it is about to come into sight.
 *
 * @param {HTMLImageElement} image
 * @param {string} source
 */
export function show(image, source) {
  image.dataset.source = source;
  inSight.unobserve(image);
  inSight.observe(image);
}

function next() {
  for (const [image, source] of wanted) {
    if (coming >= AT_ONCE) return;
    wanted.delete(image);
    if (!image.isConnected || image.getAttribute("src") === source) continue;
    coming += 1;
    const done = new AbortController();
    for (const end of ["load", "error"]) {
      image.addEventListener(end, () => (done.abort(), (coming -= 1), next()), done);
    }
    image.src = source;
  }
}
