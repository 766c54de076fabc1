// The bar below the header: what changes, in one sentence, and one button. What else can be filled in is behind “change”.
import { isDone } from "./plan.js";
import { firstPart, sentence } from "./says.js";
import { element } from "../widgets/elements.js";

const SPEAKS = ["turn", "refused", "asked"]; // the states in which the open row is spoken of
const STILL = ["closed", "over", "out", "played", "loading"]; // those in which it never is
const FEW = 4; // choices that stand in the bar each; more are one list
const STATE = /^(?:✓|⚠ (?:Saved|Ready))[^.]*\.?\s*/; // how an answer begins: “✓ Saved · 08:00.”
const ASKED = /^Still to fill in: [^.]*\.(?: Try [^.]*\.)?\s*/; // what the sentence of a row says too
const READ = 250; // milliseconds: a tap on a newer button was meant for what stood there before
const PLAIN = "Send"; // the button of a form that has no words of its own, and whose box is called
const READY = "Ready";

export class Bar {
  // *changing()* tells whether the fields are shown, and *change* shows or hides them; *pieces()* are the places of the pieces
  // that can still be ordered, and *pick(place)* picks one.
  constructor(box, { plan, card, forms, writes, changing, change, pieces, pick }) {
    Object.assign(this, { box, plan, card, forms, writes, changing, change, pieces, pick, seen: new Set(), since: new Map() });
    this.parts = Object.fromEntries(["sentence", "buttons", "about"].map((name) => [name, box.querySelector(`.${name}`)]));
  }

