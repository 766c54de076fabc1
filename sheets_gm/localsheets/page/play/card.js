// The checklist of the reader's duties, and the open one as a card: what its row shows, its fields, its answer, and Ready.
import { fieldElement, fieldOf } from "./fields.js";
import { isDone } from "./plan.js";
import { columnNumber } from "../spreadsheet/a1.js";
import { element, fact } from "../widgets/elements.js";

const STATES = {
  todo: ["●", "to do"],
  draft: ["✎", "draft"],
  open: ["○", "if you wish"],
  ready: ["✓", "ready"],
  refused: ["✗", "refused"],
  closed: ["–", "closed"],
};
const FEW = 6; // rows that are all shown
const TRY = /Try ([^.]+)\./; // how an answer names the nearest legal choice

export class Card {
  // *changed* is called when another row is opened.
  constructor({ list, box }, { plan, forms, writes, changed }) {
    Object.assign(this, { list, box, plan, forms, writes, changed, open: null });
  }

  // The duty and the row that are open: {duty, row}, or null where there is nothing to fill in.
  get current() {
    const duty = this.duties.find(({ title }) => title === this.open?.title);
    const row = duty && [...duty.rows, ...duty.others].find((each) => each.row === this.open.row);
    return row ? { duty, row: row.row, state: row } : null;
  }

  get duties() {
    return (this.found ??= this.plan.duties());
  }

  draw() {
    this.found = null;
    if (this.wanted && this.openRow(this.wanted)) this.wanted = null;
    if (!this.current) this.#choose();
    else this.#goOn();
    const { current } = this;
    const content = current && this.#content(current);
    const mark = JSON.stringify([this.duties.map(({ title, state, due }) => [title, state, due]), this.open, content]);
    if (mark === this.mark) return;
    this.mark = mark;
    const shown = JSON.stringify(this.open);
    this.#fill(this.list, () => this.duties.map((duty) => this.#duty(duty)));
    this.#fill(this.box, () => (current ? this.#card(current, content) : [element("p", "nothing", "There is nothing to fill in now.")]));
    this.shown = shown;
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
    this.waiting = null;
    return true;
  }

  // Open the next duty that is left, after the open one.
  next() {
    const { duties } = this;
    const at = duties.findIndex(({ title }) => title === this.open?.title);
    const order = [...duties.slice(at + 1), ...duties.slice(0, at + 1)];
    const found = order.find((duty) => duty.due && !isDone(duty)) ?? order.find((duty) => !isDone(duty));
    return found ? this.openDuty(found.title) : false;
  }

