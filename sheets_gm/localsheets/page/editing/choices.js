// A drop-down below an input: typing filters it, arrow keys move, Enter or a tap selects.

const list = document.getElementById("choices");

export class Choices {
  constructor(input, options, take) {
    Object.assign(this, { input, options, take, at: -1, filter: "" });
    input.role = "combobox";
    input.setAttribute("aria-controls", "choices");
    input.ariaAutoComplete = "list";
    list.onpointerdown = (event) => event.preventDefault(); // the input keeps the focus
    list.onclick = (event) => {
      const item = event.target.closest("li");
      if (item?.dataset.value !== undefined) take(item.dataset.value);
    };
    this.#draw(options.indexOf(input.value));
  }

  // Filter the list by the typed text.
  narrow() {
    this.filter = this.input.value.trim().toLowerCase();
    this.#draw(this.filter ? 0 : -1);
  }

  // The option that Enter would select, or undefined.
  get marked() {
    return this.shown[this.at];
  }

  // Returns whether the list has handled the key.
  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !this.shown.length) return false;
    event.preventDefault();
    this.#mark((this.at + step + this.shown.length) % this.shown.length);
    return true;
  }

  close() {
    list.hidden = true;
    this.input.ariaExpanded = "false";
    this.input.removeAttribute("aria-activedescendant");
  }

  #draw(at) {
    const exact = (option) => option.toLowerCase().startsWith(this.filter);
    const found = this.options.filter((option) => option.toLowerCase().includes(this.filter));
    this.shown = [...found.filter(exact), ...found.filter((option) => !exact(option))];
    list.replaceChildren(...this.shown.map((option, place) => item(option, place)));
    if (!this.shown.length) list.append(item(null, 0));
    list.hidden = false;
    this.input.ariaExpanded = "true";
    this.#mark(at < this.shown.length ? at : -1);
    const { left, bottom, top, width } = this.input.getBoundingClientRect();
    list.style.minWidth = `${Math.max(width, 90)}px`;
    list.style.left = `${Math.max(4, Math.min(left, innerWidth - list.offsetWidth - 4))}px`;
    const below = innerHeight - bottom - 8;
    list.style.maxHeight = `${Math.max(below, top - 8, 120) > 320 ? 320 : Math.max(below, top - 8, 120)}px`;
    list.style.top = below >= Math.min(list.offsetHeight, 160) ? `${bottom + 2}px` : `${Math.max(4, top - list.offsetHeight - 2)}px`;
  }

  #mark(at) {
    this.at = at;
    [...list.children].forEach((each, place) => (each.ariaSelected = String(place === at)));
    const marked = at >= 0 ? list.children[at] : null;
    marked?.scrollIntoView({ block: "nearest" });
    if (marked) this.input.setAttribute("aria-activedescendant", marked.id);
    else this.input.removeAttribute("aria-activedescendant");
  }
}

function item(option, place) {
  const made = document.createElement("li");
  made.role = "option";
  made.id = `choice-${place}`;
  if (option === null) {
    made.textContent = "No matches";
    made.ariaDisabled = "true";
  } else {
    made.textContent = option;
    made.dataset.value = option;
  }
  return made;
}
