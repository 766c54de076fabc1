"""Requests that rewrite the texts of cells."""

from __future__ import annotations

from sheets_gm.localsheets.a1 import Box
from sheets_gm.localsheets.document import Document, box_of
from sheets_gm.localsheets.errors import invalid
from sheets_gm.localsheets.requests.targets import Body, sheet_of, touched
from sheets_gm.localsheets.values import shown_at


def find_replace(document: Document, body: Body, account: str) -> Body:
    """`findReplace`: plain text, in a range, a tab or everywhere; whole cells or parts of them."""
    find, new = body.get("find", ""), body.get("replacement", "")
    if body.get("searchByRegex"):
        raise invalid("searchByRegex is not supported by this local spreadsheet.")
    if not find:
        raise invalid("find must not be empty.")
    if "range" in body:
        sheets = [sheet_of(document, body["range"])]
        area: Box | None = box_of(body["range"], sheets[0])
    elif body.get("allSheets"):
        sheets, area = document.ordered(), None
    else:
        sheets, area = [sheet_of(document, body)], None
    matched = rows = changed = tabs = 0
    for sheet in sheets:
        hits = []
        for place, cell in sheet.values_in(area or Box(0, 0, *sheet.size)):
            text = shown_at(sheet, place, cell)
            after = _replaced(
                text, find, new, whole=bool(body.get("matchEntireCell")), exact=bool(body.get("matchCase"))
            )
            if after is not None:
                hits.append((place, cell, text, after))
        for place, cell, text, after in hits:
            touched(document, sheet, Box(*place, place[0] + 1, place[1] + 1), account)
            made = {**cell, "userEnteredValue": {"stringValue": after}}
            if not after:
                del made["userEnteredValue"]
            document.put(sheet, place, made)
            matched += text.count(find) if not body.get("matchEntireCell") else 1
        changed += len(hits)
        rows += len({place[0] for place, *_ in hits})
        tabs += bool(hits)
    counts = {
        "valuesChanged": changed,
        "rowsChanged": rows,
        "sheetsChanged": tabs,
        "occurrencesChanged": matched,
    }
    return {"findReplace": {name: count for name, count in counts.items() if count}}


def _replaced(text: str, find: str, new: str, *, whole: bool, exact: bool) -> str | None:
    """*text* with *find* replaced; None where it is not found."""
    here, sought = (text, find) if exact else (text.lower(), find.lower())
    if whole:
        return new if here == sought else None
    if sought not in here:
        return None
    if exact:
        return text.replace(find, new)
    made, at = "", 0
    while (found := here.find(sought, at)) >= 0:
        made += text[at:found] + new
        at = found + len(find)
    return made + text[at:]
