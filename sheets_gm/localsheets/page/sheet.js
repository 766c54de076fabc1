// The page of one spreadsheet: a second client of the API that everybody else uses.
import { address, boxName, parse } from "./a1.js";
import { Book } from "./book.js";
import { hideNote, hush, say, showNote, tell } from "./bubble.js";
import { Charts } from "./charts.js";
import { Editor } from "./editor.js";
import { Grid } from "./grid.js";
import { Hands } from "./hands.js";
import { Bar } from "./bar.js";
import { Live } from "./live.js";
import { badge, Presence } from "./presence.js";
import { reader, tabOf } from "./reading.js";
import { Selection } from "./selection.js";
import { Tabs } from "./tabs.js";
import { mayEdit, whoAmI } from "./visitor.js";
import { Writes } from "./writes.js";
import { Zoom } from "./zoom.js";

const by = (id) => document.getElementById(id);
const { id } = reader;
const client = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
const SAID = 3; // changes that are read out one by one

const book = new Book(reader);
const grid = new Grid(by("view"), by("grid"), book, trouble);
const selection = new Selection(grid);
const writes = new Writes(book, {
  tell: (edit, text, choices) => {
    if (edit.tab !== grid.tabId && book.tab(edit.tab)) choose(edit.tab);
    tell(grid.td(edit.cells[0].row, edit.cells[0].column), text, choices);
  },
  settled: () => grid.draw(),
  state: (waiting) => {
    unsaved = waiting;
    showState();
  },
});
const editor = new Editor(grid, selection, (tab, place, text) => writes.enter(tab, place.row, place.column, [[text]]));
const presence = new Presence(grid, selection, by("people"), client, id);
const bar = new Bar(by("place"), by("text"), selection, { editor, writes, go });
const tabs = new Tabs(by("tabs"), turnTo);
new Charts(grid, by("charts"));
new Zoom(grid, by("size"));
new Hands(grid, selection, editor, writes);

let unsaved = 0;
let up = false;
let closed = false;

// -- state -----------------------------------------------------------------------------------------------------------------

function showState() {
  const state = by("state");
  state.className = up && !unsaved && !closed ? "live" : "away";
  const edits = unsaved === 1 ? "1 edit waits" : `${unsaved} edits wait`;
  if (closed) state.textContent = "Closed";
  else state.textContent = up ? (unsaved ? `Saving: ${edits}` : "Live") : unsaved ? `Offline: ${edits}` : "Reconnecting…";
}

function trouble(error) {
  if (error.code === undefined) return; // no answer: the stream tells when the server is back
  if (error.code === 403 || error.code === 404) close();
  else by("title").textContent = error.message;
}

// It was deleted, or is shared no more with who looks; once it is shared again, it is read again.
function close() {
  closed = true;
  by("title").textContent = "This spreadsheet was deleted, or is not shared with you any more.";
  showState();
}

// -- tabs ------------------------------------------------------------------------------------------------------------------

async function choose(tabId, place) {
  if (tabId !== grid.tabId) {
    editor.cancel(false);
    hush();
    selection.enterTab(tabId);
    history.replaceState(null, "", `#gid=${tabId}`);
    tabs.draw(book.shown(), tabId);
    await grid.show(tabId).catch(trouble);
    if (!place && !selection.places.has(tabId)) welcome();
  }
  if (place) selection.select(place.start, place.end);
  bar.show();
  if (up) presence.tell(); // before, nobody is listened to; when the stream is up, it is told
}

// Go to the tab that was chosen in the bar. Who pointed at it can type at once; the keys stay in the bar, to go on there.
async function turnTo(tabId, { pointed }) {
  await choose(tabId);
  if (pointed && grid.tabId === tabId && !by("place").matches(":focus") && !editor.open) selection.focus();
}

// A tab that one comes to for the first time begins at the first cell that is one's own to fill in.
function welcome() {
  const { tab } = grid;
  if (!tab || !tab.guards.length || tab.shut) return;
  const own = ({ at: { row, column } }) => !book.locked(tab, row, column) && book.cell(tab, row, column).dataValidation;
  const first = [...grid.drawn()].find(own);
  if (!first) return;
  const last = grid.within({ top: first.at.row, left: 0, bottom: first.at.row + 1, right: tab.columns }).filter(own).at(-1);
  grid.reveal(last.at.row, last.at.column);
  selection.go(first.at.row, first.at.column, { focus: false });
}

