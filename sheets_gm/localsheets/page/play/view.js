// The play view: a second drawing of the cells, for people who play. It has the reader's duties, the board and the story.
// It writes only by the same edits as the grid, so protection, undo and waiting edits are the same.
import { boardOf, namesAt, newsOf } from "../board/board.js";
import { colour, css, readable, theme } from "../grid/cell_format.js";
import { Card } from "./card.js";
import { Desk } from "./desk.js";
import { Leaf } from "./leaf.js";
import { cardsOf } from "./lists.js";
import { isDone, Plan } from "./plan.js";
import { Scene } from "./scene.js";
import { scoreOf, storyOf } from "./story.js";
import { remaining } from "../turn/your_turn.js";
import { announce } from "../widgets/messages.js";
import { element } from "../widgets/elements.js";

const STORE = "view of matches"; // what the reader likes: "play" or "sheet"
const MOST_NAMED = 4; // people waited for who are named
const NOTHING = { lit: new Set(), later: new Set(), chosen: new Set(), picked: null, mine: new Set(), drafts: [] }; // marked on the board of an earlier turn
const KEYS = "N next duty · R ready · U undo · B board · L log · S sheet · arrows, Enter, + and − on the board";

export class PlayView {
  // *open* shows the tab of a title in the grid; *shown* is called when the view changes.
  constructor(box, button, { spreadsheet, forms, writes, open, shown, talk, showError }) {
    Object.assign(this, { box, button, spreadsheet, forms, writes, open, shown, talk, active: false, decided: false, page: "play" });
    this.plan = new Plan(spreadsheet);
    const part = (name) => box.querySelector(`.${name}`);
    this.parts = Object.fromEntries(["status", "score", "planes", "roles", "now", "about", "news", "said", "lists", "cards"].map((name) => [name, part(name)]));
    this.card = new Card({ list: part("checklist"), box: part("card") }, { plan: this.plan, forms, writes, changed: () => this.#turned() });
    this.desk = new Desk(part("desk"), { plan: this.plan, writes });
    this.leaf = new Leaf(part("leaf"), { spreadsheet, changed: () => this.draw(), showError });
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
    const tabs = [...this.plan.forms.map((form) => form.tab), ...this.desk.tabs, this.board, this.page === "army" ? this.list : null];
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
    this.desk.draw();
    this.#roles();
    this.#now();
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

  // As whom the reader plays here, where that may be chosen, and the reader's other workbooks of the match.
  #roles() {
    const { roles, role, books } = this.plan;
    const several = roles.length > 1 ? roles : [];
    this.parts.roles.hidden = !several.length && !books.length;
    this.#fill("roles", [several.map(({ id, name }) => [id, name]), role?.id, books], () => [...several.map((each) => this.#role(each, role)), ...books.map(bookLink)]);
  }

  #role({ id, name }, role) {
    const made = element("button", "", name);
    made.type = "button";
    made.ariaPressed = String(id === role.id);
    made.addEventListener("click", () => {
      this.plan.chosen = id;
      Object.assign(this.card, { open: null, picking: null });
      this.told = "";
      this.refresh();
    });
    return made;
  }

  // What the reader is asked while a turn waits for the answer, unless it is open.
  #now() {
    const asked = this.card.duties.find((duty) => duty.form.asked && duty.due && !isDone(duty) && duty.title !== this.card.open?.title);
    this.#fill("now", [asked?.title ?? ""], () => (asked ? [this.#question(asked)] : []));
  }

  #question({ title }) {
    const made = element("button", "", `The turn waits for your answer: ${title}`);
    made.type = "button";
    made.addEventListener("click", () => this.card.openDuty(title));
    return made;
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
      [seats.length && seats.every(({ id }) => mark.out?.includes(id)), "out", "You are out of the game, and watch now."],
      [mark.paused, "paused", "Paused by the game master"],
      [mark.played, "played", "The turn is being played …"],
      [!seats.length, "watching", this.plan.runs ? `You run the match.${waiting}` : "You are watching"],
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
    const board = boardOf(this.scene.tab);
    if (board && (this.scene.tab.live ?? this.scene.tab.id) === this.board?.id) this.scene.replay(board.moves);
  }

  #board() {
    const { boards } = this.plan;
    const tab = this.board;
    this.box.classList.toggle("boardless", !tab);
    this.#fill("planes", [boards.length > 1 && boards.map((each) => each.title), tab?.id], () => (boards.length > 1 ? boards.map((each) => this.#plane(each)) : []));
    if (!tab || !boardOf(tab) || !tab.isLoaded(0)) return;
    const shown = this.leaf.shown(tab);
    this.scene.draw(shown, shown === tab ? this.#look(tab) : NOTHING);
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
    const { tab } = this.scene;
    const [row, column] = boardOf(tab).places.get(place);
    const names = namesAt(tab, { row, column });
    this.told = [names.join(" · "), this.spreadsheet.cell(tab, row, column).note].filter(Boolean).join("\n");
    if (tab !== this.board) return this.draw(); // an earlier turn, to look at only
    const { current, picking } = this.card;
    const open = current && { tab: current.duty.tab, row: current.row };
    if (current && picking) return this.#add(open, picking, place);
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

  // Add a place to the line that takes places from the board.
  #add(open, { column, between }, place) {
    const before = this.plan.text(open.tab, open.row, column);
    this.#enter(open, column, before ? `${before}${between}${place}` : place);
    this.draw();
  }

  #enter({ tab, row }, column, name) {
    this.writes.enter(tab, row, column, [[name]]);
    announce(`${tab.heading(column)}: ${name}`);
  }

  #story() {
    const news = newsOf(this.board);
    const { mark, waiting } = this.plan;
    const tabs = [mark.report, mark.history, mark.log, mark.dice, mark.rules].filter((title) => this.plan.named(title));
    const links = [...tabs.map((title) => [title, () => this.open(title)]), ["Talk", this.talk]];
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

// A link to another workbook of the match, as a game again.
function bookLink([title, document]) {
  const made = element("a", "", title);
  made.href = `/d/${document}#play`;
  return made;
}

function named(people) {
  return people.length > MOST_NAMED ? `${people.length} players` : people.join(", ");
}
