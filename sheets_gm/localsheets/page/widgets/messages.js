// Messages and notes beside a cell. Important ones are also announced to screen readers.

const announcements = document.getElementById("announcements");
const alert = document.getElementById("alert");
const box = document.getElementById("message");
const note = document.getElementById("note");
let hideTimer;

// Announce an event to screen readers only.
export function announce(text) {
  announcements.textContent = text;
}

// Show a message beside a cell. *choices* are buttons: [label, function].
export function showMessage(td, text, choices = [], seconds = 12) {
  clearTimeout(hideTimer);
  box.replaceChildren(...text.split("\n").map((line, at) => block(line, at ? "more" : "first")));
  alert.textContent = text;
  for (const [label, act] of choices) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => {
      hideMessage();
      act();
    });
    box.append(button);
  }
  box.hidden = false;
  placeBeside(box, td);
  if (!choices.length) hideTimer = setTimeout(hideMessage, seconds * 1000);
}

export function hideMessage() {
  clearTimeout(hideTimer);
  box.hidden = true;
  alert.textContent = "";
}

export function showNote(td, text) {
  note.textContent = text;
  note.hidden = false;
  placeBeside(note, td);
}

export function hideNote() {
  note.hidden = true;
}

function block(text, name) {
  const made = document.createElement("p");
  made.className = name;
  made.textContent = text;
  return made;
}

// Place an element below the cell, or above it if there is no room below, and always on the screen.
function placeBeside(made, td) {
  const cell = td?.isConnected ? td.getBoundingClientRect() : { left: 8, right: 8, top: 8, bottom: 60 };
  const { width, height } = made.getBoundingClientRect();
  const left = Math.max(4, Math.min(cell.left, innerWidth - width - 4));
  const below = cell.bottom + 5;
  const top = below + height < innerHeight - 4 ? below : Math.max(4, cell.top - height - 5);
  made.style.left = `${left}px`;
  made.style.top = `${top}px`;
}

box.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideMessage();
});
