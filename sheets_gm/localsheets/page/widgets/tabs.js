// The tab bar at the bottom.
import { colour, css } from "../grid/cell_format.js";

export class Tabs {
  constructor(bar, choose) {
    this.bar = bar;
    this.choose = choose;
    bar.addEventListener("keydown", (event) => this.#key(event));
  }

  // *due* are the titles of the tabs where the reader has something to do, each with whether it is done.
  draw(tabs, current, due = this.due) {
    this.due = due;
    const mark = JSON.stringify([due, tabs.map((tab) => [tab.id, tab.title, tab.colour]), current]);
    if (mark === this.mark) return;
    this.mark = mark;
    const held = this.bar.contains(document.activeElement);
    this.bar.replaceChildren(...tabs.map((tab) => this.#tab(tab, tab.id === current)));
    const chosen = this.bar.querySelector("[aria-selected=true]");
    chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (held) chosen?.focus();
  }

  #tab(tab, chosen) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = tab.title;
    const duty = this.due?.find(([title]) => title === tab.title);
    if (duty) {
      made.classList.add(duty[1] ? "done" : "due");
      made.ariaDescription = duty[1] ? "you are ready here" : "waits for you";
    }
    made.role = "tab";
    made.ariaSelected = String(chosen);
    made.setAttribute("aria-controls", "grid");
    made.tabIndex = chosen ? 0 : -1;
    const tabColour = colour(tab.colour);
    if (tabColour) made.style.setProperty("--tab", css(tabColour));
    made.addEventListener("click", (event) => this.choose(tab.id, { pointed: event.detail > 0 })); // detail is 0 for a key
    return made;
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const all = [...this.bar.children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    event.preventDefault();
    next.focus();
    next.click();
  }
}