// Go to an address that was typed. Answers whether it is one.
function go(text) {
  const found = parse(text);
  const tab = found?.title ? book.named(found.title) : grid.tab;
  if (!found || !tab || found.start.row >= tab.rows || found.start.column >= tab.columns) return false;
  choose(tab.id, found);
  return true;
}

// -- reading ---------------------------------------------------------------------------------------------------------------

async function load() {
  await book.loadTabs();
  if (closed) {
    closed = false;
    showState();
  }
  document.title = book.title;
  by("title").textContent = book.title;
  const wanted = tabOf(location);
  const shown = book.shown();
  const current = grid.tab && !grid.tab.hidden ? grid.tab : (shown.find((tab) => tab.id === wanted) ?? shown[0]);
  if (current.id === grid.tabId) await grid.refresh();
  else await choose(current.id);
  tabs.draw(shown, current.id);
  bar.show();
}

let loading = null;
let again = false;

// Read what is outdated; news that comes meanwhile is read right after.
async function refresh() {
  if (loading) {
    again = true;
    return;
  }
  loading = load().catch(trouble);
  await loading;
  loading = null;
  if (again) {
    again = false;
    await refresh();
  }
}

function outdate(sheetIds) {
  for (const tab of book.tabs) if (!sheetIds || sheetIds.includes(tab.id)) tab.outdate();
}

grid.changed.push((found) => {
  const others = found.filter(({ row, column }) => {
    const name = `${grid.tabId},${row},${column}`;
    return !writes.own.has(name) && !book.pending.has(name);
  });
  for (const { td, row, column, text } of others) {
    td.classList.remove("flash");
    void td.offsetWidth;
    td.classList.add("flash");
    if (editor.place?.row === row && editor.place?.column === column) editor.surprised(text);
  }
  if (others.length > SAID) say(`${others.length} cells have changed.`);
  else if (others.length) say(others.map(({ row, column, text }) => `${address(row, column)} is now ${text || "empty"}`).join(". "));
  bar.show();
});

// -- notes -----------------------------------------------------------------------------------------------------------------

function noteOf(td) {
  if (!td?.at || editor.open) return hideNote();
  const cell = book.cell(grid.tab, td.at.row, td.at.column);
  const text = cell.note ?? cell.dataValidation?.inputMessage;
  return text ? showNote(td, text) : hideNote();
}

grid.table.addEventListener("mouseover", (event) => noteOf(event.target.closest("td")));
grid.table.addEventListener("mouseleave", () => hideNote());
grid.view.addEventListener("scroll", () => hideNote(), { passive: true });
selection.moved.push(() => {
  hush();
  bar.show();
  noteOf(grid.td(selection.active.row, selection.active.column));
  const { box } = selection;
  if (box.bottom - box.top > 1 || box.right - box.left > 1) say(`${boxName(box)} selected`);
});

// -- life ------------------------------------------------------------------------------------------------------------------

function begin() {
  new Live({ document: id, client }, {
    up: () => {
      up = true;
      showState();
      outdate(); // what came between the reading and the stream is read again
      refresh();
      presence.tell();
      writes.flush();
    },
    down: () => {
      up = false;
      showState();
    },
    people: (people) => presence.take(people),
    closed: close,
    changed: ({ spreadsheetId, sheetIds }) => {
      if (spreadsheetId !== id) return;
      outdate(closed ? null : sheetIds);
      refresh();
    },
  });
}

addEventListener("hashchange", () => {
  const wanted = tabOf(location);
  if (book.tab(wanted)) choose(wanted);
});

// Who one is decides what may be typed; it is asked beside the cells, and the board does not wait for it.
async function meet() {
  const [me, edits] = await Promise.all([whoAmI(), mayEdit(id)]);
  const name = me?.displayName ?? "somebody";
  by("me").replaceChildren(badge(name, me ? `You are ${me.emailAddress}` : "You are here by the link, without an account"));
  book.readOnly = !edits;
  grid.draw();
  bar.show();
  writes.resume(me?.emailAddress ?? "");
}

await refresh();
if (grid.tab?.knows(0)) performance.mark("drawn");
begin();
meet().catch(trouble);
