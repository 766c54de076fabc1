// The menu of the selected cells: cut, copy, paste, clear, fill down and comment.
import { holds } from "../spreadsheet/a1.js";
import { showMessage } from "./messages.js";

export class ContextMenu {
  constructor(grid, selection, menu, { commands, fill, comments }) {
    Object.assign(this, { grid, selection, menu });
    const acts = [
      ["Cut", "Ctrl+X", () => document.execCommand("cut")],
      ["Copy", "Ctrl+C", () => document.execCommand("copy")],
      ["Paste", "Ctrl+V", () => this.#paste(commands)],
      ["Clear", "Delete", () => commands.clear()],
      ["Fill down", "Ctrl+D", () => fill.down()],
      ["Comment", "Ctrl+Alt+M", () => comments.open({ cell: true })],
    ];
    menu.replaceChildren(...acts.map(([label, key, act]) => this.#item(label, key, act)));
    grid.table.addEventListener("contextmenu", (event) => this.#open(event));
    menu.addEventListener("keydown", (event) => this.#key(event));
    menu.addEventListener("focusout", (event) => menu.contains(event.relatedTarget) || (menu.hidden = true));
  }

  #item(label, key, act) {
    const item = document.createElement("button");
    item.type = "button";
    item.role = "menuitem";
    item.tabIndex = -1;
    item.ariaKeyShortcuts = key.replace("Ctrl", "Control");
    const shown = document.createElement("kbd");
    shown.textContent = key;
    shown.ariaHidden = "true";
    item.append(label, shown);
    item.addEventListener("click", () => {
      this.#close();
      act();
    });
    return item;
  }

  #open(event) {
    const td = event.target.closest("td");
    if (!td?.at || event.target.closest("a")) return;
    event.preventDefault();
    if (!holds(this.selection.box, td.at.row, td.at.column)) this.selection.go(td.at.row, td.at.column, { reveal: false });
    const { menu } = this;
    menu.hidden = false;
    const cell = td.getBoundingClientRect();
    const [x, y] = event.clientX || event.clientY ? [event.clientX, event.clientY] : [cell.left, cell.bottom];
    menu.style.left = `${Math.max(4, Math.min(x, innerWidth - menu.offsetWidth - 4))}px`;
    menu.style.top = `${Math.max(4, Math.min(y, innerHeight - menu.offsetHeight - 4))}px`;
    menu.firstChild.focus();
  }

  #close() {
    this.menu.hidden = true;
    this.selection.focus();
  }

  #key(event) {
    const items = [...this.menu.children];
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) items[(to + items.length) % items.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") this.#close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async #paste(commands) {
    let text;
    try {
      text = await navigator.clipboard.readText();
    } catch {
      const { row, column } = this.selection.active; // no permission, or no secure connection
      showMessage(this.grid.td(row, column), "This browser lets a page paste by keys only: press Ctrl+V.");
      return;
    }
    await commands.paste(text);
  }
}
