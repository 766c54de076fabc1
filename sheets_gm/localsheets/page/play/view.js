// The play view: a second drawing of the cells, for people who play. It has the reader's duties, the board and the story.
// It writes only by the same edits as the grid, so protection, undo and waiting edits are the same.
import { boardOf, namesAt, newsOf } from "../board/board.js";
import { colour, css, readable, theme } from "../grid/cell_format.js";
import { Card } from "./card.js";
import { cardsOf } from "./lists.js";
import { isDone, Plan } from "./plan.js";
import { Scene } from "./scene.js";
import { scoreOf, storyOf } from "./story.js";
import { remaining } from "../turn/your_turn.js";
import { announce } from "../widgets/messages.js";
import { element } from "../widgets/elements.js";

const STORE = "view of matches"; // what the reader likes: "play" or "sheet"
const MOST_NAMED = 4; // people waited for who are named
const KEYS = "N next duty · R ready · U undo · B board · L log · S sheet · arrows, Enter, + and − on the board";

export class PlayView {
  // *open* shows the tab of a title in the grid; *shown* is called when the view changes.
  constructor(box, button, { spreadsheet, forms, writes, open, shown, talk }) {
    Object.assign(this, { box, button, spreadsheet, forms, writes, open, shown, talk, active: false, decided: false, page: "play" });
    this.plan = new Plan(spreadsheet);
    const part = (name) => box.querySelector(`.${name}`);
    this.parts = Object.fromEntries(["status", "score", "planes", "about", "news", "said", "lists", "cards"].map((name) => [name, part(name)]));
    this.card = new Card({ list: part("checklist"), box: part("card") }, { plan: this.plan, forms, writes, changed: () => this.#turned() });
    this.scene = new Scene(part("map"), { spreadsheet, tap: (place) => this.#tap(place), overview: part("overview") });
    button.addEventListener("click", () => this.show(!this.active, { keep: true }));
    box.addEventListener("click", (event) => this.#press(event.target.closest("[data-act]")?.dataset.act));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  // Whether the address *asked* and what the reader likes let the play view come first.
  #mayPlay(asked) {
    const named = /^#(gid|tab)=/.test(asked);
    return this.plan.mark !== null && (asked === "#play" || (!named && localStorage.getItem(STORE) !== "sheet"));
  }

  // Begin to load what the view may show, while it is not known yet who the reader is.
  prepare(asked) {
    if (this.decided || this.preparing || !this.#mayPlay(asked)) return;
    document.body.classList.add("deciding");
    this.preparing = this.plan.load(this.#tabs()).catch(() => false);
  }

  // Decide which view the reader gets: the play view if somebody with a seat opens the match without naming a tab.
  decide(person, asked) {
    this.plan.person = person;
    this.decided = true;
    const plays = this.#mayPlay(asked) && (asked === "#play" || this.plan.seats.length > 0);
    document.body.classList.remove("deciding");
    this.show(plays);
    const duty = new URLSearchParams(asked.slice(1)).get("duty");
    if (plays && duty) this.card.wanted = duty;
  }

  show(active, { keep = false } = {}) {
    const changed = this.active !== active;
    this.active = active;
    if (keep) localStorage.setItem(STORE, active ? "play" : "sheet");
    document.body.classList.toggle("playing", active);
    this.box.hidden = !active;
    this.#button();
    if (changed) this.shown(active);
    return active ? this.refresh() : undefined;
  }

  #button() {
    this.button.hidden = !this.decided || this.plan.mark === null;
    this.button.textContent = this.active ? "Sheet" : "Play";
  }

  // Load what the view shows and draw it again.
  async refresh() {
    this.#button();
    if (!this.active || !this.plan.mark) return;
    await this.preparing;
    this.draw(); // with what is known
    await this.plan.load(this.#tabs());
    this.draw();
  }

  // The tabs of which the view shows something now.
  #tabs() {
    const tabs = [...this.plan.forms.map((form) => form.tab), this.board, this.page === "army" ? this.list : null];
    return [...new Set(tabs.filter(Boolean))];
  }

  // The turn of the reader, as the header shows it.
  turn(turn, done) {
    this.plan.turn = turn ?? done ?? null;
    this.waits = Boolean(turn);
    this.draw();
  }

  openDuty(title) {
    return this.active && this.card.openDuty(title);
  }

  get board() {
    const { boards } = this.plan;
    return boards.find((tab) => tab.id === this.plane) ?? boards[0] ?? null;
  }

  get list() {
    const { lists } = this.plan;
    return lists.find((tab) => tab.id === this.listed) ?? lists[0] ?? null;
  }

  // -- drawing -------------------------------------------------------------------------------------------------------

  draw() {
    if (!this.active || !this.plan.mark) return;
    const { mark, seats } = this.plan;
    this.box.dataset.page = this.page;
    for (const each of this.box.querySelectorAll("nav [data-act]")) each.setAttribute("aria-current", String(each.dataset.act === this.page));
    this.card.draw();
    this.#fill("score", [mark.sides, mark.score, seats, theme()], () => scoreOf(mark, seats.map(({ side }) => side)));
    this.#status();
    this.#board();
    this.#story();
  }

  #fill(name, content, make) {
    const text = JSON.stringify(content);
    const part = this.parts[name];
    if (part.drawn === text) return;
    part.drawn = text;
    part.replaceChildren(...make());
  }

  // How the match stands for the reader, in one line.
  #status() {
    const { mark, turn, seats } = this.plan;
    const due = this.card.duties.filter((duty) => duty.due);
    const until = turn?.due ? ` · ${remaining(turn.due)}` : "";
    const waiting = this.plan.waiting.length ? ` Waiting for ${named(this.plan.waiting)}.` : "";
    const done = due.filter(isDone).length;
    const states = [
      [mark.result, "over", mark.step.includes(mark.result) ? "The match is over" : `The match is over: ${mark.result}`],
      [mark.paused, "paused", "Paused by the game master"],
      [mark.played, "played", "The turn is being played …"],
      [!seats.length, "watching", "You are watching"],
      [this.waits, "turn", `Your turn${due.length > 1 ? ` · ${done} of ${due.length} done` : ""}${until}`],
      [due.length, "done", `You are ready.${waiting}`],
      [true, "waiting", `Nothing to do now.${waiting}`],
    ];
    const [, name, text] = states.find(([holds]) => holds);
    this.box.dataset.state = name;
    this.#fill("status", [mark.step, text], () => [element("strong", "", mark.step), element("span", "", text)]);
    if (this.step !== undefined && this.step !== mark.step) this.#newTurn();
    this.step = mark.step;
  }

  // A new turn has come: its headlines are announced, and its pieces slide, once its board is loaded.
  #newTurn() {
    this.card.open = null;
    this.picked = null;
    const news = newsOf(this.board);
    announce([this.plan.mark.step, ...news].join(". "));
    requestAnimationFrame(() => this.replay());
  }

  replay() {
    const board = boardOf(this.board);
    if (board && this.scene.tab === this.board) this.scene.replay(board.moves);
  }

  #board() {
    const { boards } = this.plan;
    const tab = this.board;
    this.box.classList.toggle("boardless", !tab);
    this.#fill("planes", [boards.length > 1 && boards.map((each) => each.title), tab?.id], () => (boards.length > 1 ? boards.map((each) => this.#plane(each)) : []));
    if (!tab || !boardOf(tab) || !tab.isLoaded(0)) return;
    this.scene.draw(tab, this.#look(tab));
    this.#fill("about", [this.told ?? ""], () => (this.told ? [element("p", "", this.told)] : []));
  }

  #plane(tab) {
    const made = element("button", "", tab.title);
    made.type = "button";
    made.setAttribute("aria-pressed", String(tab === this.board));
    made.addEventListener("click", () => {
      this.plane = tab.id;
      this.refresh();
    });
    return made;
  }

  // What the board shows of the open row: what it can name, what it names, its piece; and the drafts of all rows.
  #look(tab) {
    const board = boardOf(tab);
    const { current } = this.card;
    const placeOf = (name) => (board.places.has(name) ? name : board.pieces.get(name));
    const [lit, later] = [new Set(), new Set()];
    const at = current && { tab: current.duty.tab, row: current.row };
    const clicks = at && at.tab.mark("page.clicks");
    if (this.#canTake(current))
      for (const [name, column] of this.forms.targets(at)) {
        const place = placeOf(name);
        if (place) (this.forms.isNear(at, name, column) ? lit : later).add(place);
      }
    const chosen = new Set(clicks ? this.forms.chosen(at).map(placeOf).filter(Boolean) : []);
    const orders = this.forms.orders();
    const drafts = orders.flatMap(({ tab: form, row, piece, to, ready }) => {
      const way = [piece, ...to].map(placeOf).filter(Boolean);
      const ink = colour(this.spreadsheet.cell(form, row, 0).effectiveFormat?.textFormat?.foregroundColorStyle);
      return way.slice(1).map((place, step) => ({ from: way[step], to: place, ready, colour: ink && css(readable(ink)) }));
    });
    const picked = clicks ? this.#pieceOf(at, clicks, placeOf) : null;
    const mine = new Set([...board.names.values()].filter((names) => this.forms.waits(names)).map(([place]) => place));
    return { lit, later, chosen, picked, mine, drafts };
  }

  #pieceOf({ tab, row }, { piece }, placeOf) {
    const column = this.plan.column({ tab }, piece);
    return column === undefined ? null : (placeOf(this.plan.text(tab, row, column)) ?? null);
  }

  // A tile was chosen: it fills in the open row, or opens the row of its piece; else it only says what stands there.
  #tap(place) {
    const tab = this.board;
    const [row, column] = boardOf(tab).places.get(place);
    const names = namesAt(tab, { row, column });
    this.told = [names.join(" · "), this.spreadsheet.cell(tab, row, column).note].filter(Boolean).join("\n");
    const { current } = this.card;
    const open = current && { tab: current.duty.tab, row: current.row };
    if (this.#canTake(current) && this.#take(open, names)) return;
    const own = this.forms.rowsFor(names).filter((each) => !this.forms.isAsk(each));
    const now = own.findIndex((each) => each.tab === open?.tab && each.row === open.row);
    const next = own[(now + 1) % own.length];
    if (next && this.card.openDuty(next.tab.title, next.row)) {
      const piece = this.forms.pieceFor(next, names);
      if (piece?.text) this.writes.enter(next.tab, next.row, piece.column, [[piece.text]]);
    } else {
      const targets = this.forms.openTargets();
      const name = names.find((each) => targets.has(each));
      if (name !== undefined) this.#enter(targets.get(name), targets.get(name).column, name);
    }
    this.draw();
  }

  // Whether a tile can fill in the open row: it is still open, and names its piece if it needs one.
  #canTake(current) {
    const noted = current?.duty.tab.mark("page.clicks");
    if (!noted || current.state.state === "closed") return false;
    const column = this.plan.column(current.duty.form, noted.piece || undefined);
    return column === undefined || this.plan.text(current.duty.tab, current.row, column) !== "";
  }

