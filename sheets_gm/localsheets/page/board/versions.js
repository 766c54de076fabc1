// The earlier versions of a board, such as those of each turn, which the server keeps.
import { call } from "../server/api.js";

// Which versions there are of the tab *sheet*: {number, name}, the oldest first; none without an answer.
export async function listVersions(document, sheet) {
  const answer = await call("GET", addressOf(document, sheet)).catch(() => ({ versions: [] }));
  return answer.versions;
}

// One of them, as the tab was then.
export function readVersion(document, sheet, number) {
  return call("GET", addressOf(document, sheet, { number }));
}

function addressOf(document, sheet, more = {}) {
  return `/versions?${new URLSearchParams({ document, sheet, ...more })}`;
}
