// Whose turn it is: the turns of this account, the browser tab's title, and a notification when a turn opens. A turn whose
// duties are all done stays known: others are waited for.
import { call } from "../server/api.js";

const EVERY = 30000; // milliseconds between looks, also while the page is hidden and has no stream of events
const STORE = "notify of turns";
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];
const FEW = 600; // seconds that are counted one by one
const hour = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const clock = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });

export class YourTurn {
  // *show* gets the turns with something to do, the earliest deadline first, and those that are done; *here* is the document
  // of the page, if it shows only one.
  constructor(show, here) {
    Object.assign(this, { show, here, known: null, turns: [], done: [], matches: [], looks: {}, person: null }); // *person* is what marks call the account
    setInterval(() => this.look(), EVERY);
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
  }

  // Ask for the turns again and show them. Without an answer, those known before stay.
  async look() {
    const answer = await call("GET", "/turns").catch(() => null);
    if (answer !== null) this.take(answer);
  }

  // Show the turns that the server has answered.
  take(answer) {
    this.person = answer.person;
    this.matches = answer.matches ?? []; // of this account, each once
    this.looks = answer.looks ?? {}; // by document, when the program that owns it last looked
    const all = answer.turns.filter((turn) => !this.here || turn.document === this.here);
    const turns = all.filter((turn) => turn.tab !== null);
    if (this.known && wantsNotice()) for (const turn of turns) if (!this.known.has(nameOf(turn))) notify(turn);
    this.known = new Set(turns.map(nameOf));
    this.turns = turns;
    this.done = all.filter((turn) => turn.tab === null);
    this.title();
    this.draw();
  }

  draw() {
    this.show(this.turns, this.done);
  }

  // Set the title of the browser's tab.
  title(text = document.title.replace(/^● Your turn · /, "")) {
    const wanted = this.turns.length ? `● Your turn · ${text}` : text;
    if (document.title !== wanted) document.title = wanted;
  }
}

function nameOf(turn) {
  return JSON.stringify([turn.document, turn.step, turn.duties.map(([tab]) => tab)]);
}

// When a turn is due, as “in 23 h” and in the reader's own time zone.
export function dueText(due, grace = 0) {
  if (due === null) return "no deadline";
  if (isLate(due, grace)) return remaining(due, grace);
  return `due ${remaining(due)} (${clock.format(new Date(due * 1000))})`;
}

// Until when orders count: the deadline, or the end of its *grace* once it has passed.
export function lockAt(due, grace = 0) {
  return isLate(due, grace) ? due + grace : due;
}

// Whether the deadline has passed, and what is late still counts, for *grace* seconds.
function isLate(due, grace) {
  const late = Date.now() / 1000 - due;
  return late >= 0 && late < grace;
}

export function remaining(due, grace = 0) {
  if (isLate(due, grace)) return `Deadline passed; late moves count until ${hour.format(new Date((due + grace) * 1000))}`;
  const left = due - Date.now() / 1000;
  if (left <= 0) return "now";
  const [unit, size] = UNITS.find(([, each]) => left >= each) ?? ["minute", 60];
  const count = Math.max(1, Math.floor(left / size));
  return `in ${count} ${{ day: count === 1 ? "day" : "days", hour: "h", minute: "min" }[unit]}`;
}

// The same for a clock that is looked at: minutes and seconds once there are few.
export function countdown(due, grace = 0) {
  const left = Math.floor(due - Date.now() / 1000);
  if (left <= 0 || left >= FEW) return remaining(due, grace);
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

export function linkTo(turn) {
  return `/d/${encodeURIComponent(turn.document)}${turn.tab ? `#duty=${encodeURIComponent(turn.tab)}` : ""}`;
}

// -- notifications ---------------------------------------------------------------------------------------------------------

export function canNotify() {
  return "Notification" in window && window.isSecureContext;
}

export function wantsNotice() {
  return canNotify() && Notification.permission === "granted" && localStorage.getItem(STORE) === "yes";
}

// Turn notifications on, which may ask the reader for permission, or off. Returns whether they are on.
export async function setNotice(on) {
  const allowed = on && (await Notification.requestPermission()) === "granted";
  localStorage.setItem(STORE, allowed ? "yes" : "no");
  return allowed;
}

function notify(turn) {
  const made = new Notification(`Your turn: ${turn.name}`, { body: `${turn.tab} · ${dueText(turn.due, turn.grace)}`, tag: turn.document });
  made.addEventListener("click", () => {
    window.focus();
    location.href = linkTo(turn);
  });
}
