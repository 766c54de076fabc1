// The page of one spreadsheet. It is a client of the same API that other programs use.
import { address, boxName, parse } from "./spreadsheet/a1.js";
import { Spreadsheet } from "./spreadsheet/spreadsheet.js";
import { holdPresses } from "./widgets/held_press.js";
import { hideNote, hideMessage, announce, showNote, showMessage } from "./widgets/messages.js";
import { Arrows } from "./board/arrows.js";
import { BoardClicks } from "./board/clicks.js";
import { Forms } from "./board/forms.js";
import { Past } from "./board/past.js";
import { PieceCard } from "./board/piece_card.js";
import { Replay } from "./board/replay.js";
import { Charts } from "./grid/charts.js";
import { Duties } from "./turn/duties.js";
import { Editor } from "./editing/editor.js";
import { Grid } from "./grid/grid.js";
import { Commands } from "./editing/commands.js";
import { Comments } from "./widgets/comments.js";
import { ContextMenu } from "./widgets/context_menu.js";
import { Fill } from "./editing/fill.js";
import { FilterViews } from "./grid/filter_menu.js";
import { Find } from "./widgets/find.js";
import { FormulaBar } from "./widgets/formula_bar.js";
import { EventStream } from "./server/event_stream.js";
import { badge, Presence } from "./widgets/presence.js";
import { Places } from "./widgets/places.js";
import { PlayView } from "./play/view.js";
import { placeOf, reader, tabOf } from "./server/reader.js";
import { Presses } from "./grid/presses.js";
import { RowCard } from "./widgets/row_card.js";
import { Selection } from "./grid/selection.js";
import { Sharing } from "./widgets/sharing.js";
import { StateLine } from "./widgets/state_line.js";
import { Tabs } from "./widgets/tabs.js";
import { Widths } from "./grid/widths.js";
import { Writes } from "./editing/writes.js";
import { Zoom } from "./grid/zoom.js";
import { stillText } from "./play/status.js";
import { lookText } from "./turn/looks.js";
import { YourTurn } from "./turn/your_turn.js";


const by = (id) => document.getElementById(id);
const { id } = reader;
const client = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
const MOST_ANNOUNCED = 3; // changes that are announced one by one

holdPresses();
const spreadsheet = new Spreadsheet(reader);
const grid = new Grid(by("view"), by("grid"), spreadsheet, showError);
const selection = new Selection(grid, new Presses(grid.view));
const state = new StateLine(by("state"));
const writes = new Writes(spreadsheet, {
  report: (edit, text, choices) => {
    if (play.active) return showMessage(by("play"), text, choices);
    if (edit.tab !== grid.tabId && spreadsheet.tab(edit.tab)) choose(edit.tab);
    return showMessage(grid.td(edit.cells[0].row, edit.cells[0].column), text, choices);
  },
  settled: () => {
    if (!play.active) grid.draw();
    play.draw();
  },
  state: (saving, waiting) => state.save(saving, waiting),
});
const editor = new Editor(grid, selection, (tab, place, text) => writes.enter(tab, place.row, place.column, [[text]]));
const presence = new Presence(grid, selection, by("people"), client, id);
const bar = new FormulaBar(by("place"), by("text"), selection, { editor, writes, go });
const tabs = new Tabs(by("tabs"), openTab);
new Charts(grid, by("charts"));
const forms = new Forms(spreadsheet);
const arrows = new Arrows(grid, by("arrows"), forms);
const clicks = new BoardClicks(grid, selection, writes, forms);
clicks.changed.push(() => arrows.draw());
new Past(grid, by("past"), showError);
const replay = new Replay(grid, { layer: by("slides"), line: by("news"), button: by("replay") });
new PieceCard(clicks, by("piece"), { spreadsheet, writes, open: openRow });
new FilterViews(grid, selection, by("views"));
new Zoom(grid, by("size"));
const sharing = new Sharing(by("share"), by("sharing"), spreadsheet);
const commands = new Commands(grid, selection, editor, writes);
const fill = new Fill(grid, selection, commands, by("handle"));
const comments = new Comments(by("comments"), by("talk"), {
  grid,
  selection,
  spreadsheet,
  go: (tab, place) => choose(tab.id, { start: place, end: place }),
});
new ContextMenu(grid, selection, by("menu"), { commands, fill, comments });
new Find(grid, selection, by("find"));
new Widths(grid);
new RowCard(grid, selection, by("row"), () => commands.tap());
new Places(selection, { talk: by("talk"), piece: by("piece"), tabs: by("tabs"), text: by("text") }, stepTab);

