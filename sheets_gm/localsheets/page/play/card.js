// What is behind “change”: the reader's duties, and the open one as a card, with what its row shows, its fields and its answer.
import { fieldElement, fieldOf } from "./fields.js";
import { isDone, nameOfRow } from "./plan.js";
import { Typing } from "./typing.js";
import { columnNumber } from "../spreadsheet/a1.js";
import { isBox } from "../spreadsheet/validation.js";
import { element, fact, hasWords } from "../widgets/elements.js";

const STATES = {
  todo: ["●", "to do"],
  draft: ["✎", "draft"],
  open: ["○", "if you wish"],
  ready: ["✓", "ready"],
  refused: ["✗", "refused"],
  done: ["✓", "done"],
  closed: ["–", "closed"],
};
const FEW = 4; // rows that are all shown
const OPTIONAL = 2; // duties that need not be done, and are all shown
const TRY = /Try ([^.]+)\./; // how an answer names the nearest legal choice

export class Card {
  // *changed* is called when another row is opened, or another line takes places from the board.
  constructor({ list, box }, { plan, forms, writes, changed }) {
    Object.assign(this, { list, box, plan, forms, writes, changed, open: null, picking: null, chosen: false });
    this.typing = new Typing();
    for (const [kind, pressed] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false]]) addEventListener(kind, () => (this.pressed = pressed), { capture: true });
  }

  // What is open: the duty, the row, its state, and the Ready box that counts for it, {row, column, on}, or null where there is
  // none; null where there is nothing to fill in.
  get current() {
    const duty = this.duties.find(({ title }) => title === this.open?.title);
    const row = duty && [...duty.rows, ...duty.others].find((each) => each.row === this.open.row);
    if (!row) return null;
    const place = this.plan.readyPlace(duty, row.row);
    return { duty, row: row.row, state: row, box: place && { ...place, on: this.plan.isOn(duty.tab, place.row, place.column) } };
  }

  get duties() {
    return (this.found ??= this.plan.duties());
  }

  draw() {
    this.found = null;
    if (this.wanted && this.openRow(this.wanted)) this.wanted = null;
    this.#comeBack();
    if (!this.current || this.#isPassedBy()) this.#choose();
    else this.#goOn();
    const { current } = this;
    const content = current && this.#content(current);
    const lost = this.typing.lost(current, content?.fields ?? [], this.plan.mark.step);
    const mark = JSON.stringify([this.duties.map(({ title, state, due }) => [title, state, due]), this.open, this.all, this.unfolded, content, this.picking, lost]);
    if (mark === this.mark || this.leaving) return;
    this.mark = mark;
    const shown = JSON.stringify(this.open);
    this.#fill(this.list, () => this.#list());
    this.#fill(this.box, () => [...this.#lost(lost), ...(current ? this.#card(current, content) : [element("p", "nothing", this.plan.role ? "There is nothing to fill in now." : "You have no seat here: look around, replay the turns, read along.")])]);
    this.#bringIn(this.list, '[aria-current="true"]');
    this.#bringIn(this.box.querySelector(".rows"), '[aria-pressed="true"]');
    this.shown = shown;
  }

  // Write what a field holds that is left by a tap or a key. The next field gets the focus, and its click, only after that: so
  // the card is drawn again then.
  #leave(write) {
    this.leaving = true;
    write();
    const left = () => setTimeout(() => {
      this.leaving = false;
      this.draw();
    });
    if (this.pressed) addEventListener("pointerup", left, { once: true });
    else left();
  }

  // On a phone lists lie in one line: what is open is in sight, in the middle if it may be.
  #bringIn(line, open) {
    const found = line?.querySelector(open);
    if (found) line.scrollLeft = found.offsetLeft - line.offsetLeft - (line.clientWidth - found.clientWidth) / 2;
  }

  // Open the duty with *title* at the first row that is left, or at *row*.
  openDuty(title, row) {
    if (!this.openRow(title, row)) return false;
    this.changed();
    return true;
  }

  // The same, before it is drawn. Returns whether there is such a duty.
  openRow(title, row) {
    const duty = this.duties.find((each) => each.title === title);
    if (!duty) return false;
    this.open = { title, row: row ?? (duty.rows.find((each) => !isDone(each)) ?? duty.rows[0] ?? duty.others[0])?.row };
    Object.assign(this, { waiting: null, picking: null, chosen: true });
    return true;
  }

  // After a click that needs no piece: open the next row of the duty that names nothing yet.
  nextRow() {
    const { duty, row } = this.current;
    const names = (each) => this.forms.chosen({ tab: duty.tab, row: each.row }).length > 0;
    const at = duty.rows.findIndex((each) => each.row === row);
    const next = [...duty.rows.slice(at + 1), ...duty.rows.slice(0, at)].find((each) => !names(each));
    if (next) this.openDuty(duty.title, next.row);
  }

  // Open the next duty that is left, after the open one.
  next() {
    const { duties } = this;
    const at = duties.findIndex(({ title }) => title === this.open?.title);
    const order = [...duties.slice(at + 1), ...duties.slice(0, at + 1)];
    const found = order.find((duty) => duty.due && !isDone(duty)) ?? order.find((duty) => !duty.form.aside && !isDone(duty));
    return found ? this.openDuty(found.title) : false;
  }

  #choose() {
    const played = this.duties.filter((duty) => !duty.form.aside);
    const left = played.filter((duty) => duty.due && !isDone(duty));
    const first = left.find(({ form }) => form.asked) ?? left[0] ?? played.find((duty) => duty.due) ?? played[0];
    const row = first && (first.rows.find((each) => !isDone(each)) ?? first.rows[0]);
    Object.assign(this, { open: row ? { title: first.title, row: row.row } : null, chosen: false });
  }

  // Whether what is open was chosen by no reader, before it was known what is due.
  #isPassedBy() {
    if (this.chosen || this.waiting || this.current.duty.due) return false;
    return this.duties.some((duty) => duty.due && !isDone(duty) && !duty.form.aside);
  }

  // What was sent is refused, after something else was opened: open it again, so that its answer is read.
  #comeBack() {
    const duty = this.duties.find(({ title }) => title === this.sent?.title);
    const row = duty && [...duty.rows, ...duty.others].find((each) => each.row === this.sent.row);
    if (row?.state === "refused") Object.assign(this, { open: this.sent, sent: null, waiting: null, chosen: true });
  }

  // Once what was made ready is done, open the next row or duty that is left.
  #goOn() {
    const { duty, row } = this.current;
    if (!this.waiting || this.waiting.title !== duty.title || this.waiting.row !== row) return;
    if (!isDone(this.current.state) && !isDone(duty)) return;
    Object.assign(this, { waiting: null, chosen: duty.form.aside === true });
    if (this.chosen) return; // its answer is to be read
    const left = duty.rows.find((each) => !isDone(each) && this.plan.readyBox(duty.form, each.row) !== undefined);
    const next = this.duties.find((each) => each !== duty && each.due && !isDone(each));
    if (left && !isDone(duty)) this.open = { title: duty.title, row: left.row };
    else if (next) this.open = { title: next.title, row: (next.rows.find((each) => !isDone(each)) ?? next.rows[0])?.row };
  }

  // Tick the Ready box of the open row, or take it back: what is *wanted* of it, or the other than now.
  ready(wanted) {
    const { duty, box } = this.current ?? {};
    if (!box) return;
    const on = wanted ?? !box.on;
    this.waiting = this.sent = on ? { ...this.open } : null;
    this.chosen = !on;
    this.writes.enter(duty.tab, box.row, box.column, [[on]]);
  }

  #content({ duty, row, state }) {
    const { tab, form } = duty;
    const { spreadsheet } = this.plan;
    const ready = this.plan.readyBox(form, row);
    const inputs = this.plan.inputs(form, row).filter((column) => column !== ready);
    const answer = this.plan.column(form, form.own.receipt);
    const known = [form.own.seat, form.own.player, form.own.whose].map((heading) => this.plan.column(form, heading));
    const facts = [];
    for (let column = 0; column < tab.usedColumns(); column++) {
      const text = this.plan.text(tab, row, column);
      const shown = form.says?.texts?.some(([name]) => form.says.fields[name] === tab.heading(column)); // above its mark
      const plain = !shown && column !== ready && !inputs.includes(column) && column !== answer && !known.includes(column) && hasWords(tab.heading(column));
      if (plain && text && text !== state.name) facts.push([tab.heading(column), text]);
    }
    const fields = inputs.map((column) => ({ ...fieldOf(spreadsheet, this.forms, form, row, column), on: this.plan.isOn(tab, row, column) })).filter(isOpen);
    const rows = duty.rows.length + duty.others.length > 1 ? [...duty.rows, ...duty.others] : [];
    const blocking = this.plan.blocking(duty);
    return { state, facts, fields, rows, blocking };
  }

  // Where a turn can be ended: the first empty row that can say so, {row, column, text}; null where no row can.
  ends({ tab, form, rows }) {
    const [heading, text] = tab.mark("page.clicks")?.ends ?? [];
    const column = this.plan.column(form, heading);
    const free = column === undefined ? undefined : rows.find(({ state }) => state === "todo");
    return free && this.forms.options(tab, free.row, column).includes(text) ? { row: free.row, column, text } : null;
  }

  end(duty) {
    const { row, column, text } = this.ends(duty);
    this.openDuty(duty.title, row);
    this.writes.enter(duty.tab, row, column, [[text]]);
  }

  #fill(box, make) {
    const active = box.contains(document.activeElement) ? document.activeElement : null;
    const held = active && { ...active.dataset, typed: active.value, start: active.selectionStart, end: active.selectionEnd };
    const scrolled = box.querySelector(".fields")?.scrollTop ?? 0;
    const same = this.shown === JSON.stringify(this.open);
    box.replaceChildren(...make());
    if (same && scrolled) box.querySelector(".fields").scrollTop = scrolled;
    if (!held?.column) return;
    const again = [...box.querySelectorAll(`[data-column="${held.column}"]`)].find((each) => each.dataset.value === held.value);
    if (again?.type === "search" && held.typed) again.value = held.typed;
    again?.focus();
    if (held.start !== undefined && again?.setSelectionRange) again.setSelectionRange(held.start, held.end);
  }

  // The duties; where many need not be done, they are folded until they are asked for.
  #list() {
    const optional = this.duties.filter(({ due }) => !due);
    const folded = optional.length <= OPTIONAL || this.unfolded ? [] : optional.filter(({ title }) => title !== this.open?.title);
    const shown = this.duties.filter((duty) => !folded.includes(duty));
    const rest = push("duty optional", `${folded.length} more`, () => {
      this.unfolded = true;
      this.changed();
    });
    rest.dataset.column = "duties";
    return [...shown.map((duty) => this.#duty(duty)), ...(folded.length ? [element("li", "", rest)] : [])];
  }

  #duty(duty) {
    const [sign, words] = STATES[duty.state];
    const made = element("button", `duty ${duty.state}${duty.due ? "" : " optional"}`, element("span", "sign", sign), element("span", "title", duty.title), element("small", "", words));
    made.type = "button";
    made.dataset.column = `duty ${duty.title}`;
    made.setAttribute("aria-current", String(duty.title === this.open?.title));
    made.addEventListener("click", () => this.openDuty(duty.title));
    return element("li", "", made);
  }

  #card({ duty, row }, { state, facts, fields, rows, blocking }) {
    const { tab, form } = duty;
    const { at, rest } = this.#answers(tab, row, state.answer, fields);
    const made = (field) => this.#field(tab, row, field, at.get(field.column));
    const isRare = ({ heading }) => form.rare.includes(heading) || heading === form.own.keep;
    const texts = this.#texts(form, row, fields);
    const judged = texts.map(({ field }) => field);
    const often = fields.filter((field) => !isRare(field) && !judged.includes(field));
    const rare = fields.filter(isRare);
    const content = [
      element("h3", "", state.name || duty.title, element("small", "", ` ${duty.title}`)),
      ...(blocking ? [this.#blocked(duty, blocking)] : []),
      ...(rows.length ? [this.#rows(duty, rows)] : []),
      ...(facts.length ? [element("p", "facts", ...facts.map(([heading, text]) => fact(heading, text)))] : []),
      ...(texts.length ? [element("div", "texts", ...texts.map(({ text, field }) => element("div", "", element("blockquote", "", text || "Nothing was sent."), made(field))))] : []),
      ...often.map(made),
      ...(rare.length ? [this.#rare(rare, made)] : []),
      ...(rest ? [this.#answer(rest)] : []),
      ...(["refused", "draft"].includes(state.state) ? [this.#empty(form, row)] : []),
    ];
    return [element("div", "fields", ...content)];
  }

  // The texts that stand side by side, each with the field that it is judged by: {text, field}.
  #texts(form, row, fields) {
    const { texts = [], fields: headings = {} } = form.says ?? {};
    return texts.flatMap(([text, mark]) => {
      const field = fields.find(({ heading }) => heading === headings[mark]);
      return field && headings[text] ? [{ text: this.plan.said(form, row, text), field }] : [];
    });
  }

  // The answer to a row: by column what is about one field, and the rest.
  #answers(tab, row, answer, fields) {
    const at = new Map();
    const found = /^✗?\s*([A-Z]{1,3})(\d+):/.exec(answer);
    const column = found && Number(found[2]) === row + 1 ? columnNumber(found[1]) : -1;
    const field = fields.find((each) => each.column === column);
    if (!field) return { at, rest: tab.inWords(row, answer) };
    at.set(column, answer);
    return { at, rest: "" };
  }

  // A row that keeps those below it from being played, and what to do about it.
  #blocked(duty, { row, seat, name }) {
    const go = push("take", "Open it", () => this.openDuty(duty.title, row));
    const empty = push("take", "Empty it", () => this.#clear(duty.form, row));
    const text = `${nameOfRow(duty, { row, seat, name }, this.plan.seats)} stops the rest.`;
    return element("div", "blocked", element("p", "", text), ...(row === this.open.row ? [] : [go]), empty);
  }

  #empty(form, row) {
    return push("take", "Empty it", () => this.#clear(form, row));
  }

  // Empty the open row.
  empty() {
    this.#clear(this.current.duty.form, this.current.row);
  }

  // Empty what the reader can fill in of a row, and its box.
  #clear(form, row) {
    const { tab } = form;
    for (const column of this.plan.inputs(form, row)) {
      if (isBox(this.plan.rule(tab, row, column))) {
        if (this.plan.isOn(tab, row, column)) this.writes.enter(tab, row, column, [[false]]);
      } else if (this.plan.text(tab, row, column)) this.writes.enter(tab, row, column, [[""]]);
    }
  }

  // What was typed and can be entered no more, since its row was locked meanwhile.
  #lost(lost) {
    if (!lost) return [];
    const drop = () => {
      this.typing.forget();
      this.draw();
    };
    const use = push("take", "Use it here", () => {
      this.writes.enter(this.current.duty.tab, this.current.row, lost.column, [[lost.text]]);
      drop();
    });
    const words = lost.locked ? "The turn was locked while you typed" : "A new turn has begun. You have typed, but not entered,";
    const text = element("p", "answer bad", `${words} “${lost.text}” under ${lost.heading}.`);
    text.role = "alert";
    return [element("div", "lost", text, ...(lost.column === undefined ? [] : [use]), push("take", "Forget it", drop))];
  }

  #answer(text) {
    const bad = text.startsWith("✗");
    return element("p", `answer${bad ? " bad" : ""}`, text);
  }

  #field(tab, row, field, answer) {
    const enter = (value) =>
      this.#leave(() => {
        this.typing.forget();
        this.writes.enter(tab, row, field.column, [[value]]);
      });
    const at = { title: tab.title, row, heading: field.heading };
    const typing = (text) => this.typing.keep(at, text, this.plan.mark.step);
    const pick = () => {
      this.picking = this.picking?.column === field.column ? null : { column: field.column, between: field.between };
      this.changed();
    };
    const typed = this.typing.text(at);
    const made = fieldElement(field, { on: field.on, enter, typing, pick, picks: this.picking?.column === field.column });
    if (typed !== undefined) made.querySelector("textarea").value = typed;
    if (!answer) return made;
    made.append(this.#answer(tab.inWords(row, answer)));
    const nearest = TRY.exec(answer)?.[1];
    if (nearest && field.options?.includes(nearest)) {
      made.append(push("take", `Take ${nearest}`, () => enter(nearest)));
    }
    return made;
  }

  #rare(fields, made) {
    const more = element("details", "rare", element("summary", "", `More: ${fields.map(({ heading }) => heading).join(", ")}`), ...fields.map(made));
    more.open = this.more || fields.some((field) => field.text && field.kind !== "box");
    more.addEventListener("toggle", () => (this.more = more.open));
    return more;
  }

  // The rows of a duty, of which one is open. Of empty rows in a queue only the first is shown; where there are many, a few of
  // the reader's that are left, until the rest are asked for.
  #rows(duty, rows) {
    const { queue } = duty.form;
    const all = rows.length <= FEW || this.all === duty.title;
    const first = duty.rows.find((each) => each.state === "todo" && each.row !== this.open.row);
    const own = [...duty.rows.filter((each) => !isDone(each)), ...duty.rows.filter(isDone)].slice(0, FEW);
    const isShown = (each) => (queue ? each.state !== "todo" || each === first : all || own.includes(each)) || each.row === this.open.row;
    const shown = rows.filter(isShown);
    const made = shown.map((each) => {
      const [sign, words] = STATES[each.state];
      const name = nameOfRow(duty, each, this.plan.seats);
      const holds = queue ? this.#inShort(duty.form, each.row) : "";
      const button = push(`row ${each.state}`, `${sign} ${name}${holds && ` · ${holds}`}`, () => this.openDuty(duty.title, each.row));
      button.dataset.column = `row ${each.row}`;
      button.ariaLabel = `${name}${holds && ` · ${holds}`}: ${words}`;
      button.ariaPressed = String(each.row === this.open.row);
      return button;
    });
    if (!queue && shown.length < rows.length) made.push(this.#others(duty, rows.length - shown.length));
    return element("div", queue ? "rows steps" : "rows", ...made);
  }

  #others(duty, count) {
    const button = push("row", `${count} more`, () => {
      this.all = duty.title;
      this.changed();
    });
    button.dataset.column = "rows";
    return button;
  }

  // What a row holds, in short.
  #inShort(form, row) {
    const texts = this.plan.inputs(form, row).filter((column) => !isBox(this.plan.rule(form.tab, row, column)));
    return texts.map((column) => this.plan.text(form.tab, row, column)).filter(Boolean).join(" ");
  }
}

// Whether there is something to choose in a field: one with no choice, or only the one that it has, is not shown.
function isOpen({ kind, free, options = [], text }) {
  return kind !== "list" || free || options.some((option) => option !== text) || (text !== "" && !options.includes(text));
}

function push(kind, label, press) {
  const made = element("button", kind, label);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}
