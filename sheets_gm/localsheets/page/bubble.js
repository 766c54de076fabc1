// Small papers beside a cell: notes, refusals, questions. What matters is also said to those who listen.

const said = document.getElementById("said");
const alarm = document.getElementById("alarm");
const paper = document.getElementById("bubble");
const note = document.getElementById("note");
let gone;

// Say something that happened, to screen readers only.
export function say(text) {
  said.textContent = text;
}

// Tell why something was not done, at its cell. *choices* are buttons: [label, what it does].
export function tell(td, text, choices = [], seconds = 12) {
  clearTimeout(gone);
  paper.replaceChildren(...text.split("\n").map((line, at) => block(line, at ? "more" : "first")));
  alarm.textContent = text;
  for (const [label, act] of choices) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => {
      hush();
      act();
    });
    paper.append(button);
  }
  paper.hidden = false;
  beside(paper, td);
  if (!choices.length) gone = setTimeout(hush, seconds * 1000);
}

export function hush() {
  clearTimeout(gone);
  paper.hidden = true;
  alarm.textContent = "";
}

export function showNote(td, text) {
  note.textContent = text;
  note.hidden = false;
  beside(note, td);
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

// Below the cell if there is room, else above it; never off the screen.
function beside(made, td) {
  const cell = td?.isConnected ? td.getBoundingClientRect() : { left: 8, right: 8, top: 8, bottom: 60 };
  const { width, height } = made.getBoundingClientRect();
  const left = Math.max(4, Math.min(cell.left, innerWidth - width - 4));
  const below = cell.bottom + 5;
  const top = below + height < innerHeight - 4 ? below : Math.max(4, cell.top - height - 5);
  made.style.left = `${left}px`;
  made.style.top = `${top}px`;
}

paper.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hush();
});