const asked = location.hash;
const play = new PlayView(by("play"), by("view-of-match"), {
  spreadsheet,
  forms,
  writes,
  open: openTitle,
  talk: { open: () => by("comments").click(), latest: (most) => comments.latest(most) },
  showError,
  shown: (active) => {
    history.replaceState(null, "", active ? "#play" : `#gid=${grid.tabId}`);
    if (active) hideMessage();
    else if (decided) refresh(); // the sheet was not kept up to date behind the play view
  },
});

comments.changed.push(() => play.draw());
state.changed.push(() => play.connected(state.offline ? state.waiting : null, state.closed));

const yourTurn = new YourTurn(showTurn, id);

// -- state -----------------------------------------------------------------------------------------------------------------

const LATER = 5000; // milliseconds until what could not be read is read again
let later;

function showError(error) {
  if (error.code === undefined) return lookLater();
  if (error.code === 403 || error.code === 404) close();
  else by("title").textContent = error.message;
}

// There was no answer. The event stream reports when the server is back; one that was only busy is asked again.
function lookLater() {
  clearTimeout(later);
  later = setTimeout(() => state.up && refresh(), LATER);
}

// The spreadsheet was deleted or is no longer shared. It is loaded again once it is shared again.
function close() {
  by("title").textContent = `${play.isPlayed ? "You have left this match, or it" : "This spreadsheet was deleted, or"} is no longer shared with you.`;
  state.close(true);
  duties.draw(); // nothing is due any more
}

const duties = new Duties({ button: by("turn"), list: by("duties"), ready: by("ready") }, (title) => {
  if (play.openDuty(title)) return;
  openTitle(title);
});

// Show the tab with a title in the grid.
function openTitle(title) {
  const tab = spreadsheet.named(title);
  if (!tab) return;
  play.show(false);
  openTab(tab.id, { pointed: true, anew: true });
}

// What the reader has to do, in the header and in the tab bar.
function showTurn([turn], [done]) {
  const look = lookText(yourTurn.looks[id]);
  state.read(look);
  if (!state.closed) duties.draw(turn, done, stillText(play.plan), play.plan.seats[0]?.player);
  play.read(look);
  play.turn(turn, done, yourTurn.matches.find(({ also }) => also.includes(id))?.waiting ?? []);
  drawTabs((turn ?? done)?.duties ?? []);
}

// -- tabs ------------------------------------------------------------------------------------------------------------------

// Show the tab bar, where the tab is marked that is open now; *due* are the tabs where the reader has something to do.
function drawTabs(due) {
  tabs.draw(spreadsheet.shown(), grid.tab?.live ?? grid.tabId, due);
}

let wanted; // the tab that was chosen last

// Load the first rows of a tab, so that it is shown as open only once it can be. Returns whether it is still the one to open.
async function loadFirst(tabId) {
  const tab = spreadsheet.tab(tabId);
  if (!tab || tab.isLoaded(0)) return Boolean(tab);
  try {
    await spreadsheet.load(tab, 0, Math.max(tab.frozenRows, 1));
  } catch (error) {
    if (error.code !== undefined) showError(error);
    else if (wanted === tabId) showMessage(by("tabs"), `“${tab.title}” could not be loaded yet. Choose it again once the page is live.`);
    return false;
  }
  return wanted === tabId && tab.isLoaded(0);
}

// Open a tab, at *place* if it is given; with *anew* at what is to be filled in, as on the first visit.
async function choose(tabId, place, { anew = false } = {}) {
  wanted = tabId;
  if (tabId !== grid.tabId) {
    if (grid.tabId !== undefined && !(await loadFirst(tabId))) return;
    spreadsheet.visit(tabId);
    editor.cancel(false);
    hideMessage();
    selection.enterTab(tabId);
    if (!play.active) history.replaceState(null, "", `#gid=${tabId}`);
    tabs.draw(spreadsheet.shown(), tabId);
    await grid.show(tabId).catch(showError);
    if (!place && !anew && !selection.places.has(tabId)) selectFirstEditable();
  }
  if (anew) selectFirstEditable();
  if (place) selection.select(place.start, place.end);
  bar.show();
  if (state.up) presence.publish(); // otherwise it is published when the stream is up
}

