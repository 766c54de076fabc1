// A click belongs to the cell that was pressed, even if the sheet has moved under a resting pointer before the release: what a
// press selects can open a card or load a row, and a board's cells must not change places under the finger.
const REST = 6; // pixels that a pointer may move and still rest

export class Presses {
  constructor(view) {
    this.pressed = null;
    view.addEventListener("pointerdown", (event) => this.#press(event), { capture: true });
    document.addEventListener("click", (event) => this.#click(event), { capture: true });
  }

  // Whether the pointer has stayed where it pressed.
  rests({ clientX, clientY }) {
    return this.pressed !== null && Math.hypot(clientX - this.pressed.x, clientY - this.pressed.y) <= REST;
  }

  #press({ target, clientX, clientY }) {
    this.pressed = { target, cell: target.closest("td"), x: clientX, y: clientY };
  }

  // Give a click that ended elsewhere to the pressed cell. A click without a pointer, by a key or a program, stays as it is.
  #click(event) {
    const { pressed } = this;
    if (!event.isTrusted || event.detail === 0 || !pressed) return;
    const rests = this.rests(event);
    this.pressed = null;
    if (!pressed.cell?.isConnected || !rests || pressed.cell.contains(event.target)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    const { bubbles, cancelable, detail, clientX, clientY, pointerType, shiftKey, ctrlKey, metaKey, altKey } = event;
    const same = { bubbles, cancelable, detail, clientX, clientY, pointerType, shiftKey, ctrlKey, metaKey, altKey };
    const target = pressed.target.isConnected ? pressed.target : pressed.cell;
    target.dispatchEvent(new PointerEvent("click", same));
  }
}
