// The play view: a second drawing of the cells, for people who play. It has the reader's duties, the board and the story.
// It writes only by the same edits as the grid, so protection, undo and waiting edits are the same.
import { boardOf, namesAt, newsByTurn, newsOf, placesIn, rollsOf, saidOn } from "../board/board.js";
import { onTheme, readableText, theme } from "../grid/cell_format.js";
import { Bar } from "./bar.js";
import { Card } from "./card.js";
import { Desk } from "./desk.js";
import { Captions, ownFirst, withSign } from "./board/captions.js";
import { Leaf } from "./board/leaf.js";
import { Look } from "./board/look.js";
import { Scene } from "./board/scene.js";
import { inWords, isOwn, tokensOf } from "./board/tokens.js";
import { cardsOf } from "./lists.js";
import { More } from "./more.js";
import { Plan } from "./plan.js";
import { limit, statusOf, timeOf } from "./status.js";
import { scoreOf, storyOf } from "./story.js";
import { countdown, lockAt } from "../turn/your_turn.js";
import { announce, showMessage } from "../widgets/messages.js";
import { element, fitLines } from "../widgets/elements.js";

const STORE = "view of matches"; // what the reader likes: "play" or "sheet"
const NOTHING = { lit: new Set(), later: new Set(), chosen: new Set(), picked: null, mine: new Set(), drafts: [], signs: new Map() }; // marked on the board of an earlier turn
const SAID = 3; // comments in the story
const SECOND = 1000; // milliseconds between looks at the clock
const PLAY = "page.play";