  #choose() {
    const first = this.duties.find((duty) => duty.due && !isDone(duty)) ?? this.duties.find((duty) => duty.due) ?? this.duties[0];
    const row = first && (first.rows.find((each) => !isDone(each)) ?? first.rows[0]);
    this.open = row ? { title: first.title, row: row.row } : null;
  }

  // Once what was made ready is done, open the next row or duty that is left.
  #goOn() {
    const { duty, row } = this.current;
    if (!this.waiting || this.waiting.title !== duty.title || this.waiting.row !== row) return;
    if (!isDone(this.current.state) && !isDone(duty)) return;
    this.waiting = null;
    const left = duty.rows.find((each) => !isDone(each) && this.plan.readyBox(duty.form, each.row) !== undefined);
    const next = this.duties.find((each) => each !== duty && each.due && !isDone(each));
    if (left && !isDone(duty)) this.open = { title: duty.title, row: left.row };
    else if (next) this.open = { title: next.title, row: (next.rows.find((each) => !isDone(each)) ?? next.rows[0])?.row };
  }

  // Tick the Ready box of the open row, or take it back.
  ready() {
    const place = this.current && this.plan.readyPlace(this.current.duty, this.current.row);
    if (!place) return;
    const { tab } = this.current.duty;
    const on = this.plan.isOn(tab, place.row, place.column);
    this.waiting = on ? null : { ...this.open };
    this.writes.enter(tab, place.row, place.column, [[!on]]);
  }

  #content({ duty, row, state }) {
    const { tab, form } = duty;
    const { spreadsheet } = this.plan;
    const place = this.plan.readyPlace(duty, row);
    const ready = this.plan.readyBox(form, row);
    const inputs = this.plan.inputs(form, row).filter((column) => column !== ready);
    const answer = this.plan.column(form, form.own.receipt);
    const known = [form.own.seat, form.own.player].map((heading) => this.plan.column(form, heading));
    const facts = [];
    for (let column = 0; column < tab.usedColumns(); column++) {
      const text = this.plan.text(tab, row, column);
      const plain = !this.plan.rule(tab, row, column) && column !== answer && !known.includes(column) && tab.heading(column);
      if (plain && text && text !== state.name) facts.push([tab.heading(column), text]);
    }
    const fields = inputs.map((column) => ({ ...fieldOf(spreadsheet, this.forms, { tab, row }, column), on: this.plan.isOn(tab, row, column) }));
    const box = place && { ...place, on: this.plan.isOn(tab, place.row, place.column), waits: Boolean(spreadsheet.waiting(tab, place.row, place.column)) };
    const rows = duty.rows.length + duty.others.length > 1 ? [...duty.rows, ...duty.others] : [];
    return { state, facts, fields, box, rows };
  }

  #fill(box, make) {
    const active = box.contains(document.activeElement) ? document.activeElement : null;
    const held = active && { ...active.dataset, typed: active.value };
    const scrolled = box.querySelector(".fields")?.scrollTop ?? 0;
    const same = this.shown === JSON.stringify(this.open);
    box.replaceChildren(...make());
    if (same && scrolled) box.querySelector(".fields").scrollTop = scrolled;
    if (!held?.column) return;
    const again = [...box.querySelectorAll(`[data-column="${held.column}"]`)].find((each) => each.dataset.value === held.value);
    if (again && held.typed && "value" in again && again.tagName !== "BUTTON") again.value = held.typed;
    again?.focus();
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

  #card({ duty, row }, { state, facts, fields, box, rows }) {
    const { tab, form } = duty;
    const { at, rest } = this.#answers(tab, row, state.answer, fields);
    const made = (field) => this.#field(tab, row, field, at.get(field.column));
    const often = fields.filter((field) => !form.rare.includes(field.heading));
    const rare = fields.filter((field) => form.rare.includes(field.heading));
    const content = [
      element("h3", "", state.name || duty.title, element("small", "", ` ${duty.title}`)),
      ...(rows.length ? [this.#rows(duty, rows)] : []),
      ...(facts.length ? [element("p", "facts", ...facts.map(([heading, text]) => fact(heading, text)))] : []),
      ...often.map(made),
      ...(rare.length ? [this.#rare(rare, made)] : []),
      ...(rest ? [this.#answer(rest)] : []),
      ...(state.state === "refused" ? [this.#empty(tab, row, fields)] : []),
    ];
    return [element("div", "fields", ...content), ...(box ? [this.#ready(box, form.own.ready)] : [])];
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

  // A button that empties a refused row, which may stop the rest.
  #empty(tab, row, fields) {
    const empty = element("button", "take", "Empty it");
    empty.type = "button";
    empty.addEventListener("click", () => {
      for (const { column, kind, text } of fields) if (kind !== "box" && text) this.writes.enter(tab, row, column, [[""]]);
    });
    return empty;
  }

  #answer(text) {
    const bad = text.startsWith("✗");
    return element("p", `answer${bad ? " bad" : ""}`, text);
  }

  #field(tab, row, field, answer) {
    const enter = (value) => this.writes.enter(tab, row, field.column, [[value]]);
    const made = fieldElement(field, { on: field.on, enter });
    if (!answer) return made;
    made.append(this.#answer(tab.inWords(row, answer)));
    const nearest = TRY.exec(answer)?.[1];
    if (nearest && field.options?.includes(nearest)) {
      const take = element("button", "take", `Take ${nearest}`);
      take.type = "button";
      take.addEventListener("click", () => enter(nearest));
      made.append(take);
    }
    return made;
  }

  #rare(fields, made) {
    const more = element("details", "rare", element("summary", "", `More: ${fields.map(({ heading }) => heading).join(", ")}`), ...fields.map(made));
    more.open = this.more || fields.some((field) => field.text && field.kind !== "box");
    more.addEventListener("toggle", () => (this.more = more.open));
    return more;
  }

  // The rows of a duty, of which one is open. Of many empty rows only the first is shown.
  #rows(duty, rows) {
    const empty = rows.filter((each) => each.state === "todo" && each.row !== this.open.row);
    const shown = rows.length > FEW ? rows.filter((each) => !empty.slice(1).includes(each)) : rows;
    const made = shown.map((each) => {
      const [sign, words] = STATES[each.state];
      const alike = rows.filter((other) => other.name === each.name).length > 1;
      const name = alike ? (/#\d+$/.exec(each.seat)?.[0] ?? each.seat) : each.name;
      const button = element("button", `row ${each.state}`, `${sign} ${name}`);
      button.type = "button";
      button.dataset.column = `row ${each.row}`;
      button.ariaLabel = `${name}: ${words}`;
      button.ariaPressed = String(each.row === this.open.row);
      button.addEventListener("click", () => this.openDuty(duty.title, each.row));
      return button;
    });
    return element("div", "rows", ...made);
  }

  #ready({ on, waits }, label) {
    const ready = element("button", "ready", on ? (waits ? `${label} …` : `✓ ${label}`) : label);
    ready.type = "button";
    ready.ariaPressed = String(on);
    ready.dataset.column = "ready";
    ready.addEventListener("click", () => this.ready());
    const undo = element("button", "undo", "Undo");
    undo.type = "button";
    undo.dataset.column = "undo";
    undo.addEventListener("click", () => this.writes.undo());
    return element("div", "end", ready, undo);
  }
}
