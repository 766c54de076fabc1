/**
 * A menu «Game» for the GM, in the spreadsheet with the GM tab. In that spreadsheet: Extensions, Apps Script, replace
 * what is there by this file, save, and load the spreadsheet again. Google asks once whether it may see and edit this
 * one spreadsheet.
 *
 * It plays nothing itself: it ticks the box that you could tick yourself, and the sync does the rest at its next tick.
 * On a phone there are no menus of scripts: tick the box.
 *
 * @OnlyCurrentDoc
 */

const TAB = "GM";

function onOpen() {
  SpreadsheetApp.getUi()
    .createMenu("Game")
    .addItem("Resolve turn", "resolveTurn")
    .addItem("Pause", "pauseMatch")
    .addItem("Go on", "resumeMatch")
    .addToUi();
}

function resolveTurn() {
  tick("Resolve now", true);
}

function pauseMatch() {
  tick("Pause", true);
}

function resumeMatch() {
  tick("Pause", false);
}

/** Set the box beside the words in the first column of the GM tab. */
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
    SpreadsheetApp.getUi().alert("The tab " + TAB + " has no box «" + words + "».");
    return;
  }
  sheet.getRange(row + 1, 2).setValue(value);
  book.toast(value ? words + " is ticked: wait for the next tick of the sync." : words + " is no longer ticked.");
}
