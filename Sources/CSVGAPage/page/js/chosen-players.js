// The players that movies are checked for: one choice for the gallery and the panel Check, so both count the same findings.
import { t } from "./i18n.js";
import { remember, remembered } from "./settings.js";

/** The initial choice: the most common players. */
const usual = ["ios", "android"];

/** @returns {string[]} */
export function chosenPlayers() {
  const names = remembered("players", usual);
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : usual;
}

/** Sends the event "players" when the choice changes. */
export const playerEvents = new EventTarget();

/** @param {string[]} names */
export function choosePlayers(names) {
  remember("players", names);
  playerEvents.dispatchEvent(new Event("players"));
}

/** For people: `Android`, or `Android 2.4.7` for `android@2.4.7`. @param {string} name */
export function playerTitle(name) {
  const [kind, version] = name.split("@");
  const title = t(`check.player.${kind}`);
  return version === undefined ? title : `${title} ${version}`;
}