// Open the tab that was chosen in the tab bar. After a click, the sheet has the focus; after a key, the tab bar keeps it.
async function openTab(tabId, { pointed, anew = false }) {
  await choose(tabId, undefined, { anew });
  if (pointed && grid.tabId === tabId && !by("place").matches(":focus") && !editor.open) selection.focus();
}

// Open a tab at the first cell of a row that the user can fill in.
function openRow(tab, row) {
  const columns = Array.from({ length: tab.usedColumns() }, (_, column) => column);
  const own = (column) => spreadsheet.cell(tab, row, column).dataValidation && !spreadsheet.locked(tab, row, column);
  const place = { row, column: columns.find(own) ?? 0 };
  choose(tab.id, { start: place, end: place });
}

// Open the next or the previous tab.
function stepTab(step) {
  const shown = spreadsheet.shown();
  const at = shown.findIndex((tab) => tab.id === grid.tabId) + step;
  if (shown[at]) openTab(shown[at].id, { pointed: true });
}

// Whether the first cell of a row, which says whose it is, names a player of the reader's: “● Dragons\nAna · A1” does name Ana.
function isOwn(tab, row) {
  const parts = spreadsheet.textOf(tab, row, 0).split(/[\n·]/).map((part) => part.trim());
  return play.plan.seats.some(({ player }) => parts.some((part) => part === player || part.endsWith(` ${player}`)));
}

// On the first visit of a tab, select the first cell that the user can fill in: in a row of her own, if there is one, that is
// still to do. A captain can fill in the rows of the whole team.
function selectFirstEditable() {
  const { tab } = grid;
  if (!tab || !tab.protections.length || tab.fullyProtected) return;
  const own = ({ at: { row, column } }) => spreadsheet.isInput(tab, row, column);
  const all = [...grid.drawn()].filter(own);
  const firsts = all.filter(({ at }, place) => all[place - 1]?.at.row !== at.row); // of each row
  const named = firsts.filter(({ at }) => isOwn(tab, at.row));
  const rows = named.length ? named : firsts;
  const open = rows.filter(({ at }) => !spreadsheet.isDone(tab, at.row));
  const first = open[0] ?? rows[0];
  if (!first) return;
  const right = grid.within({ top: first.at.row, left: first.at.column, bottom: first.at.row + 1, right: tab.columns });
  const other = right.findIndex((td) => !own(td)); // what comes after the answer is rarely filled in
  const last = right.at(other < 0 ? -1 : other - 1);
  selection.go(first.at.row, first.at.column, { focus: false, reveal: false });
  if (!by("row").hidden) return; // the card of the row shows all its cells
  grid.reveal(last.at.row, last.at.column);
  grid.reveal(first.at.row, first.at.column);
}

// Go to a typed address. Returns whether it is valid.
function go(text) {
  const found = parse(text);
  const tab = found?.title ? spreadsheet.named(found.title) : grid.tab;
  if (!found || !tab || found.start.row >= tab.rows || found.start.column >= tab.columns) return false;
  choose(tab.id, found);
  return true;
}

// -- reading ---------------------------------------------------------------------------------------------------------------

async function load() {
  // What is shown is asked for together with the tabs. What does not come, as of a tab that is gone, is asked for again below.
  const shown = decided ? [(play.active ? play.load() : grid.load()).catch(() => false)] : [];
  await Promise.all([spreadsheet.loadTabs(), ...shown]);
  state.close(false);
  yourTurn.title(spreadsheet.title);
  by("title").textContent = spreadsheet.title;
  if (!decided) {
    play.decide(yourTurn.person, asked);
    yourTurn.draw(); // with the reader's name
    colourBadge();
  }
  decided = true;
  if (!play.active) await showSheet();
  await play.refresh();
}

// Show the open tab of the sheet; if it is hidden now, the one that was chosen meanwhile, or the first one.
async function showSheet() {
  const shown = spreadsheet.shown();
  const asked = [wanted, tabOf(location, spreadsheet.tabs)].map((id) => spreadsheet.tab(id));
  const next = asked.find((tab) => shown.includes(tab)) ?? (grid.tab ? shown[0] : (asked.find(Boolean) ?? shown[0]));
  const current = shown.includes(grid.tab) ? grid.tab : next;
  if (current.id === grid.tabId) await grid.refresh();
  else await choose(current.id);
  drawTabs(); // another one may have been chosen meanwhile
  bar.show();
}

