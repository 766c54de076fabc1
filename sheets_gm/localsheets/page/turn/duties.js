// What the reader has to do, in the header: a button that leads to the first duty that is not done, all duties where there
// are several, and once all is done, that it is, and who is waited for.
import { element } from "../widgets/elements.js";
import { dueText, remaining } from "./your_turn.js";

const MOST_NAMED = 3; // people waited for who are named

export class Duties {
  // *open* opens the tab with a title.
  constructor({ button, list, ready }, open) {
    Object.assign(this, { button, list, ready, open });
  }

  // *turn* has something to do, *done* has nothing left; either may be missing. *still* says why nobody waits for the reader, who
  // is called *name* in the match.
  draw(turn, done, still, name) {
    const { button, list, ready } = this;
    button.hidden = !turn;
    ready.hidden = Boolean(turn) || !(done || still);
    const all = turn?.duties ?? [];
    list.hidden = all.length < 2;
    if (!ready.hidden) ready.textContent = still || readyText(done);
    if (!turn) return;
    const left = turn.due === null ? "" : ` · ${remaining(turn.due, turn.grace)}`;
    button.replaceChildren(name ? `${name}, your turn` : "Your turn", element("span", "label", `: ${turn.tab}`), left);
    button.title = dueText(turn.due, turn.grace);
    button.onclick = () => this.open(turn.tab);
    const mark = JSON.stringify(all);
    if (mark === this.mark) return;
    this.mark = mark;
    list.replaceChildren(...all.map(([title, finished]) => this.#duty(title, finished)));
  }

  #duty(title, finished) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = finished ? "done" : "";
    made.textContent = `${finished ? "✓" : "●"} ${title}`;
    made.ariaLabel = `${title}: ${finished ? "done" : "to do"}`;
    made.addEventListener("click", () => this.open(title));
    return made;
  }
}

function readyText({ waiting, due, grace }) {
  const many = waiting.length > MOST_NAMED;
  const names = many ? `${waiting.length} players` : listed(waiting);
  return `✓ Ready · waiting for ${names || "the others"}${due === null ? "" : ` · ${remaining(due, grace)}`}`;
}

function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
