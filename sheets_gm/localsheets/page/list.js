// The turns of this account and the spreadsheets that it can open, newest first. The lists are updated while visible.
import { call } from "./server/api.js";
import { EventStream } from "./server/event_stream.js";
import { holdPresses } from "./widgets/held_press.js";
import { badge } from "./widgets/presence.js";
import { whoAmI } from "./server/account.js";
import { canNotify, dueText, linkTo, setNotice, wantsNotice, YourTurn } from "./turn/your_turn.js";
import { lookText } from "./turn/looks.js";

holdPresses();
const list = document.getElementById("files");
const empty = document.getElementById("empty");
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

async function show() {
  const query = encodeURIComponent("mimeType = 'application/vnd.google-apps.spreadsheet'");
  const { files } = await call("GET", `/drive/v3/files?q=${query}`);
  list.replaceChildren(...files.map(entry));
  empty.textContent = "No spreadsheets are shared with you yet.";
  empty.hidden = files.length > 0;
}

function entry(file) {
  return item(`/d/${encodeURIComponent(file.id)}`, file.name, `changed ${day.format(new Date(file.modifiedTime))} · ${accessOf(file)}`);
}

function showTurns(turns) {
  const described = (turn) => [turn.step, turn.step.endsWith(turn.tab) ? "" : turn.tab, dueText(turn.due, turn.grace), read(turn.document)].filter(Boolean).join(" · ");
  fill("turns", turns.map((turn) => [linkTo(turn), turn.name, described(turn)]));
  fill("runs", yourTurn.runs.map((run) => [`/d/${encodeURIComponent(run.document)}`, run.name, stands(run)]));
  document.getElementById("files-title").hidden = !turns.length && !yourTurn.runs.length;
}

// How a match stands: “⚠ stuck · 2 open claims · Turn 3 · due in 2 h · waits for Ana and Ben”.
function stands(run) {
  const waits = run.waiting.length > 3 ? `${run.waiting.length} people` : run.waiting.join(", ");
  const claims = run.claims && (run.claims === 1 ? "1 open claim" : `${run.claims} open claims`);
  const state = run.problem ? `⚠ ${run.status}` : run.status === "live" ? "" : run.status;
  const due = run.status === "live" && dueText(run.due);
  return [state, claims, run.step, due, run.status === "live" && waits && `waits for ${waits}`, read(run.document)].filter(Boolean).join(" · ");
}

function read(document) {
  return lookText(yourTurn.looks[document])?.text.replace(/\.$/, "");
}

function fill(id, wanted) {
  const box = document.getElementById(id);
  box.hidden = !wanted.length;
  const mark = JSON.stringify(wanted);
  if (mark === box.mark) return; // the focus stays where it is
  box.mark = mark;
  box.querySelector("ul").replaceChildren(...wanted.map((each) => item(...each)));
}

function item(address, title, text) {
  const link = document.createElement("a");
  link.href = address;
  const icon = new Image(26, 26);
  icon.src = new URL("icon.svg", import.meta.url).href;
  icon.alt = "";
  const name = document.createElement("strong");
  name.textContent = title;
  const more = document.createElement("small");
  more.textContent = text;
  link.append(icon, name, more);
  const made = document.createElement("li");
  made.append(link);
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
const yourTurn = new YourTurn(showTurns);
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
const refresh = () => Promise.all([show().catch(showError), me && yourTurn.look()]);
await refresh();
new EventStream({}, { up: refresh, changed: refresh, down: () => showError({}) });