export class PlayView {
  // *open* shows the tab of a title in the grid; *shown* is called when the view changes.
  constructor(box, button, { spreadsheet, forms, writes, open, shown, talk, showError }) {
    Object.assign(this, { box, button, spreadsheet, forms, writes, open, shown, talk, active: false, decided: false, page: "play", kept: null, closed: false, reading: null });
    this.plan = new Plan(spreadsheet);
    const part = (name) => box.querySelector(`.${name}`);
    this.parts = Object.fromEntries(["step", "clock", "score", "limits", "planes", "roles", "news", "replay", "said", "lists", "cards"].map((name) => [name, part(name)]));
    this.card = new Card({ list: part("checklist"), box: part("card") }, { plan: this.plan, forms, writes, changed: () => this.#turned() });
    const change = () => this.#press(this.page === "change" ? "play" : "change");
    this.bar = new Bar(part("say"), { plan: this.plan, card: this.card, forms, writes, changing: () => this.page === "change", change, pieces: () => this.#pieces(), pick: (place) => this.#pick(place) });
    this.look = new Look(this.plan, forms);
    this.desk = new Desk(part("desk"), { plan: this.plan, card: this.card, writes });
    this.leaf = new Leaf(part("leaf"), { spreadsheet, changed: () => this.draw(), showError });
    this.scene = new Scene(part("map"), { spreadsheet, tap: (place) => this.#tap(place), pointed: part("under-pointer"), button: part("whole") });
    this.captions = new Captions(part("caption"));
    this.more = new More(part("more"), { play: box, document: spreadsheet.id, scene: this.scene, changed: () => this.draw() });
    setInterval(() => this.#clock(), SECOND);
    new ResizeObserver(() => this.active && this.plan.isLoaded && this.#newsLine()).observe(this.parts.news); // the buttons beside it change
    onTheme(() => this.draw());
    button.addEventListener("click", () => this.#switch());
    box.addEventListener("click", ({ target }) => {
      this.#press(target.closest("[data-act]")?.dataset.act);
      this.#about(target);
    });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  // Whether the address *asked* and what the reader likes let the play view come first.
  #mayPlay(asked) {
    const named = /^#(gid|tab)=/.test(asked);
    return this.plan.mark !== null && (asked === "#play" || (!named && localStorage.getItem(STORE) !== "sheet"));
  }

  // Decide which view the reader gets: the play view if somebody with a seat opens the match without naming a tab.
  decide(person, asked) {
    this.plan.person = person;
    this.decided = true;
    const plays = this.#mayPlay(asked) && (asked === "#play" || this.plan.seats.length > 0);
    const duty = new URLSearchParams(asked.slice(1)).get("duty");
    if (plays && duty) this.card.wanted = duty;
    this.#activate(plays);
  }

  show(active, { keep = false } = {}) {
    if (keep) this.#keep(active ? "play" : "sheet");
    this.#activate(active);
    return active ? this.refresh() : undefined;
  }

  // Keep which view the reader likes, also for the server: it sends that one's cells first.
  #keep(view) {
    localStorage.setItem(STORE, view);
    document.cookie = `view=${view}; path=/; max-age=31536000; samesite=strict`;
  }

  #activate(active) {
    const changed = this.active !== active;
    this.active = active;
    document.body.classList.toggle("playing", active);
    this.box.hidden = !active;
    this.#button();
    if (changed) this.shown(active);
  }

  // Change the view; where there is no play view since its mark is too long, say so.
  #switch() {
    const { mark, tooLong } = this.plan;
    if (mark !== null) return this.show(!this.active, { keep: true });
    return showMessage(this.button, tooLong.map(limit).join("\n"));
  }

  #button() {
    const missing = this.plan.mark === null && !this.plan.tooLong.some(({ key }) => key === PLAY);
    this.button.hidden = !this.decided || missing;
    this.button.textContent = this.active ? "Sheet" : "Play";
  }

  // Draw the view again, first with what is known if anything is still to be loaded.
  async refresh() {
    this.#button();
    if (!this.active || !this.plan.mark) return;
    const missing = this.#tabs().some((tab) => this.spreadsheet.isMissing(tab, 0, 1));
    const read = this.load();
    if (missing) this.draw();
    await read;
    this.draw();
  }

  // Load what the view shows unless it is up to date.
  load() {
    return this.plan.load(this.#tabs());
  }

  // The tabs of which the view shows something now.
  #tabs() {
    const tabs = [...this.plan.forms.map((form) => form.tab), ...this.desk.tabs, this.board, this.page === "army" ? this.list : null];
    return [...new Set(tabs.filter(Boolean))];
  }

  // The turn of the reader, as the header shows it, and who is *waited* for in the match.
  turn(turn, done, waited) {
    const text = JSON.stringify([turn, done, waited]);
    if (text === this.turned) return;
    this.turned = text;
    Object.assign(this.plan, { turn: turn ?? done ?? null, waiting: waited });
    this.waits = Boolean(turn);
    this.draw();
  }

  // The colour of the reader's side; undefined for who only watches.
  get colour() {
    const [seat] = this.plan.seats;
    return this.plan.mark?.sides.find(([side]) => side === seat?.side)?.[3];
  }

  // Whether the reader has a seat in the match that is shown.
  get isPlayed() {
    return this.plan.isLoaded && this.plan.seats.length > 0;
  }

  // The server does not answer, and this number of edits is *kept* here until it does; null once it answers. *closed*: the reader may
  // not open the match any more.
  connected(kept, closed) {
    if (kept === this.kept && closed === this.closed) return;
    Object.assign(this, { kept, closed });
    if (this.active && this.plan.isLoaded) this.#status();
  }

  // Whether a program reads what is typed (`lookText`).
  read(reading) {
    if (reading?.text === this.reading?.text) return;
    this.reading = reading;
    if (this.active && this.plan.isLoaded) this.#status();
  }

  openDuty(title) {
    return this.active && this.card.openDuty(title);
  }

  get board() {
    const { boards } = this.plan;
    return boards.find((tab) => tab.id === this.plane) ?? boards[0] ?? null;
  }

  // The tab that says what happened last: the board, or the first tab where there is none.
  get teller() {
    return this.board ?? this.spreadsheet.tabs[0];
  }

  get list() {
    const { lists } = this.plan;
    return lists.find((tab) => tab.id === this.listed) ?? lists[0] ?? null;
  }

  // -- drawing -------------------------------------------------------------------------------------------------------

  draw() {
    if (!this.active || !this.plan.mark) return;
    const { mark, seats, runs } = this.plan;
    if (runs !== this.ran) Object.assign(this, { ran: runs, page: runs ? "change" : "play" }); // who runs the match has the table before her
    this.box.dataset.page = this.page;
    for (const each of this.box.querySelectorAll("nav [data-act]")) each.setAttribute("aria-current", String(each.dataset.act === this.page));
    if (!this.plan.isLoaded) return this.#line({ name: "loading", text: "Loading …" });
    const known = this.step ?? localStorage.getItem(this.#seen);
    const isNew = this.step !== undefined && this.step !== mark.step;
    const isUntold = known !== null && known !== mark.step; // played since the reader looked last
    this.step = mark.step;
    if (isNew) this.#forget();
    this.card.draw();
    this.desk.draw();
    this.#roles();
    this.#fill("limits", this.plan.tooLong.map(limit), () => this.plan.tooLong.map((each) => element("p", "", limit(each))));
    this.#fill("score", [mark.sides, mark.score, mark.limits, mark.ahead, seats, theme()], () => scoreOf(mark, seats.map(({ side }) => side)));
    this.#status();
    if (isNew) announce([mark.step, ...newsOf(this.teller)].join(". "));
    this.#board();
    if (isUntold) this.#tell();
    localStorage.setItem(this.#seen, mark.step);
    this.#story();
    if (this.page === "more") this.more.draw(this.#turnsBoard, this.#further());
  }

  // Whether the reader's own end of the board is the upper one.
  get #turnsBoard() {
    const { mark, seats } = this.plan;
    return seats.length > 0 && seats.every(({ side }) => mark.turned?.includes(side));
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

  // How the match stands for the reader, in one sentence.
  #status() {
    const { mark, turn } = this.plan;
    const due = turn?.due ?? mark.due;
    const state = statusOf(this.plan, this.card.duties, this.waits, { ...this, until: due && lockAt(due, mark.grace), open: this.card.open?.title });
    this.#offerFields(state);
    this.#line(state);
    this.card.box.inert = state.name === "closed";
    const counts = ["asked", "turn", "refused", "done", "waiting"].includes(state.name) || (state.name === "watching" && this.plan.runs);
    this.until = counts ? due : null;
    this.#clock();
  }

  // Show the fields of a row, once, that nothing but its fields can fill in.
  #offerFields(state) {
    const open = JSON.stringify([this.plan.mark.step, this.card.open]);
    if (this.page !== "play" || this.offered === open || !this.bar.isStuck(state)) return;
    this.offered = open;
    this.box.dataset.page = this.page = "change";
  }

  #line(state) {
    this.box.dataset.state = state.name;
    this.#fill("step", [this.plan.mark.step], () => [this.plan.mark.step]);
    this.bar.draw(state, this.told);
  }

  // How long it is until the deadline. It stands beside the line that is read aloud: a clock is not.
  #clock() {
    const { until } = this;
    const grace = this.plan.mark?.grace; // without a mark nobody plays here
    const isLate = until && lockAt(until, grace) !== until;
    const text = until ? `${isLate ? "" : `until ${timeOf(until)} · `}${countdown(until, grace)}` : "";
    if (this.active && this.parts.clock.textContent !== text) this.parts.clock.textContent = text;
  }

  // A new turn has come: what was open is over.
  #forget() {
    Object.assign(this.card, { open: null, chosen: false });
    this.told = "";
  }

  // Where the browser keeps which turn the reader has seen.
  get #seen() {
    return `seen ${this.spreadsheet.id}`;
  }

  // The last turn is played on the board: its headlines as captions, those about the reader first. Then the board is as before.
  async #tell() {
    const { mark, seats } = this.plan;
    const own = seats.map(({ side }) => side);
    const names = [...seats.map(({ player }) => player), ...mark.sides.filter(([side]) => own.includes(side)).map(([, name]) => name)];
    const home = this.plane;
    const lines = ownFirst(this.#news.flat(), [...names, ...this.#ownNames]);
    if (!lines.length) return requestAnimationFrame(() => this.replay());
    await this.captions.play(lines, (line) => this.replay(line));
    if (this.plane === home) return;
    this.plane = home;
    await this.refresh();
  }

  // Show the last turn again: all its moves, or what the headline *line* tells, on the board that it is about. Returns whether that
  // is in the upper half of the board.
  async replay(line) {
    const about = line && this.plan.boardOf(line, this.board);
    if (line) this.page = this.plan.runs ? "change" : "play";
    if (about) this.plane = about.id;
    if (line) await this.refresh();
    const board = boardOf(this.scene.tab);
    if (!board || (this.scene.tab.live ?? this.scene.tab.id) !== this.board?.id) return false;
    const places = about ? placesIn(about, line) : [];
    this.scene.replay(board.moves.filter((move) => !places.length || move.some((place) => places.includes(place))));
    return this.scene.point(places);
  }

  // A row was opened: its board is shown, if it is on another one.
  #turnTo(current) {
    const homes = current ? this.plan.boardsWith(this.forms.pieceOf({ tab: current.duty.tab, row: current.row })) : [];
    if (!homes.length || homes.includes(this.board)) return;
    this.plane = homes[0].id;
    if (!this.board.isLoaded(0)) this.refresh();
  }

  #board() {
    const { boards } = this.plan;
    const { current } = this.card;
    const opened = current && `${current.duty.tab.id} ${current.row}`;
    const isOther = opened !== this.opened;
    if (isOther) this.#turnTo(current);
    const tab = this.board;
    this.box.classList.toggle("boardless", !tab);
    this.#fill("planes", [boards.length > 1 && boards.map((each) => [each.title, each.marks.get("page.tokens")]), tab?.id, theme()], () => (boards.length > 1 ? boards.map((each) => this.#plane(each)) : []));
    if (!tab || !boardOf(tab) || !tab.isLoaded(0)) return;
    const shown = this.leaf.shown(tab);
    this.parts.replay.hidden = !boardOf(tab).moves.length;
    this.box.classList.toggle("bare", !tab.marks.has("page.tokens") && !this.plan.runs && !current?.duty.tab.marks.has("page.clicks"));
    const { mark, seats } = this.plan;
    const style = { turned: this.more.turned(this.#turnsBoard), sides: mark.sides, ...this.#reader };
    const look = shown === tab ? this.look.of(tab, current) : NOTHING;
    this.scene.draw(shown, look, style);
    if (isOther) this.scene.reveal([...look.lit]); // where the open row can go is in sight
    this.opened = opened;
  }

  // The sides and the seats of the reader.
  get #reader() {
    const { seats } = this.plan;
    return { own: seats.map(({ side }) => side), seats: seats.map(({ id }) => id) };
  }

  // One of several boards, with the places of the reader's pieces there and how many the other sides have; a tap shows it, and
  // tells what the reader's are called.
  #plane(tab) {
    const reader = this.#reader;
    const held = [...(boardOf(tab)?.places.keys() ?? [])].map((place) => ({ place, tokens: tokensOf(tab, place) }));
    const own = held.map(({ place, tokens }) => ({ place, names: tokens.filter((each) => isOwn(each, reader)).map(({ name }) => name) })).filter(({ names }) => names.length);
    const count = (side) => held.flatMap(({ tokens }) => tokens).filter((each) => each.side === side).length;
    const first = [...this.plan.mark.sides].sort(([one], [two]) => Number(reader.own.includes(two)) - Number(reader.own.includes(one)));
    const standing = first.flatMap(([side, , sign, colour]) => {
      const text = reader.own.includes(side) ? own.map(({ place }) => place).join(" ") : count(side) || "";
      return text ? [standingOf(sign, colour, text)] : [];
    });
    const made = element("button", "", tab.title, ...(standing.length ? [element("small", "", ...standing)] : []));
    made.type = "button";
    made.setAttribute("aria-pressed", String(tab === this.board));
    made.addEventListener("click", () => {
      this.plane = tab.id;
      this.told = own.map(({ place, names }) => `${place} ${names.join(", ")}`).join(" · ");
      this.refresh();
    });
    return made;
  }

