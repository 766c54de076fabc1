// What else can be read, and what a reader may choose about the view: which hand plays, how the board lies, notices; and
// the keys, the last rolls, and the board as text.
import { canNotify, setNotice, wantsNotice } from "../turn/your_turn.js";
import { element } from "../widgets/elements.js";

const LEFT = "left-handed";
const KEYS = [
  ["N", "next duty"],
  ["R", "ready, or take it back"],
  ["U", "undo"],
  ["B", "the board: arrows, Enter, + and −, 0 for all of it and back"],
  ["L", "the log"],
  ["S", "the sheet"],
  ["?", "this list"],
];

export class More {
  // *changed* is called when the board must be drawn again; *scene* knows the board as text.
  constructor(box, { play, document: id, scene, changed }) {
    Object.assign(this, { box, play, store: `turned ${id}`, scene, changed });
    this.#hand(localStorage.getItem(LEFT) === "yes");
  }

  // Whether the board is turned around, if the reader has chosen; else as *usual*.
  turned(usual) {
    const chosen = localStorage.getItem(this.store);
    return chosen === null ? usual : chosen === "yes";
  }

  // *usual*: whether the board is turned around by itself; *links* lead to tabs, [title, open], and *rolls* are lines.
  draw(usual, { links, rolls }) {
    const turned = this.turned(usual);
    const left = this.play.classList.contains("left");
    const held = this.box.contains(document.activeElement) && document.activeElement.textContent;
    const open = [...this.box.querySelectorAll("details[open] summary")].map(({ textContent }) => textContent);
    const toggles = [
      toggle("Turn the board around", turned, () => this.#choose(this.store, !turned)),
      toggle("Left-handed", left, () => {
        localStorage.setItem(LEFT, left ? "no" : "yes");
        this.#hand(!left);
        this.changed();
      }),
      ...(canNotify() ? [toggle("Notify me of my turns", wantsNotice(), () => setNotice(!wantsNotice()).then(() => this.changed()))] : []),
    ];
    const keys = KEYS.flatMap(([key, what]) => [element("dt", "", element("kbd", "", key)), element("dd", "", what)]);
    const folded = [["Dice of the last turn", rolls], ["The board as text", this.scene.lines()]].filter(([, lines]) => lines.length);
    const lists = folded.map(([title, lines]) => element("details", "", element("summary", "", title), element("ul", "", ...lines.map((line) => element("li", "", line)))));
    for (const list of lists) list.open = open.includes(list.firstChild.textContent);
    const read = links.map(([title, go]) => toggle(title, undefined, go));
    this.box.replaceChildren(element("div", "toggles", ...read), ...lists, element("h3", "", "This view"), element("div", "toggles", ...toggles), element("h3", "", "Keys"), element("dl", "keys", ...keys));
    if (held) [...this.box.querySelectorAll("button")].find((each) => each.textContent === held)?.focus();
  }

  #choose(store, on) {
    localStorage.setItem(store, on ? "yes" : "no");
    this.changed();
  }

  #hand(left) {
    this.play.classList.toggle("left", left);
  }
}

function toggle(label, on, press) {
  const made = element("button", "take", label);
  made.type = "button";
  if (on !== undefined) made.ariaPressed = String(on);
  made.addEventListener("click", press);
  return made;
}