  // Fill in the open row with what stands on a tile, if it can name that.
  #take(open, names) {
    const targets = this.forms.targets(open);
    const name = names.find((each) => targets.has(each));
    if (name === undefined) return false;
    this.#enter(open, targets.get(name), name);
    this.draw();
    return true;
  }

  #enter({ tab, row }, column, name) {
    this.writes.enter(tab, row, column, [[name]]);
    announce(`${tab.heading(column)}: ${name}`);
  }

  #story() {
    const news = newsOf(this.board);
    const { mark, waiting } = this.plan;
    const tabs = [mark.report, mark.history, mark.log, mark.rules].filter((title) => this.plan.named(title));
    const links = [...tabs.map((title) => [title, () => this.open(title)]), ["Talk", this.talk]];
    if (this.board?.marks.has("page.version")) links.push(["Earlier turns", () => this.open(this.board.title)]);
    this.#fill("said", [news, waiting, links.map(([label]) => label)], () => storyOf({ news, waiting: named(waiting), links }, { replay: () => this.replay() }));
    this.#fill("news", [news[0]], () => (news.length ? [`▸ ${news.join(" · ")}`] : []));
    const { lists } = this.plan;
    this.#fill("lists", [lists.map((tab) => tab.title), this.list?.id], () => (lists.length > 1 ? lists.map((tab) => this.#listButton(tab)) : []));
    if (this.page === "army" && this.list?.isLoaded(0)) this.parts.cards.replaceChildren(...cardsOf(this.list));
  }

  #listButton(tab) {
    const made = element("button", "", tab.title);
    made.type = "button";
    made.setAttribute("aria-pressed", String(tab === this.list));
    made.addEventListener("click", () => {
      this.listed = tab.id;
      this.refresh();
    });
    return made;
  }

  // -- keys and buttons ------------------------------------------------------------------------------------------------

  #turned() {
    this.told = "";
    this.draw();
  }

  #press(act) {
    if (act === "height") this.box.dataset.height = { low: "middle", middle: "high", high: "low" }[this.box.dataset.height];
    else if (["play", "army", "story"].includes(act)) {
      this.page = act;
      this.refresh();
    } else if (act === "larger") this.scene.zoom(this.scene.scale * 1.25);
    else if (act === "smaller") this.scene.zoom(this.scene.scale * 0.8);
    else if (act === "fit") this.scene.fit();
    else if (act === "replay") this.replay();
  }

  #key(event) {
    if (!this.active || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, [contenteditable], dialog, #talk")) return;
    const acts = {
      n: () => this.card.next(),
      r: () => this.card.ready(),
      u: () => this.writes.undo(),
      b: () => this.box.querySelector(".tile[tabindex='0']")?.focus(),
      l: () => this.open(this.plan.mark.log || this.plan.mark.report),
      s: () => this.show(false, { keep: true }),
      "?": () => announce((this.parts.about.textContent = KEYS)),
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

function named(people) {
  return people.length > MOST_NAMED ? `${people.length} players` : people.join(", ");
}
