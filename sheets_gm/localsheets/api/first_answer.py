"""The data sent with the page of a spreadsheet, so that its script need not request what is already known.

For a player, the page links to the cells of the play view (by the mark `page.play` of programs), so that the browser
requests them while it still loads the script. For others it is not known yet which tab they open, because browsers do
not send the last part of an address.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from sheets_gm.localsheets.api.matches import matches, play_mark
from sheets_gm.localsheets.api.open_turns import open_turns, person_of
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.call import Content, Json
from sheets_gm.localsheets.protocol.errors import ApiError

TABS = (
    "properties.title,sheets(properties,merges,developerMetadata(metadataKey,metadataValue),bandedRanges(range,rowProperties,columnProperties),"
    "charts(chartId,spec(title,basicChart),position),columnGroups(range),"
    "filterViews(filterViewId,title,range,filterSpecs),"
    "protectedRanges(range,unprotectedRanges,warningOnly,requestingUserCanEdit))"
)
"""The fields of a spreadsheet, apart from its cells, that the page reads."""

CELLS = (
    "sheets(properties.sheetId,data(startRow,rowData.values(formattedValue,note,hyperlink,textFormatRuns,dataValidation,userEnteredValue,"
    "userEnteredFormat(backgroundColor,backgroundColorStyle),effectiveFormat(backgroundColorStyle,borders,"
    "horizontalAlignment,verticalAlignment,wrapStrategy,numberFormat,textFormat(foregroundColorStyle,bold,italic,"
    "strikethrough,underline,fontSize,fontFamily))),rowMetadata,columnMetadata))"
)
"""The fields of cells that the page reads."""

BLOCK = 200
"""The rows that the page reads at once."""


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """The data that the page has from the start.

    *status* is that of reading the spreadsheet; *sheets* come without their cells. *reader* is `{"revision", "me",
    "may", "turns"}`: the least revision of the sheets, the account as a Drive User, its capabilities, and what `/turns`
    answers for this document. *cells* is the address of the cells of the play view, those of *tabs*. Unknown values are
    None or empty.
    """

    status: int
    sheets: Json | None = None
    reader: Json | None = None
    cells: str = ""
    tabs: tuple[int, ...] = ()


def first_answer(service: Service, document: str, headers: Mapping[str, str], *, sheet: bool = False) -> FirstAnswer:
    """Return the data for the page of *document* for the caller with *headers*, who may prefer the *sheet*."""
    held = service.documents.get(document)
    revision = held.meta["version"] if held is not None else None

    def asked(path: str, fields: str) -> Json | None:
        code, answer = service.handle("GET", path, urlencode({"fields": fields}), b"", headers)
        return answer if code == 200 and not isinstance(answer, Content) else None

    path = f"/v4/spreadsheets/{quote(document, safe='')}"
    status, sheets = service.handle("GET", path, urlencode({"fields": TABS}), b"", headers)
    if status != 200 or isinstance(sheets, Content):
        return FirstAnswer(status)
    user = (asked("/drive/v3/about", "user") or {}).get("user", {})
    account = _account(service, headers)
    file = asked(f"/drive/v3/files/{quote(document, safe='')}", "capabilities") or {}
    reader = {
        "revision": revision,
        "me": user if user.get("emailAddress") else None,
        "may": file.get("capabilities", {}),
        "turns": {
            "turns": open_turns([held] if held is not None else [], account, service.documents),
            "matches": matches([held] if held is not None else [], account, service.documents),
            "person": person_of(account),
            "looks": service.looks.of(
                [held] if held is not None else [], account, service.clock().timestamp(), service.documents
            ),
        },
    }
    shown = list(_of_play_view(sheets["sheets"], "" if sheet else person_of(account) or ""))
    if not shown:
        return FirstAnswer(status, sheets, reader)
    words = [("fields", CELLS), ("includeGridData", "true"), *(("ranges", _rows(each)) for each in shown)]
    tabs = tuple(each["sheetId"] for each in shown)
    return FirstAnswer(status, sheets, reader, f"{path}?{urlencode(words)}", tabs)


def _of_play_view(sheets: list[Json], person: str) -> Iterator[Json]:
    """Yield the properties of the tabs that a *person* who plays here sees first: forms and a board."""
    titled = {each["properties"]["title"]: each["properties"] for each in sheets}
    mark = next((mark for each in sheets if (mark := play_mark(each))), {})
    gm = mark.get("gm") or {}
    runs = person in gm.get("who", ())
    if person and (person in mark.get("seats", {}) or runs):
        desk = [gm.get("tab"), (gm.get("desk") or {}).get("tab")] if runs else []
        named = [*(form.get("tab") for form in mark.get("forms", ())), *desk, *mark.get("boards", ())[:1]]
        yield from (titled[title] for title in dict.fromkeys(named) if title in titled)


def _rows(properties: Json) -> str:
    title = properties["title"].replace("'", "''")
    return f"'{title}'!1:{min(BLOCK, properties['gridProperties']['rowCount'])}"


def _account(service: Service, headers: Mapping[str, str]) -> str:
    try:
        return service.caller(headers.get("authorization")).account
    except ApiError:
        return ""
