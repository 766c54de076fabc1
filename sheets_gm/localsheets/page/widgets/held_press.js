// A press outlives a redraw. What the page draws again between press and release is another element, and the browser gives
// its click to neither: it is given to the one that stands there now, if that is the same button, link or place of a board.
const PRESSED = "a, button, input, label, [data-place]";

let pressed = null; // what was pressed: {element, name}

function nameOf(element) {
  return element.href ?? element.dataset.place ?? element.ariaLabel ?? element.textContent;
}

function press({ target, button }) {
  const element = button === 0 ? target.closest(PRESSED) : null;
  pressed = element && { element, name: nameOf(element) };
}

function release({ target, clientX, clientY }) {
  const before = pressed;
  pressed = null;
  if (!before || before.element.isConnected) return;
  const now = target.closest?.(PRESSED);
  if (!now || nameOf(now) !== before.name) return;
  now.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX, clientY }));
}

export function holdPresses() {
  document.addEventListener("mousedown", press, { capture: true });
  document.addEventListener("mouseup", release, { capture: true });
}
