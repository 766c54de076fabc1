// Moving through the page by keys: F6 goes from the sheet to the comments, the card of a picked piece, the tab bar and the formula bar,
// Ctrl+Page Down to the next tab.

export class Places {
  constructor(selection, { talk, piece, tabs, text }, stepTab) {
    const sheet = document.getElementById("view");
    this.places = [
      { holds: sheet, enter: () => selection.focus() },
      { holds: talk, enter: () => talk.querySelector("textarea, button")?.focus() },
      { holds: piece, enter: () => piece.querySelector("select, input, button")?.focus() },
      { holds: tabs, enter: () => tabs.querySelector("[aria-selected=true]")?.focus() },
      { holds: text.parentElement, enter: () => text.focus() },
    ];
    this.stepTab = stepTab;
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    const step = { PageDown: 1, PageUp: -1 }[event.key];
    if (event.key === "F6" && !event.altKey && !event.ctrlKey) this.#move(event.shiftKey ? -1 : 1);
    else if (step && (event.ctrlKey || event.metaKey)) this.stepTab(step);
    else return;
    event.preventDefault();
  }

  // An open editor keeps what was typed, as when another cell is clicked.
  #move(step) {
    const places = this.places.filter(({ holds }) => !holds.hidden);
    const at = places.findIndex(({ holds }) => holds.contains(document.activeElement));
    places[(Math.max(at, 0) + step + places.length) % places.length].enter();
  }
}