  // The places of the pieces on the board that can still be ordered: {place, names}.
  #pieces() {
    const groups = this.board && boardOf(this.board) ? [...boardOf(this.board).names.values()] : [];
    return this.forms.waiting(groups).map((names) => ({ place: names[0], names }));
  }

  // Go on to the piece on *place*. It fills in nothing else: the row that is open is not meant by it.
  #pick(place) {
    const { tab } = this.scene;
    const [row, column] = boardOf(tab).places.get(place);
    this.#open(namesAt(tab, { row, column }), null);
    this.draw();
    this.scene.look(place);
  }

  // Opens the row of one of the pieces *names* that may be ordered; *open* is the row that is open. Whether there is one.
  #open(names, open) {
    const next = this.forms.picks(names, open);
    if (!next || !this.card.openDuty(next.tab.title, next.row)) return false;
    const piece = this.forms.pieceFor(next, names);
    if (piece?.text) this.writes.enter(next.tab, next.row, piece.column, [[piece.text]]);
    return true;
  }

  // A tile was tapped: a piece that the reader may order is picked, a place that the open row can name fills it in, and of
  // anything else it is told what it is.
  #tap(place) {
    const { tab } = this.scene;
    const [row, column] = boardOf(tab).places.get(place);
    const names = namesAt(tab, { row, column });
    const { note } = this.spreadsheet.cell(tab, row, column);
    const isNow = tab === this.board; // an earlier turn is there to look at only
    const here = names.length > 1 ? names : [place, ...tokensOf(tab, place).map((each) => inWords([each])[0] ?? each.name)];
    this.told = isNow && this.#act(place, names) ? "" : [here.length > 1 ? here.join(" · ") : `${place}: nobody is here.`, note].filter(Boolean).join("\n");
    this.draw();
  }

  // Returns whether a tap on *place* orders something.
  #act(place, names) {
    const { current, picking } = this.card;
    const open = current && { tab: current.duty.tab, row: current.row };
    if (current && picking) return this.#add(open, picking, place);
    if (this.#open(names, open)) return true;
    if (place === this.scene.look.picked && !this.plan.isOrder(current.duty.form, current.row)) return false; // it stands there already
    if (this.#take(current, names)) return true;
    const targets = this.forms.openTargets();
    const name = names.find((each) => targets.has(each));
    if (name !== undefined) this.#enter(targets.get(name), targets.get(name).column, name);
    return name !== undefined;
  }

  // Fill in the open row with what stands on a tile, if it can name that.
  #take(current, names) {
    const targets = this.look.targets(this.board, current);
    const name = names.find((each) => targets.has(each));
    if (name === undefined) return false;
    const { tab } = current.duty;
    this.#enter({ tab, row: current.row }, targets.get(name), name);
    if (this.forms.needNoPiece(tab)) this.card.nextRow();
    return true;
  }

  // Add a place to the line that takes places from the board.
  #add(open, { column, between }, place) {
    const before = this.plan.text(open.tab, open.row, column);
    this.#enter(open, column, before ? `${before}${between}${place}` : place);
    return true;
  }

  #enter({ tab, row }, column, name) {
    this.writes.enter(tab, row, column, [[name]]);
    for (const [other, text] of this.forms.beside({ tab, row }, name)) this.writes.enter(tab, row, other, [[text]]);
    announce(`${tab.heading(column)}: ${name}`);
  }

  // What is one step away: tabs to read, and what was rolled.
  #further() {
    const { mark } = this.plan;
    const tabs = [mark.report, mark.history, mark.log, mark.dice, mark.rules].filter((title) => this.plan.named(title));
    return { links: tabs.map((title) => [title, () => this.open(title)]), rolls: rollsOf(this.teller) };
  }

  #story() {
    const [now, news] = this.#news;
    const last = [...this.talk.latest(SAID).last, ...saidOn(this.teller)].sort((one, two) => Date.parse(one.time) - Date.parse(two.time)).slice(-SAID);
    const content = { news, now, said: last, hasMoves: this.#hasMoves };
    this.#fill("said", content, () => storyOf(content, { replay: this.board && ((line) => this.replay(line)) }));
    this.#newsLine();
    const { lists } = this.plan;
    this.box.querySelector('nav [data-act="army"]').hidden = !lists.length;
    this.#fill("lists", [lists.map((tab) => tab.title), this.list?.id], () => (lists.length > 1 ? lists.map((tab) => this.#listButton(tab)) : []));
    if (this.page === "army" && this.list?.isLoaded(0)) this.parts.cards.replaceChildren(...cardsOf(this.list));
  }

  // Whether arrows on the board say who moved in the last turn.
  get #hasMoves() {
    return Boolean(boardOf(this.board)?.moves.length);
  }

  // The headlines of a turn that goes on and of the last one, with the sign of the reader's side before each piece of the reader's.
  get #news() {
    const sign = this.plan.mark.sides.find(([side]) => this.#reader.own.includes(side))?.[2];
    const own = this.#ownNames;
    return newsByTurn(this.teller).map((lines) => lines.map((line) => withSign(line, own, sign)));
  }

  // What the reader's pieces are called, on all boards, where no other side has a piece of that name.
  get #ownNames() {
    const reader = this.#reader;
    const tokens = this.plan.boards.flatMap((tab) => [...(boardOf(tab)?.places.keys() ?? [])].flatMap((place) => tokensOf(tab, place)));
    const others = new Set(tokens.filter((each) => !reader.own.includes(each.side)).map(({ name }) => name));
    return [...new Set(tokens.filter((each) => isOwn(each, reader)).map(({ name }) => name))].filter((name) => !others.has(name));
  }

  // The headlines in short, below the board of a phone.
  #newsLine() {
    const [now, news] = this.#news;
    const told = now.length ? [now[0], ...news.map((line, at) => (at ? line : `Last turn: ${line}`))] : news; // the story has all
    fitLines(this.parts.news, told, `${this.#hasMoves ? "○→" : "▸"} ${now.length ? "This turn" : "Last"}: `);
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
    if (["play", "change", "army", "story", "more"].includes(act)) {
      this.page = this.page === act ? "play" : act;
      this.refresh();
    } else if (act === "fit") this.scene.toggle();
    else if (act === "replay") this.replay();
  }

  // Tell what was tapped above the board: the score, the clock, the turn, or who is waited for.
  #about(target) {
    const { mark, waiting } = this.plan;
    const tells = {
      ".side": lineOf,
      ".ahead": ({ textContent, parentNode }) => [textContent, ...[...parentNode.children].slice(1).map(lineOf)].join("\n"),
      ".clock": () => this.until && `The deadline is ${timeOf(this.until)}: ${countdown(this.until, mark.grace)}.`,
      ".step": () => [`${mark.step}.`, ...newsOf(this.teller)].join("\n"),
      ".sentence": () => waiting.length && `Waiting for ${waiting.join(", ")}.`,
    };
    const [name, tell] = Object.entries(tells).find(([each]) => target.closest(each)) ?? [];
    if (!name) return;
    this.told = tell(target.closest(name)) || "";
    this.draw();
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
      "?": () => this.#press("more"),
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

// The parts of a line of the score.
function lineOf({ children }) {
  return [...children].map((each) => each.textContent).filter(Boolean).join(" ");
}

// The sign of a side, and where it stands or with how many.
function standingOf(sign, colour, text) {
  const made = element("span", "", element("span", "sign", sign), ` ${text} `);
  if (colour) made.style.setProperty("--side", readableText(colour));
  return made;
}

// A link to another workbook of the match, as a game again.
function bookLink([title, document]) {
  const made = element("a", "", title);
  made.href = `/d/${document}#play`;
  return made;
}
