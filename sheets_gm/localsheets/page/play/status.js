// How the match stands for the reader, in one line; and what of it does not fit on this page.
import { isDone } from "./plan.js";

const MOST_NAMED = 4; // people waited for who are named
const PARTS = {
  "page.play": "The play view",
  "page.places": "The board",
  "page.pieces": "The list of pieces",
  "page.tokens": "How the pieces look",
  "page.clicks": "How clicks fill in the form",
  "page.reach": "What each piece can reach",
  "page.near": "What can be reached now",
};

// The state and its line: [name, text]. *waits* tells whether the reader is waited for; *kept* are the edits that wait for a
// server which does not answer, null while it does; *closed*: the reader may not open the match any more; *reading*: how a program reads what is typed, as far as that is to be known.
export function statusOf({ mark, seats, runs, waiting: people }, duties, waits, { kept, closed, reading }) {
  const due = duties.filter((duty) => duty.due);
  const done = due.filter(isDone).length;
  const asked = due.find((duty) => duty.form.asked && !isDone(duty));
  const waiting = people.length ? ` Waiting for ${named(people)}.` : "";
  const read = reading ? ` ${reading.text}` : "";
  const refused = due.find(({ state }) => state === "refused");
  const states = [
    [closed, "closed", seats.length ? "You have left this match, or it is not shared with you any more." : "This match is not shared with you any more, or was deleted."],
    [kept !== null, "offline", `Offline. ${kept ? `${kept === 1 ? "Your edit is" : `Your ${kept} edits are`} kept here and sent once the server answers.` : "Waiting for the server to answer."}`],
    [reading?.ended && !mark.result, "offline", reading?.text],
    [mark.result, "over", mark.step.includes(mark.result) ? "The match is over" : `The match is over: ${mark.result}`],
    [seats.length && seats.every(({ id }) => mark.out?.includes(id)), "out", "You are out of the game, and watch now."],
    [mark.paused, "paused", pausedText(mark)],
    [mark.played, "played", "The turn is being played …"],
    [!seats.length, "watching", runs ? `You run the match.${waiting}` : `You are watching.${waiting}`],
    [asked, "asked", `You are asked: ${asked?.title}. The turn waits for your answer.`],
    [waits && refused, "refused", `Not accepted: ${refused?.title}. The reason stands below it.`],
    [waits, "turn", `Your turn${due.length > 1 ? ` · ${done} of ${due.length} done` : ""}${read && `.${read}`}`],
    [awayText(mark, seats), "done", `${awayText(mark, seats)}${waiting}`],
    [due.length, "done", `You are ready.${waiting}${read}`],
    [true, "waiting", `Nothing to do now.${waiting}`],
  ];
  return states.find(([holds]) => holds).slice(1);
}

// What a mark that is too long would have been for, in words.
export function limit({ tab, key, letters }) {
  return `${PARTS[key] ?? "A part"} of “${tab.title}” is too large for this page: ${letters.toLocaleString()} letters. The sheet has all of it.`;
}

export function named(people) {
  return people.length > MOST_NAMED ? `${people.length} players` : people.join(", ");
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
