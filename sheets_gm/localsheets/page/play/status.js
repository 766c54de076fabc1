// How the match stands for the reader, in one line; and what of it does not fit on this page.
import { isDone } from "./plan.js";

const MOST_NAMED = 2; // people waited for who are named
const WEEK = 6 * 86400; // seconds in which a day of the week is clear
const time = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" }; // others have other clocks
const soon = new Intl.DateTimeFormat(undefined, { weekday: "short", ...time });
const later = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", ...time });
const PARTS = {
  "page.play": "The play view",
  "page.places": "The board",
  "page.pieces": "The list of pieces",
  "page.tokens": "How the pieces look",
  "page.clicks": "How clicks fill in the form",
  "page.reach": "What each piece can reach",
  "page.near": "What can be reached now",
};

// The state, its line, and what is added to it in small letters: {name, text, small}. *waits* tells whether the reader is waited
// for; *kept* are the edits that wait for a server which does not answer, null while it does; *closed*: the reader may not open
// the match any more; *reading*: how a program reads what is typed, if that is known; *until* is the deadline, if it counts;
// *open* is the title of the duty that the bar speaks of.
export function statusOf({ mark, seats, runs, person, waiting: people }, duties, waits, { kept, closed, reading, until, open }) {
  const due = duties.filter((duty) => duty.due);
  const then = due.filter((duty) => !isDone(duty) && duty.title !== open).map(({ title }) => title);
  const asked = due.find((duty) => duty.form.asked && !isDone(duty));
  const ends = until ? ` · until ${timeOf(until)}` : "";
  const waiting = people.length ? ` Waiting for ${named(people)}${ends || "."}` : "";
  const refused = due.find(({ state }) => state === "refused");
  const states = [
    [closed, "closed", seats.length ? "You have left this match, or it is not shared with you any more." : "This match is not shared with you any more, or was deleted."],
    [kept !== null, "offline", `Offline. ${kept ? `${kept === 1 ? "Your edit is" : `Your ${kept} edits are`} kept here and sent once the server answers.` : "Waiting for the server to answer."}`],
    [reading?.ended && !mark.result, "offline", reading?.text],
    [mark.result, "over", mark.step.includes(mark.result) ? "The match is over" : `The match is over: ${mark.result}`],
    [seats.length && seats.every(({ id }) => mark.out?.includes(id)), "out", "You are out of the game, and watch now."],
    [mark.paused, "paused", pausedText(mark)],
    [mark.played, "played", "The turn is being played …"],
    [!seats.length, "watching", `${runs ? "You run the match." : mark.left?.includes(person) ? "You have left the match, and watch now." : "You are watching."}${waiting}`],
    [asked, "asked", "The turn waits for your answer."],
    [waits && refused, "refused", `Not accepted: ${refused?.title}.`],
    [waits, "turn", "Your turn."],
    [awayText(mark, seats), "done", `${awayText(mark, seats)}${waiting}`],
    [due.length, "done", `Sent.${waiting}`],
    [true, "waiting", `Nothing to do now.${waiting}`],
  ];
  const [, name, text] = states.find(([holds]) => holds);
  const next = name === "turn" && then.length ? `then: ${then.join(", ")}` : "";
  return { name, text, small: [name === "asked" && "The turn waits for your answer", name === "refused" && text, next, ["turn", "done"].includes(name) && reading?.text].filter(Boolean).join(" · ") };
}

// What a mark that is too long would have been for, in words.
export function limit({ tab, key, letters }) {
  return `${PARTS[key] ?? "A part"} of “${tab.title}” is too large for this page: ${letters.toLocaleString()} letters. The sheet has all of it.`;
}

export function named(people) {
  return people.length > MOST_NAMED ? `${people[0]} and ${people.length - 1} more` : people.join(" and ");
}

// A time in the reader's own zone: “Sun 18:12 CET”, or with its date where that is not clear.
export function timeOf(seconds) {
  const clock = Math.abs(seconds - Date.now() / 1000) < WEEK ? soon : later;
  return clock.format(new Date(1000 * seconds));
}

// Why nobody waits for the reader: a pause, or that the reader is away; "" otherwise.
export function stillText({ mark, seats }) {
  if (!mark || mark.result) return "";
  return (mark.paused && pausedText(mark)) || awayText(mark, seats);
}

function pausedText({ paused }) {
  return paused === true ? "Paused by the game master" : paused;
}

function awayText({ away = {} }, seats) {
  const gone = seats.length && seats.every(({ id }) => away[id]);
  return gone ? `You are away until ${away[seats[0].id]}; nobody waits for you.` : "";
}
