/**
 * A menu “Game” for the GM's own spreadsheet: the one called gm of a sealed match, which only the GM may edit. Do not
 * put it into a spreadsheet that players may edit: they could change the script, and it runs as whoever opens it.
 *
 * In that spreadsheet, choose Extensions, Apps Script, replace the code there with this file, save, and reload the
 * spreadsheet. Google asks once for permission to see and edit this one spreadsheet.
 *
 * The menu ticks the box that you could tick yourself. The sync does the rest at its next poll. Phones do not show
 * script menus: tick the box there.
 *
 * @OnlyCurrentDoc
 */

// the words of the template, filled in by sheets-gm deploy menu
const TAB = "GM";
const RESOLVE = "Resolve now";
const REHEARSE = "Dry run";
const PAUSE = "Pause";

function onOpen() {
  SpreadsheetApp.getUi()
    .createMenu("Game")
    .addItem(RESOLVE, "resolveTurn")
    .addItem(REHEARSE, "rehearseTurn")
    .addItem(PAUSE, "pauseMatch")
    .addItem("Resume", "resumeMatch")
    .addToUi();
}

function resolveTurn() {
  tick(RESOLVE, true);
}

function rehearseTurn() {
  tick(REHEARSE, true);
}

function pauseMatch() {
  tick(PAUSE, true);
}

function resumeMatch() {
  tick(PAUSE, false);
}

/** Set the box beside the label in the first column of the GM tab. */
function tick(words, value) {
  const book = SpreadsheetApp.getActiveSpreadsheet();
  const sheet = book.getSheetByName(TAB);
  if (!sheet) {
    SpreadsheetApp.getUi().alert("There is no tab called " + TAB + " here.");
    return;
  }
  const column = sheet.getRange(1, 1, sheet.getLastRow(), 1).getValues();
  const row = column.findIndex((cells) => cells[0] === words);
  if (row < 0) {
    SpreadsheetApp.getUi().alert("The tab " + TAB + " has no box “" + words + "”.");
    return;
  }
  sheet.getRange(row + 1, 2).setValue(value);
  book.toast(value ? words + " is ticked. The sync acts on it at its next poll." : words + " is no longer ticked.");
}