let decided = false; // which view the reader gets
let loading = null;
let again = false;
let complete = true; // whether the last time everything came that was asked for

// Reload what is stale; changes that arrive meanwhile are loaded right after.
async function refresh() {
  if (loading) {
    again = true;
    return;
  }
  loading = load();
  complete = await loading.then(() => true, (error) => showError(error));
  loading = null;
  if (again) {
    again = false;
    await refresh();
  }
}

function markStale(sheetIds) {
  for (const tab of spreadsheet.tabs) if (!sheetIds || sheetIds.includes(tab.id)) tab.markStale();
}

grid.changed.push((found) => {
  const others = found.filter(({ row, column }) => {
    const name = `${grid.tabId},${row},${column}`;
    return !writes.own.has(name) && !spreadsheet.pending.has(name);
  });
  for (const { td, row, column, text } of others) {
    td.classList.remove("flash");
    void td.offsetWidth;
    td.classList.add("flash");
    if (editor.place?.row === row && editor.place?.column === column) editor.warnOfChange(text);
  }
  if (replay.speaks) bar.show();
  else if (others.length > MOST_ANNOUNCED) announce(`${others.length} cells have changed.`);
  else if (others.length) announce(others.map(({ row, column, text }) => `${address(row, column)} is now ${text || "empty"}`).join(". "));
  bar.show();
});

// -- notes -----------------------------------------------------------------------------------------------------------------

function noteOf(td) {
  if (!td?.at || editor.open || clicks.hidesNote(td.at)) return hideNote();
  const cell = spreadsheet.cell(grid.tab, td.at.row, td.at.column);
  const text = [comments.of(grid.tab, td.at), cell.note ?? cell.dataValidation?.inputMessage].filter(Boolean).join("\n");
  return text ? showNote(td, text) : hideNote();
}

grid.table.addEventListener("mouseover", (event) => noteOf(event.target.closest("td")));
grid.table.addEventListener("mouseleave", () => hideNote());
grid.view.addEventListener("scroll", () => hideNote(), { passive: true });
selection.moved.push(() => {
  hideMessage();
  bar.show();
  noteOf(grid.td(selection.active.row, selection.active.column));
  const { box } = selection;
  if (box.bottom - box.top > 1 || box.right - box.left > 1) announce(`${boxName(box)} selected`);
});

// -- events ------------------------------------------------------------------------------------------------------------------

function listen() {
  new EventStream({ document: id, client }, {
    up: () => {
      state.connected(true);
      comments.load();
      presence.publish();
      writes.flush();
    },
    here: ({ revision }) => {
      if (revision === reader.revision && complete) return;
      markStale(); // there were changes before the stream began
      reader.revision = revision;
      refresh();
    },
    down: () => {
      complete = false; // some requests may have gone unanswered
      state.connected(false);
    },
    people: (people) => presence.take(people),
    closed: close,
    changed: ({ spreadsheetId, revision, sheetIds }) => {
      if (spreadsheetId !== id) return;
      reader.revision = revision;
      markStale(state.closed ? null : sheetIds);
      refresh();
      yourTurn.look();
      if (!sheetIds.length) comments.load(); // what has changed is no cell
    },
  });
}

addEventListener("hashchange", () => {
  play.show(location.hash === "#play");
  const wanted = tabOf(location, spreadsheet.tabs);
  if (spreadsheet.tab(wanted)) choose(wanted, placeOf(location));
});

// The reader's badge has the colour of the side that the reader plays.
function colourBadge() {
  const badge = by("me").firstElementChild;
  if (badge && play.colour) badge.style.backgroundColor = play.colour;
}

// The account decides what can be edited.
async function identify({ me, may, turns }) {
  const name = me?.displayName ?? "somebody";
  by("me").replaceChildren(badge(name, me ? `You are ${me.emailAddress}` : "You are viewing by link, without an account"));
  colourBadge();
  spreadsheet.readOnly = may.canEdit === false;
  sharing.offer(Boolean(me && may.canShare));
  if (turns) yourTurn.take(turns);
  await refresh();
  writes.resume(me?.emailAddress ?? "");
  await comments.offer(me, may);
}


const account = await reader.account;
identify(account).catch(showError);
await loading;
if (grid.tab?.isLoaded(0)) performance.mark("drawn");
if (document.activeElement === document.body && !play.active) selection.focus(); // somebody who arrives can type at once
listen();
