// The controls of who runs the match: who is ready and who is late, and buttons that fill in the same cells as on the sheet.
import { fieldElement } from "./fields.js";
import { isBox } from "../spreadsheet/validation.js";
import { announce } from "../widgets/messages.js";
import { element } from "../widgets/elements.js";

const DONE = ["ready", "forced", "excused", "nothing due"]; // what needs no waiting
const BEGUN = "draft";
const FIRST = 2; // boxes that are buttons; the others are in the list of acts
const ALL = "All else";
const USUAL = { extend: "24h" }; // values that an act has unless another is typed

export class Desk {
  constructor(box, { plan, card, writes }) {
    Object.assign(this, { box, plan, card, writes, act: null, values: {}, all: false, who: null });
  }

  // The tabs that it shows something of.
  get tabs() {
    const { gm } = this.plan.mark ?? {};
    return this.plan.runs ? [gm.tab, gm.desk.tab].map((title) => this.plan.named(title)).filter(Boolean) : [];
  }

  draw() {
    const [tab, desk] = this.tabs;
    const alone = desk && this.card.duties.every(({ title }) => title === desk.title); // nothing else is to be filled in
    this.box.parentElement.classList.toggle("brief", Boolean(alone) && !this.all);
    const boxes = tab && Object.entries(this.plan.mark.gm.boxes).map(([name, label]) => ({ name, label, ...this.#boxOf(tab, label) }));
    const content = desk && [this.#people(tab), boxes, this.plan.mark.gm, this.#late(), this.#answer(), this.act, this.values, this.all, this.who];
    const text = JSON.stringify(content ?? null);
    if (text === this.drawn) return;
    this.drawn = text;
    this.box.hidden = !content;
    const held = this.box.contains(document.activeElement) && document.activeElement.dataset.column;
    this.box.replaceChildren(...(content ? this.#made(tab, content) : []));
    if (held) this.box.querySelector(`[data-column="${held}"]`)?.focus();
  }

  #made(tab, [people, boxes, , , answer]) {
    const ready = people.filter(({ done }) => done).length;
    const list = element("ul", "people", ...people.map((each) => this.#person(each)));
    list.ariaLabel = "Players";
    const here = boxes.filter(({ row }) => row !== undefined);
    const controls = here.slice(0, FIRST).map((each) => this.#control(tab, each));
    const nudge = people.some(({ name, done }) => name === this.who && !done) ? [push(`Nudge ${this.who}`, () => this.#do({ act: "nudge", on: this.who }))] : [];
    return [
      element("h3", "", "The table", element("small", "", ` ${ready} of ${people.length} ready`)),
      ...(answer ? [element("p", `answer${answer.startsWith("✗") ? " bad" : ""}`, answer)] : []),
      list,
      ...(this.plan.mark.gm.claims ?? []).map((text) => element("p", "answer", text)),
      element("div", "controls", ...controls, this.#acts(tab, here.slice(FIRST)), ...nudge),
      ...(this.act ? [this.#form(people)] : []),
    ];
  }

  // -- acts ----------------------------------------------------------------------------------------------------------------

  // The acts as one list: what is chosen has its fields below, is ticked at once, or shows all rows of the desk.
  #acts(tab, boxes) {
    const acts = Object.keys(this.plan.mark.gm.acts ?? {});
    const chosen = this.act ? capital(this.act) : this.all ? ALL : "";
    const made = element("select", "take", ...["Do …", ...acts.map(capital), ...boxes.map(({ label }) => label), ALL].map((each) => element("option", "", each)));
    made.ariaLabel = "Do";
    if (chosen) made.value = chosen;
    made.addEventListener("change", () => {
      const box = boxes.find(({ label }) => label === made.value);
      Object.assign(this, { act: null, all: made.value === ALL });
      this.#open(acts.find((act) => capital(act) === made.value));
      if (box) this.#tick(tab, box);
      this.draw();
    });
    return made;
  }

  #open(act) {
    if (!act) return;
    const about = this.plan.mark.gm.acts[act][2];
    this.act = act;
    this.values = { on: about === "turn" ? this.plan.mark.gm.undo : about === "person" ? (this.who ?? "") : "", value: USUAL[act] ?? "", why: "" };
  }

  // The fields that an act takes, and the button that does it.
  #form(people) {
    const [on, value, about] = this.plan.mark.gm.acts[this.act];
    const choices = { person: people.map(({ name }) => name), turn: [this.plan.mark.gm.undo].filter(Boolean), change: this.plan.mark.gm.changes }[about];
    const fields = [["on", on, choices ?? []], ["value", value, null], ["why", "Why: everybody reads it", null]].filter(([, help]) => help);
    return element("div", "act", ...fields.map(([name, help, options]) => this.#field(name, help, options)), this.#go());
  }

  #field(name, help, options) {
    const { gm } = this.plan.mark;
    const field = { column: name, heading: gm.fields[name], text: this.values[name], help, kind: options ? "list" : "line", options, free: true };
    const keep = (text) => (this.values[name] = text);
    return fieldElement(field, { enter: (text) => [keep(text), this.draw()], typing: keep });
  }

  #go() {
    const made = push(capital(this.act), () => {
      const filled = Object.entries(this.values).filter(([, text]) => text !== "");
      this.#do({ act: this.act, ...Object.fromEntries(filled) });
      this.act = null;
      this.draw();
    });
    made.className = "ready";
    made.dataset.column = "go";
    return made;
  }

  // Who plays, and what each has done: {name, state, done}, as the sheet lists it below its heading.
  #people(tab) {
    const found = [];
    let at = Array.from({ length: tab.filledRows }, (_, row) => row).find((row) => this.#first(tab, row).text === this.plan.mark.gm.people);
    for (; at !== undefined && this.#first(tab, at + 1).text; at++) {
      const { column, text: name } = this.#first(tab, at + 1);
      const state = this.plan.text(tab, at + 1, column + 1);
      if (!state) break;
      found.push({ name, state, done: DONE.includes(state) });
    }
    return found;
  }

  #first(tab, row) {
    const columns = Array.from({ length: tab.usedColumns() }, (_, column) => column);
    const column = columns.find((each) => this.plan.text(tab, row, each));
    return { column, text: column === undefined ? "" : this.plan.text(tab, row, column) };
  }

  #late() {
    const { due } = this.plan.mark;
    return due !== null && due <= Date.now() / 1000;
  }

  // A player; a tap chooses her for what is done next.
  #person({ name, state, done }) {
    const late = !done && this.#late();
    const made = element("li", name === this.who ? "chosen" : done ? "done" : late ? "late" : "", element("span", "sign", done ? "✓" : late ? "!" : state === BEGUN ? "✎" : "○"), ` ${name} `, element("small", "", late ? `late: ${state}` : state));
    made.addEventListener("click", () => {
      this.who = name;
      if (this.act) this.values.on = name;
      this.draw();
    });
    return made;
  }

  // What became of the last button that filled in a row of the desk, or what it lacks; empty before the first.
  #answer() {
    if (this.did === undefined) return "";
    const duty = this.plan.duties().find(({ title }) => title === this.plan.mark.gm.desk.tab);
    const row = duty && [...duty.rows, ...duty.others].find((each) => each.row === this.did);
    return row?.answer ? duty.tab.inWords(row.row, row.answer) : "Sent. The answer comes here.";
  }

  // The box beside a label: {row, column, on}.
  #boxOf(tab, label) {
    for (let row = 0; row < tab.filledRows; row++) {
      const { column, text } = this.#first(tab, row);
      if (text === label && isBox(this.plan.rule(tab, row, column + 1))) return { row, column: column + 1, on: this.plan.isOn(tab, row, column + 1) };
    }
    return {};
  }

  #control(tab, box) {
    const made = push(box.label, () => this.#tick(tab, box));
    made.ariaPressed = String(box.on);
    return made;
  }

  // Tick a box, or untick it. It has no answer of its own: the line above the board says how the match stands.
  #tick(tab, { row, column, on }) {
    this.did = undefined;
    return this.writes.enter(tab, row, column, [[!on]]);
  }

  // Fill in the first empty row of the desk, and tick it.
  #do(values) {
    const { gm } = this.plan.mark;
    const duty = this.plan.duties().find(({ title }) => title === gm.desk.tab);
    const free = duty?.rows.find(({ state }) => state === "todo");
    if (!free) return announce("All rows of the desk are filled in. Empty one.");
    const cells = Object.entries(values).map(([name, value]) => [this.plan.column(duty.form, gm.fields[name]), value]);
    cells.push([this.plan.column(duty.form, gm.desk.own.ready), true]);
    const columns = cells.map(([column]) => column);
    const [left, right] = [Math.min(...columns), Math.max(...columns)];
    const row = Array.from({ length: right - left + 1 }, (_, at) => new Map(cells).get(left + at) ?? null);
    this.did = free.row;
    return this.writes.enter(duty.tab, free.row, left, [row]);
  }
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

function push(label, press) {
  const made = element("button", "take", label);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}