  // Whether the open row can only be filled in behind “change”: nothing of it is on a board, and no button orders anything.
  isStuck({ name }) {
    const row = this.#speaks(name) && this.card.current;
    const isOrder = ([does]) => does === "back" || does.startsWith("offer") || (does === "ready" && !this.#lacks(row.duty));
    return Boolean(row) && !row.duty.tab.marks.has("page.clicks") && !isDone(row.state) && !this.#row().buttons.some(isOrder);
  }

  // Draw the *state* of the match, {name, text}, and below it what a tap has *told*.
  draw({ name, text, small }, told) {
    const row = this.#speaks(name) ? this.#row() : null;
    const content = row ?? { text, answer: "", buttons: this.#idle(name) };
    const mark = JSON.stringify([content, small, told, this.changing(), this.#place]);
    if (mark === this.drawn) return;
    this.drawn = mark;
    const held = this.box.contains(document.activeElement) && document.activeElement.dataset.does;
    this.#fill(content, small, told);
    if (held) (this.box.querySelector(`[data-does="${held}"]`) ?? this.box.querySelector("button"))?.focus();
  }

  #fill({ text, answer = "", bad, count, buttons, isRow }, small, told) {
    const below = [count, bad ? "" : small].filter(Boolean).join(" · ");
    const more = below ? [" ", element("small", "", below)] : [];
    this.parts.sentence.replaceChildren(element("span", bad ? "bad" : isRow ? "row" : "", [text, answer].filter(Boolean).join(" ")), ...more);
    const change = this.card.duties.length && !(this.plan.runs && this.changing()) ? [["change", this.changing() ? "close ▴" : "change ▾", "", String(this.changing())]] : [];
    const { since } = this;
    this.since = new Map();
    this.parts.buttons.replaceChildren(...[...buttons, ...change].map((each) => this.#button(each, since)));
    this.parts.about.replaceChildren(...(told ? [element("p", "", told)] : []));
  }

  // What the buttons are about: the open row, in this turn.
  get #place() {
    const { duty, row } = this.card.current ?? {};
    return `${duty?.tab.id} ${row} ${this.plan.mark.step}`;
  }

  // -- what is said ------------------------------------------------------------------------------------------------------

  #speaks(name) {
    const { current, chosen } = this.card;
    if (!current || STILL.includes(name)) return false;
    const fillsIn = this.plan.runs && ["draft", "refused"].includes(current.state.state); // who runs the match, in a row of the desk
    return SPEAKS.includes(name) || fillsIn || (chosen && name !== "paused");
  }

  // What is said of the open row, and the buttons for it: [what it does, its name, its kind].
  #row() {
    const { duty, row, state, box } = this.card.current;
    const { form, tab } = duty;
    this.seen.add(this.#place);
    const textOf = (field, head) => this.plan.said(form, row, field, head);
    const orders = this.plan.isOrder(form, row);
    const says = form.says ?? {};
    const words = orders ? says.tells : says.asks;
    const text = words ? sentence(words, textOf) : `${[state.name, duty.title].filter(Boolean).join(": ")}.`;
    const answer = tab.inWords(row, state.answer).replace(words ? ASKED : "", "");
    const left = this.card.duties.some((each) => each.due && !isDone(each)) ? [["left", "Next", ""]] : [];
    if (form.aside && state.state === "done" && !state.filled) return { text: `Done: ${state.answer.replace(/^✓ /, "")}`, buttons: left, isRow: true };
    if (state.state === "refused") return { text: answer, bad: true, buttons: box?.on ? [["empty", "Empty it", ""]] : this.#sends(duty, textOf, orders && !duty.due) };
    const useful = this.#useful(form, answer, orders && words ? text : "");
    if (box?.on) return { text: `Sent: ${useful ? text.replace(/\.?$/, ".") : text}`, answer: useful, buttons: [...left, ["back", "take back", ""]] };
    const found = { text, answer: useful, buttons: this.#sends(duty, textOf, orders) };
    return { ...found, count: this.#count(duty), isRow: true };
  }

  // An answer without what the bar says anyway: that it is saved, what the *text* tells, and that Ready is to be ticked.
  #useful(form, answer, text) {
    const told = withoutStart(answer.replace(STATE, "").replace(new RegExp(`Tick ${form.own.ready}[^.]*\\.`), "").trim(), text);
    const [who] = told.split(": ", 1);
    return text.startsWith(`${who} `) ? told.replace(/^[^.]*\.?\s*/, "") : told;
  }

  #sends(duty, textOf, orders) {
    const { row, box, state } = this.card.current;
    const next = this.#next(duty) ? [["next", "Next", ""]] : [];
    const label = this.#sendLabel(duty, textOf, orders, next.length > 0);
    const canCount = state.state !== "refused" && !ASKED.test(state.answer) && !this.#lacks(duty);
    const sends = [...next, ...(box && label ? [["ready", label, canCount && !next.length ? "ready" : ""]] : [])];
    const ends = this.card.ends(duty);
    const piece = this.#nextPiece(duty) && !orders ? [["piece", "Next", ""]] : [];
    return [...(orders ? [] : this.#offers(duty)), ...this.#list(duty, orders), ...piece, ...sends, ...(ends && ends.text !== label ? [["end", ends.text, ""]] : [])];
  }

  // What the button that sends is called; "" without one: rows that order nothing are sent where the game has a word for that,
  // where all rows that are sent together were looked at, or where a form that is due has no words at all.
  #sendLabel(duty, textOf, orders, hasNext) {
    const { says = null, own } = duty.form;
    const plain = !says && own.ready !== READY ? own.ready : PLAIN;
    const together = this.plan.isTogether(duty);
    const several = together && duty.rows.some((each) => this.plan.isOrder(duty.form, each.row));
    if (orders || several || (together && !hasNext && !says?.stay)) return firstPart(says?.send ?? [], textOf) || plain;
    if (says) return (together && hasNext ? "" : says.stay) ?? "";
    return duty.due ? plain : "";
  }

  // Whether rows that are sent together lack an order which their game needs of each: it has no word for staying.
  #lacks(duty) {
    const { form, rows } = duty;
    return Boolean(form.says?.needs) && !form.says.stay && this.plan.isTogether(duty) && rows.some(({ row }) => !this.plan.isOrder(form, row));
  }

  // In a queue of rows: the place of the next piece that can still be ordered, after that of the open row.
  #nextPiece(duty) {
    if (!duty.form.queue || !duty.form.key) return undefined;
    const places = this.pieces();
    const at = places.findIndex(({ names }) => names.includes(this.forms.pieceOf({ tab: duty.tab, row: this.card.current.row })));
    return [...places.slice(at + 1), ...places.slice(0, Math.max(at, 0))][0]?.place;
  }

  // The few choices of the field that the form offers.
  #offers(duty) {
    const { options } = this.#offered(duty);
    return options.length > FEW ? [] : options.map((option) => [`offer ${option}`, option, "choice"]);
  }

  // Its many choices, as one list, once the row has its piece and until it orders something else.
  #list(duty, orders) {
    const { options, column } = this.#offered(duty);
    const { row } = this.card.current;
    const text = this.plan.text(duty.tab, row, column);
    const isFor = !duty.form.key || this.forms.pieceOf({ tab: duty.tab, row });
    return options.length > FEW && isFor && !this.changing() && (!orders || text) ? [["list", duty.tab.heading(column), "choice", text, options]] : [];
  }

  // The field that the form offers: its column, and its choices in the open row.
  #offered({ form, tab }) {
    const column = form.says && this.plan.column(form, form.says.fields[form.says.offers]);
    return { column, options: column === undefined ? [] : this.forms.options(tab, this.card.current.row, column) };
  }

