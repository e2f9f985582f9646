/**
 * What can be taken along from a battle: report, log, journal.
 */

import { h } from "../dom.js";
import { save } from "../lobby/files.js";
import { openDialog } from "../popup.js";

/** @typedef {import("../api.js").BattleInfo} BattleInfo */
/** @typedef {import("../lobby/files.js").FileName} FileName */

/** @type {{file: FileName, label: string, text: string}[]} */
const FILES = [
  {
    file: "report.html",
    label: "Battle report",
    text: "A page to read or print: maps, the story in sentences, losses, luck, the dice.",
  },
  { file: "log.txt", label: "Log", text: "Everything that happened, as plain text." },
  {
    file: "journal.jsonl",
    label: "Journal",
    text: "The battle itself: it can be replayed, checked (sandtable verify) and studied.",
  },
];

/**
 * @param {BattleInfo} battle
 * @param {string} seat Through whose eyes.
 */
export function openExports(battle, seat) {
  openDialog({
    title: `Save ${battle.title}`,
    body: [
      h(
        "ul",
        { class: "exports" },
        FILES.map(({ file, label, text }) =>
          h(
            "li",
            null,
            h(
              "button",
              {
                type: "button",
                on: { click: () => void save(battle.id, file, { title: battle.title, seat }) },
              },
              label,
            ),
            h("span", { class: "muted" }, text),
          ),
        ),
      ),
    ],
  });
}
