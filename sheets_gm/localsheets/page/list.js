// The games of this account, each once, and the other spreadsheets that it can open. The lists are updated while visible.
import { named } from "./play/status.js";
import { scoreOf } from "./play/story.js";
import { call } from "./server/api.js";
import { EventStream } from "./server/event_stream.js";
import { holdPresses } from "./widgets/held_press.js";
import { element } from "./widgets/elements.js";
import { badge } from "./widgets/presence.js";
import { whoAmI } from "./server/account.js";
import { canNotify, dueText, linkTo, setNotice, wantsNotice, YourTurn } from "./turn/your_turn.js";
import { lookText } from "./turn/looks.js";

holdPresses();
const list = document.getElementById("files");
const empty = document.getElementById("empty");
const FIELDS = "files(id,name,modifiedTime,ownedByMe,owners(displayName),capabilities(canEdit))";
const SVG = "http://www.w3.org/2000/svg";
const SMALL = 64; // pixels of a small board
const DOT = 3.5;
const MOST_SIDES = 3; // whose score a card has
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

// The spreadsheets that are no part of a match.
async function show() {
  const query = encodeURIComponent("mimeType = 'application/vnd.google-apps.spreadsheet'");
  const { files } = await call("GET", `/drive/v3/files?q=${query}&fields=${FIELDS}`);
  const inMatches = new Set(yourTurn.matches.flatMap(({ also }) => also));
  const others = files.filter(({ id }) => !inMatches.has(id));
  list.replaceChildren(...others.map((file) => item([`/d/${encodeURIComponent(file.id)}`, file.name, `changed ${day.format(new Date(file.modifiedTime))} · ${accessOf(file)}`])));
  document.getElementById("files-title").hidden = !inMatches.size || !others.length;
  empty.textContent = "No spreadsheets are shared with you yet.";
  empty.hidden = files.length > 0;
}

// Each match once: with something to do, or not.
function showMatches() {
  const { matches } = yourTurn;
  fill("turns", matches.filter(({ tab }) => tab !== null));
  fill("games", matches.filter(({ tab }) => tab === null));
  const title = matches.length ? "Your games" : "Spreadsheets";
  document.querySelector("h1").textContent = title;
  yourTurn.title(title);
}

// How a match stands: “⚠ stuck · 2 open claims · Turn 3 · due in 2 h · waits for Ana and Ben”.
function stands({ document: id, step, tab, due, grace, waiting, run, result }) {
  const claims = run?.claims && (run.claims === 1 ? "1 open claim" : `${run.claims} open claims`);
  const state = run?.problem ? `⚠ ${run.status}` : !run || run.status === "live" ? "" : run.status;
  const runs = !result && (due !== null || tab) && (!run || run.status === "live");
  const parts = [run && "you run it", state, claims, step, tab && !step.endsWith(tab) && tab, runs && dueText(due, grace), waiting.length && !result && `waits for ${named(waiting)}`];
  return [...parts, read(id)].filter(Boolean).join(" · ");
}

function read(document) {
  return lookText(yourTurn.looks[document])?.text.replace(/\.$/, "");
}

function fill(id, matches) {
  const box = document.getElementById(id);
  box.hidden = !matches.length;
  const wanted = matches.map((match) => [linkTo(match), match.name, stands(match), match]);
  const mark = JSON.stringify(wanted);
  if (mark === box.mark) return; // the focus stays where it is
  box.mark = mark;
  box.querySelector("ul").replaceChildren(...wanted.map(item));
}

function item([address, title, text, match]) {
  const link = element("a", "");
  link.href = address;
  const sums = element("span", "score", ...(match ? sumsOf(match) : []));
  link.append(match?.board ? smallBoard(match) : icon(), element("strong", "", title), element("small", "", text), ...(sums.childElementCount ? [sums] : []));
  return element("li", "", link);
}

// The score of a match; of many sides those of the reader and the best.
function sumsOf({ sides, score, limits, ahead, own }) {
  const values = new Map(score[0]?.[1] ?? []);
  const best = [...sides].sort(([one], [two]) => Number(own.includes(two)) - Number(own.includes(one)) || values.get(two) - values.get(one)).slice(0, MOST_SIDES);
  return scoreOf({ sides: sides.filter((side) => best.includes(side)), score, limits, ahead }, own);
}

function icon() {
  const made = new Image(26, 26);
  made.src = new URL("icon.svg", import.meta.url).href;
  made.alt = "";
  return made;
}

// The pieces of a board where they stand, as a small picture.
function smallBoard({ board: { size: [across, down], pieces }, sides }) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", `0 0 ${SMALL} ${SMALL}`);
  made.setAttribute("class", "small-board");
  made.setAttribute("aria-hidden", "true");
  const within = (at, count) => DOT + 2 + (at * (SMALL - 4 * DOT)) / Math.max(1, count - 1);
  made.append(...pieces.map(([x, y, side], at) => {
    const dot = document.createElementNS(SVG, "circle");
    const beside = pieces.slice(0, at).filter(([left, top]) => left === x && top === y).length; // others on the same place
    const fill = sides.find(([id]) => id === side)?.[3] || "#6b7280";
    for (const [name, value] of [["cx", within(x, across) + DOT * beside], ["cy", within(y, down)], ["r", DOT], ["fill", fill]]) dot.setAttribute(name, value);
    return dot;
  }));
  return made;
}

function accessOf(file) {
  if (file.ownedByMe) return "yours";
  const owner = file.owners?.[0]?.displayName;
  const access = file.capabilities?.canEdit ? "you can edit" : "you can view";
  return owner ? `owned by ${owner}, ${access}` : access;
}

function showError(error) {
  empty.hidden = false;
  empty.textContent = error.code ? error.message : "The server does not respond. This page will try again.";
}

const me = await whoAmI();
if (me) {
  const name = document.createElement("span");
  name.textContent = me.emailAddress;
  document.getElementById("who").append(badge(me.displayName, `You are ${me.emailAddress}`), name);
}
const yourTurn = new YourTurn(showMatches);
const notice = document.querySelector("#notify input");
notice.parentElement.hidden = !me || !canNotify();
notice.checked = wantsNotice();
const how = document.querySelector("#notify small");
const showHow = () => (how.textContent = !notice.checked ? "" : "While a page is open.");
showHow();
// earlier versions had a worker that listened while no page was open
navigator.serviceWorker?.getRegistration("/page/").then((worker) => worker?.unregister());
notice.addEventListener("change", async () => {
  notice.checked = await setNotice(notice.checked);
  showHow();
});
const calendar = document.getElementById("calendar");
const address = calendar.querySelector("input");
const said = calendar.querySelector("[aria-live]");
calendar.hidden = !me;

async function showAddress(method, text = "") {
  try {
    const { path } = await call(method, "/calendar");
    address.value = new URL(path, location).href;
    said.textContent = text;
  } catch (error) {
    said.textContent = error.code ? error.message : "The server does not respond. Try again.";
  }
}

calendar.addEventListener("toggle", () => calendar.open && !address.value && showAddress("GET"));
calendar.querySelector(".copy").addEventListener("click", async () => {
  address.select();
  await navigator.clipboard?.writeText(address.value);
  said.textContent = navigator.clipboard ? "Copied." : "Copy what is selected.";
});
calendar.querySelector(".anew").addEventListener("click", () => showAddress("POST", "The address before no longer works."));
const refresh = async () => {
  if (me) await yourTurn.look();
  await show().catch(showError);
};
await refresh();
new EventStream({}, { up: refresh, changed: refresh, down: () => showError({}) });
