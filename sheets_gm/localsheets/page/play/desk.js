// The controls of who runs the match: who is ready and who is late, and buttons that fill in the same cells as on the sheet.
import { isBox } from "../spreadsheet/validation.js";
import { announce } from "../widgets/messages.js";
import { element } from "../widgets/elements.js";

const DONE = ["ready", "forced", "excused", "nothing due"]; // what needs no waiting
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
    const content = desk && [this.#people(tab), boxes, this.plan.mark.gm.undo, this.plan.mark.due, this.#late()];
    const text = JSON.stringify(content ?? null);
    if (text === this.drawn) return;
    this.drawn = text;
    this.box.hidden = !content;
    const typing = document.activeElement === this.reason; // an element that is put elsewhere loses the focus
    this.box.replaceChildren(...(content ? this.#made(tab, content) : []));
    if (typing) this.reason.focus();
  }

  #made(tab, [people, boxes, undo]) {
    const ready = people.filter(({ done }) => done).length;
    const list = element("ul", "people", ...people.map((each) => this.#person(each)));
    list.ariaLabel = "Players";
    const controls = boxes.filter(({ row }) => row !== undefined).map((each) => this.#control(tab, each));
    const more = MORE_TIME.map((time) => push(`+ ${time.replace("h", " h")}`, () => this.#do({ act: "extend", value: time })));
    const back = push(`Undo ${undo}`, () => this.#undo(undo, this.reason));
    return [
      element("h3", "", "The table", element("small", "", ` ${ready} of ${people.length} ready`)),
      list,
      element("div", "controls", ...controls, ...more),
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
    return element("li", done ? "done" : late ? "late" : "", element("span", "sign", done ? "✓" : late ? "!" : "●"), ` ${name} `, element("small", "", late ? `late: ${state}` : state));
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
    const made = push(label, () => this.writes.enter(tab, row, column, [[!on]]));
    made.ariaPressed = String(on);
    return made;
  }

  #undo(turn, reason) {
    if (reason.value.trim()) {
      this.#do({ act: "rewind", on: turn, why: reason.value.trim() });
      reason.value = "";
    } else {
      reason.focus();
      announce("Write why: everybody reads it.");
    }
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
    return this.writes.enter(duty.tab, free.row, left, [row]);
  }
}

function push(label, press) {
  const made = element("button", "take", label);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}
