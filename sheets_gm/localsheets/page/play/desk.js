// The controls of who runs the match: who is ready and who is late, and buttons that fill in the same cells as on the sheet.
import { isBox } from "../spreadsheet/validation.js";
import { announce } from "../widgets/messages.js";
import { element } from "../widgets/elements.js";

const DONE = ["ready", "forced", "excused", "nothing due"]; // what needs no waiting
const BEGUN = "draft";
const MORE_TIME = ["1h", "24h"];

export class Desk {
  constructor(box, { plan, writes }) {
    Object.assign(this, { box, plan, writes, reason: document.createElement("input") });
    Object.assign(this.reason, { type: "text", placeholder: "Why: everybody reads it", ariaLabel: "Why the last turn is undone" });
  }

  // The tabs that it shows something of.
  get tabs() {
    const { gm } = this.plan.mark ?? {};
    return this.plan.runs ? [gm.tab, gm.desk.tab].map((title) => this.plan.named(title)).filter(Boolean) : [];
  }

  draw() {
    const [tab, desk] = this.tabs;
    const boxes = tab && Object.entries(this.plan.mark.gm.boxes).map(([name, label]) => ({ name, label, ...this.#boxOf(tab, label) }));
    const content = desk && [this.#people(tab), boxes, this.plan.mark.gm.undo, this.plan.mark.due, this.#late(), this.#answer(), this.who];
    const text = JSON.stringify(content ?? null);
    if (text === this.drawn) return;
    this.drawn = text;
    this.box.hidden = !content;
    const typing = document.activeElement === this.reason; // an element that is put elsewhere loses the focus
    this.box.replaceChildren(...(content ? this.#made(tab, content) : []));
    if (typing) this.reason.focus();
  }

  #made(tab, [people, boxes, undo, , , answer]) {
    const ready = people.filter(({ done }) => done).length;
    const list = element("ul", "people", ...people.map((each) => this.#person(each)));
    list.ariaLabel = "Players";
    const controls = boxes.filter(({ row }) => row !== undefined).map((each) => this.#control(tab, each));
    const more = MORE_TIME.map((time) => push(`+ ${time.replace("h", " h")}`, () => this.#do({ act: "extend", value: time })));
    const back = push(`Undo ${undo}`, () => this.#undo(undo, this.reason));
    const late = people.some(({ name, done }) => name === this.who && !done);
    const nudge = late ? [push(`Nudge ${this.who}`, () => this.#nudge(this.who))] : [];
    return [
      element("h3", "", "The table", element("small", "", ` ${ready} of ${people.length} ready`)),
      list,
      element("div", "controls", ...controls, ...more, ...nudge),
      ...(answer ? [element("p", `answer${answer.startsWith("✗") ? " bad" : ""}`, answer)] : []),
      ...(undo ? [element("div", "controls", this.reason, back)] : []),
    ];
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

  #person({ name, state, done }) {
    const late = !done && this.#late();
    const shown = [element("span", "sign", done ? "✓" : late ? "!" : state === BEGUN ? "✎" : "○"), ` ${name} `, element("small", "", late ? `late: ${state}` : state)];
    return element("li", done ? "done" : late ? "late" : "", ...(done ? shown : [this.#choice(name, shown)]));
  }

  // Somebody who is waited for, to be chosen; the button that asks her to go on stands below.
  #choice(name, shown) {
    const made = element("button", "person", ...shown);
    made.type = "button";
    made.ariaPressed = String(this.who === name);
    made.addEventListener("click", () => {
      this.who = this.who === name ? null : name;
      this.draw();
    });
    return made;
  }

  #nudge(name) {
    this.who = null;
    this.#do({ act: "nudge", on: name });
  }

  // What became of the last button that filled in a row of the desk, or what it lacks; empty before the first.
  #answer() {
    if (this.missing) return this.missing;
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

  #control(tab, { label, row, column, on }) {
    const made = push(label, () => {
      this.did = this.missing = undefined; // a box has no answer of its own: the line above the board says how the match stands
      return this.writes.enter(tab, row, column, [[!on]]);
    });
    made.ariaPressed = String(on);
    return made;
  }

  #undo(turn, reason) {
    if (reason.value.trim()) {
      this.#do({ act: "rewind", on: turn, why: reason.value.trim() });
      reason.value = "";
    } else {
      this.missing = "✗ Write why, then tap again: everybody reads it.";
      this.draw();
      reason.focus();
      announce(this.missing);
    }
  }

  // Fill in the first empty row of the desk, and tick it.
  #do(values) {
    this.missing = undefined;
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

function push(label, press) {
  const made = element("button", "take", label);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}
