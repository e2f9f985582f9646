/**
 * Short messages.
 */

import { toast } from "../popup.js";

export { toast as say };

/**
 * Says what went wrong, in the words of whoever refused it.
 *
 * @param {unknown} error
 */
export function sayError(error) {
  toast(error instanceof Error ? error.message : String(error), { bad: true });
}
