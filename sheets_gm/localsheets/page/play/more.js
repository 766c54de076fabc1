// What a reader may choose about the view: which hand plays, how the board lies, notices; and the keys, and the board as text.
import { canNotify, setNotice, wantsNotice } from "../turn/your_turn.js";
import { element } from "../widgets/elements.js";

const LEFT = "left-handed";
const KEYS = [
  ["N", "next duty"],
  ["R", "ready, or take it back"],
  ["U", "undo"],
  ["B", "the board: arrows, Enter, + and −, 0 for all of it"],
  ["L", "the log"],
  ["S", "the sheet"],
  ["?", "this list"],
];

export class More {
  // *changed* is called when the board is to be drawn anew; *scene* knows the board as text.
  constructor(box, { play, document: id, scene, changed }) {
    Object.assign(this, { box, play, store: `turned ${id}`, scene, changed });
    this.#hand(localStorage.getItem(LEFT) === "yes");
  }

  // Whether the board is turned around, if the reader has chosen; else as *usual*.
  turned(usual) {
    const chosen = localStorage.getItem(this.store);
    return chosen === null ? usual : chosen === "yes";
  }

  draw(usual) {
    const turned = this.turned(usual);
    const left = this.play.classList.contains("left");
    const held = this.box.contains(document.activeElement) && document.activeElement.textContent;
    const open = this.box.querySelector("details")?.open ?? false;
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
    const text = element("details", "", element("summary", "", "The board as text"), element("ul", "", ...this.scene.lines().map((line) => element("li", "", line))));
    text.open = open;
    this.box.replaceChildren(element("h3", "", "More"), element("div", "toggles", ...toggles), text, element("h3", "", "Keys"), element("dl", "keys", ...keys));
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
  made.ariaPressed = String(on);
  made.addEventListener("click", press);
  return made;
}