  // Of rows that are sent together: the next one after the open row that was not looked at yet; undefined where there is none.
  #next(duty) {
    const at = duty.rows.findIndex(({ row }) => row === this.card.current.row);
    if (!this.plan.isTogether(duty)) return undefined;
    const order = [...duty.rows.slice(at + 1), ...duty.rows.slice(0, at)];
    return order.find(({ row }) => !this.seen.has(`${duty.tab.id} ${row} ${this.plan.mark.step}`));
  }

  // How many rows that are sent together have orders; in a queue, how many pieces can still have one.
  #count(duty) {
    const { form, rows } = duty;
    if (form.queue && form.key) return `${this.pieces().length} can still act`;
    if (rows.length < 2 || !this.plan.isTogether(duty) || !form.says?.needs) return "";
    const count = rows.filter(({ row }) => this.plan.isOrder(form, row)).length;
    return `${count} of ${rows.length} ${form.says.pieces ?? "have orders"}`;
  }

  // The buttons while no row is spoken of: what was sent is taken back.
  #idle(name) {
    const { current } = this.card;
    if (name === "closed") return [["home", "What is shared with you", ""]];
    return name === "done" && current?.box?.on ? [["back", "take back", ""]] : [];
  }

  // -- buttons -----------------------------------------------------------------------------------------------------------

  // A button. *since* has the times from which on buttons that do the same for the same row stand there.
  #button([does, label, kind, pressed, options], since) {
    if (options) return this.#choice(does, label, pressed, options);
    const made = element("button", kind, label);
    made.type = "button";
    made.dataset.does = does;
    if (pressed !== undefined) made.ariaExpanded = pressed;
    made.addEventListener("click", () => made.classList.contains("new") || this.#press(does));
    const name = [does, label, this.#place].join(" ");
    const now = performance.now();
    this.since.set(name, since.get(name) ?? now);
    const rest = this.since.get(name) + READ - now;
    made.classList.toggle("new", rest > 0);
    setTimeout(() => made.classList.remove("new"), rest);
    return made;
  }

  #choice(does, label, text, options) {
    const made = element("select", "", ...[`${label} …`, ...options].map((each) => element("option", "", each)));
    Object.assign(made, { ariaLabel: label, selectedIndex: options.indexOf(text) + 1 });
    made.dataset.does = does;
    made.addEventListener("change", () => this.#offer(made.selectedIndex ? made.value : ""));
    return made;
  }

  #offer(value) {
    const { duty, row } = this.card.current;
    return this.writes.enter(duty.tab, row, this.#offered(duty).column, [[value]]);
  }

  #press(does) {
    if (does === "change") return this.change();
    if (does === "empty") return this.card.empty();
    if (does === "left") return this.card.next();
    if (does === "home") return location.assign("/");
    if (does === "ready" || does === "back") return this.card.ready(does === "ready");
    const { duty } = this.card.current;
    if (does === "next") return this.card.openDuty(duty.title, this.#next(duty).row);
    if (does === "end") return this.card.end(duty);
    if (does === "piece") return this.pick(this.#nextPiece(duty));
    return this.#offer(does.slice("offer ".length));
  }
}

// *told* without the words at its start with which *text* ends.
function withoutStart(told, text) {
  const words = text.replace(/[.:]$/, "").split(" ");
  const same = words.map((_, at) => words.slice(at).join(" ")).find((end) => told.startsWith(`${end} `));
  return same ? told.slice(same.length + 1) : told;
}
