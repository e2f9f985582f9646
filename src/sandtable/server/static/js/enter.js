/**
 * The door of a server that has a passphrase.
 */

import * as api from "./api.js";
import { byId } from "./dom.js";
import { themeButton } from "./theme.js";

const field = /** @type {HTMLInputElement} */ (byId("passphrase"));
const button = /** @type {HTMLButtonElement} */ (byId("go"));

/**
 * Where the person wanted to go; only ever a page of this server.
 *
 * @returns {string}
 */
function wanted() {
  const next = new URLSearchParams(location.search).get("next") ?? "/";
  const address = new URL(next, location.origin);
  if (address.origin !== location.origin || address.pathname === "/enter") return "/";
  return `${address.pathname}${address.search}${location.hash}`;
}

async function enter() {
  button.disabled = true;
  byId("problem").textContent = "";
  try {
    await api.enter(field.value);
    location.replace(wanted());
  } catch (error) {
    byId("problem").textContent = error instanceof Error ? error.message : String(error);
    field.select();
  } finally {
    button.disabled = false;
  }
}

byId("tools").append(themeButton());
byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  void enter();
});
field.focus();
