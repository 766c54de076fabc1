/**
 * A menu “Game” for the GM, in the spreadsheet with the GM tab. In that spreadsheet, choose Extensions, Apps Script,
 * replace the code there with this file, save, and reload the spreadsheet. Google asks once for permission to see and
 * edit this one spreadsheet.
 *
 * The menu ticks the box that you could tick yourself. The sync does the rest at its next poll. Phones do not show
 * script menus: tick the box there.
 *
 * @OnlyCurrentDoc
 */

const TAB = "GM";

function onOpen() {
  SpreadsheetApp.getUi()
    .createMenu("Game")
    .addItem("Resolve turn", "resolveTurn")
    .addItem("Pause", "pauseMatch")
    .addItem("Resume", "resumeMatch")
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
