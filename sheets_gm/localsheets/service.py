"""The service: Google's addresses, without a web framework.

Laws: a request is answered whole or refused whole; one that was answered 200 is on disk; what is not known is refused
with 400 or 404 in Google's words, never with silence and never with 5xx. Addresses are matched before they are
decoded, because a range may hold any sign once it is.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeAlias
from urllib.parse import parse_qs, unquote

from sheets_gm.localsheets import access, fields, requests, values
from sheets_gm.localsheets.a1 import BadRange, Box, box, split, written
from sheets_gm.localsheets.document import Document, Sheet, box_of, new_sheet
from sheets_gm.localsheets.errors import ApiError, forbidden, invalid, not_found
from sheets_gm.localsheets.storage import Storage

Json: TypeAlias = dict[str, Any]
Query: TypeAlias = Mapping[str, list[str]]

SPREADSHEET = "application/vnd.google-apps.spreadsheet"


@dataclass(frozen=True, slots=True)
class Touched:
    """What one request changed, for whoever looks on: the document, its new revision, the tabs."""

    document: str
    revision: int
    sheets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A request on its way to a handler: who calls, what the address named, the query, the body."""

    account: str
    names: tuple[str, ...]
    query: Query
    body: Json

    def option(self, name: str, default: str) -> str:
        """A query parameter or field of the body that is a plain word."""
        held = self.query.get(name)
        return held[0] if held else str(self.body.get(name) or default)


Handler: TypeAlias = Callable[["Service", Call], Json]


@dataclass
class Service:
    """A spreadsheet service on one `Storage`.

    *trust_all* takes every caller for the owner of everything. *clock* gives the present, for the times of files.
    """

    storage: Storage
    trust_all: bool = False
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    address: str = "https://docs.google.com/spreadsheets"
    documents: dict[str, Document] = field(init=False, default_factory=dict)
    watchers: list[Callable[[Touched], None]] = field(init=False, default_factory=list)
    _accounts: dict[str, str] = field(init=False, default_factory=dict)
    _lock: threading.RLock = field(init=False, default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self.documents = {document.id: document for document in self.storage.documents()}
        self._accounts = {token: email for email, token, _ in self.storage.accounts()}

    # -- accounts --------------------------------------------------------------------------------------------------

    def add_account(self, email: str, token: str | None = None) -> str:
        """A token for *email*, which replaces the one it had."""
        made = token or access.new_token()
        with self._lock:
            self.storage.save_account(email, access.digest(made), email.partition("@")[0])
            self._accounts = {held: other for held, other in self._accounts.items() if other != email}
            self._accounts[access.digest(made)] = email
        return made

    def accounts(self) -> tuple[str, ...]:
        """The e-mail addresses of all accounts."""
        return tuple(sorted(self._accounts.values()))

    def caller(self, authorization: str | None) -> str:
        """Whose token this is. 403 for a stranger: an answer of 401 would make a client ask for a new token."""
        kind, _, token = (authorization or "").partition(" ")
        account = self._accounts.get(access.digest(token)) if kind.lower() == "bearer" and token else None
        if account is None:
            if self.trust_all:
                return "owner@localhost"
            raise forbidden()
        return account

    # -- one request -----------------------------------------------------------------------------------------------

    def handle(self, method: str, path: str, query: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, Json]:
        """Answer one request: *path* as it came, undecoded; header names in lower case."""
        try:
            handler, names = _route(method.upper(), path)
            account = self.caller(headers.get("authorization"))
            call = Call(account, names, parse_qs(query, keep_blank_values=True), _body(body))
            with self._lock:
                answer = handler(self, call)
            mask = call.query.get("fields") if method.upper() != "PUT" else None
            return 200, fields.apply(fields.parse(mask[0]), answer) if mask and mask[0] else answer
        except ApiError as error:
            return error.code, error.body()

    def open(self, call: Call, *, write: bool = False) -> Document:
        """The document that a call names, if its caller may read it (or *write* it)."""
        document = self.documents.get(call.names[0])
        if document is None:
            raise not_found()
        if not self.trust_all:
            (access.must_write if write else access.must_read)(document, call.account)
        return document

    def settle(self, document: Document, account: str) -> None:
        """Keep what has changed in *document*, and tell whoever looks on."""
        document.touch_meta()
        document.meta["version"] += 1
        document.meta["modifiedTime"] = self.now()
        document.meta["lastModifyingUser"] = account
        change = document.settle()
        try:
            self.storage.save(document, change)
        except BaseException:
            document.change = change
            document.take_back()
            raise
        sheets = tuple(sorted({sheet for sheet, _ in change.cells} | set(change.sheets) | set(change.added)))
        told = Touched(document.id, document.meta["version"], sheets)
        for watcher in list(self.watchers):
            watcher(told)

    def change(self, call: Call, work: Callable[[Document], Json]) -> Json:
        """Do *work* on the document of a call, whole or not at all."""
        document = self.open(call, write=True)
        try:
            answer = work(document)
        except BaseException:
            document.take_back()
            raise
        self.settle(document, call.account)
        return answer

    def now(self) -> str:
        """The present as Drive writes it."""
        return self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"

    def account_of(self, call: Call, document: Document) -> str:
        """Who a write counts for: under *trust_all* the owner."""
        return document.meta["owner"] if self.trust_all else call.account


def _body(body: bytes) -> Json:
    if not body:
        return {}
    try:
        made = json.loads(body)
    except ValueError as error:
        raise invalid(f"Invalid JSON payload received. {error}") from error
    if not isinstance(made, dict):
        raise invalid("Invalid JSON payload received. The body must be an object.")
    return made


# -- spreadsheets ------------------------------------------------------------------------------------------------------


def create(service: Service, call: Call) -> Json:
    """`spreadsheets.create`."""
    wanted = call.body.get("properties", {})
    document = new_document(service, call.account, wanted.get("title", "Untitled spreadsheet"), wanted)
    for each in call.body.get("sheets", []):
        requests.add_sheet(document, {"properties": each.get("properties", {})}, call.account)
    if not document.sheets:
        document.add(new_sheet(0, "Sheet1", 0))
    service.settle(document, call.account)
    return _spreadsheet(service, document, call)


def new_document(service: Service, owner: str, title: str, properties: Json | None = None) -> Document:
    """An empty document that belongs to *owner*."""
    name = access.new_token().replace("-", "0").replace("_", "1")
    meta = {
        "properties": {
            "title": title,
            "locale": "en_US",
            "autoRecalc": "ON_CHANGE",
            "timeZone": "Etc/GMT",
            **(properties or {}),
        },
        "owner": owner,
        "permissions": [{"id": "1", "type": "user", "role": "owner", "emailAddress": owner}],
        "createdTime": service.now(),
        "modifiedTime": service.now(),
        "lastModifyingUser": owner,
        "version": 0,
    }
    document = Document(name, meta)
    service.documents[name] = document
    return document


def get(service: Service, call: Call) -> Json:
    """`spreadsheets.get`."""
    return _spreadsheet(service, service.open(call), call)


def _spreadsheet(service: Service, document: Document, call: Call) -> Json:
    grids = call.option("includeGridData", "false").lower() == "true"
    areas: dict[int, list[Box]] = {}
    for text in call.query.get("ranges", []):
        sheet, area = _area(document, text)
        areas.setdefault(sheet.id, []).append(area)
    shown = [sheet for sheet in document.ordered() if not areas or sheet.id in areas]
    return {
        "spreadsheetId": document.id,
        "properties": document.meta["properties"],
        "sheets": [_sheet(service, document, call, sheet, areas.get(sheet.id), grids=grids) for sheet in shown],
        "spreadsheetUrl": f"{service.address}/d/{document.id}",
    }


def _sheet(
    service: Service, document: Document, call: Call, sheet: Sheet, areas: list[Box] | None, *, grids: bool
) -> Json:
    made: Json = {"properties": sheet.meta["properties"]}
    if sheet.meta.get("merges"):
        made["merges"] = sheet.meta["merges"]
    if sheet.meta.get("protectedRanges"):
        account = service.account_of(call, document)
        made["protectedRanges"] = [_guard(each, document, account) for each in sheet.meta["protectedRanges"]]
    if grids:
        made["data"] = [_grid(sheet, area) for area in areas or [Box(0, 0, *sheet.size)]]
    return made


def _guard(guard: Json, document: Document, account: str) -> Json:
    """A protection as *account* sees it: its editors are for those who may edit it."""
    if not access.may_touch(guard, document, account):
        return {name: value for name, value in guard.items() if name != "editors"}
    return {**guard, "requestingUserCanEdit": True}


def _grid(sheet: Sheet, area: Box) -> Json:
    bottom, right = area.bottom or 0, area.right or 0
    held: dict[int, dict[int, Json]] = {}
    for (row, column), cell in sheet.values_in(area):
        held.setdefault(row, {})[column] = values.as_cell_data(cell)
    rows: list[Json] = []
    for row in range(area.top, max(held, default=area.top - 1) + 1):
        line = held.get(row, {})
        cells = [line.get(column, {}) for column in range(area.left, max(line, default=area.left - 1) + 1)]
        rows.append({"values": cells} if cells else {})
    sizes = sheet.meta.get("_dimensions", {})
    made: Json = {
        "rowData": rows,
        "rowMetadata": [sizes.get("rowMetadata", {}).get(str(at), {"pixelSize": 21}) for at in range(area.top, bottom)],
        "columnMetadata": [
            sizes.get("columnMetadata", {}).get(str(at), {"pixelSize": 100}) for at in range(area.left, right)
        ],
    }
    if area.top:
        made["startRow"] = area.top
    if area.left:
        made["startColumn"] = area.left
    return {name: value for name, value in made.items() if value}


def batch_update(service: Service, call: Call) -> Json:
    """`spreadsheets.batchUpdate`: all of it, or nothing."""
    _known(call.body, {"requests", "includeSpreadsheetInResponse", "responseRanges", "responseIncludeGridData"})
    if not call.body.get("requests"):
        raise invalid("Must specify at least one request.")

    def work(document: Document) -> Json:
        replies = requests.apply(document, call.body, service.account_of(call, document))
        answer: Json = {"spreadsheetId": document.id, "replies": replies}
        if call.body.get("includeSpreadsheetInResponse"):
            answer["updatedSpreadsheet"] = _spreadsheet(service, document, call)
        return answer

    return service.change(call, work)


def _known(body: Json, names: set[str]) -> None:
    for name, value in body.items():
        if name not in names and value is not None:
            raise invalid(f'Invalid JSON payload received. Unknown name "{name}": Cannot find field.')


# -- values ------------------------------------------------------------------------------------------------------------


def _area(document: Document, text: str) -> tuple[Sheet, Box]:
    """The tab and the box that a range in A1 notation names, within the tab's grid."""
    sheet, area = _open_area(document, text)
    rows, columns = sheet.size
    full = area.within(rows, columns)
    if area.top >= rows or area.left >= columns or (full.bottom or 0) > rows or (full.right or 0) > columns:
        raise invalid(f"Range ({text}) exceeds grid limits. Max rows: {rows}, max columns: {columns}")
    return sheet, full


def _open_area(document: Document, text: str) -> tuple[Sheet, Box]:
    try:
        title, rest = split(text)
        if title is None:
            alone = document.named(text)
            if alone is not None:
                return alone, Box()
            return document.ordered()[0], box(rest)
        sheet = document.named(title)
        if sheet is None:
            raise BadRange(text)
        return sheet, box(rest) if rest else Box()
    except BadRange as error:
        raise invalid(f"Unable to parse range: {text}") from error


def _value_range(sheet: Sheet, area: Box, call: Call) -> Json:
    option = call.option("valueRenderOption", "FORMATTED_VALUE")
    dimension = call.option("majorDimension", "ROWS")
    held = values.read(sheet, area, option, dimension)
    made: Json = {"range": written(sheet.title, area), "majorDimension": dimension}
    return {**made, "values": held} if held else made


def values_get(service: Service, call: Call) -> Json:
    """`values.get`."""
    sheet, area = _area(service.open(call), call.names[1])
    return _value_range(sheet, area, call)


def values_batch_get(service: Service, call: Call) -> Json:
    """`values.batchGet`: one bad range fails all of it."""
    document = service.open(call)
    areas = [_area(document, text) for text in call.query.get("ranges", [])]
    return {
        "spreadsheetId": document.id,
        "valueRanges": [_value_range(sheet, area, call) for sheet, area in areas],
    }


def values_batch_get_by_data_filter(service: Service, call: Call) -> Json:
    """`values.batchGetByDataFilter`: ranges in A1 notation, or by sheetId."""
    _known(call.body, {"dataFilters", "majorDimension", "valueRenderOption", "dateTimeRenderOption"})
    document = service.open(call)
    answers = []
    for number, each in enumerate(call.body.get("dataFilters", [])):
        sheet, area = _filtered(document, each, f"Invalid dataFilter[{number}]: ")
        answers.append({"valueRange": _value_range(sheet, area, call), "dataFilters": [each]})
    return {"spreadsheetId": document.id, "valueRanges": answers}


def _filtered(document: Document, wanted: Json, where: str) -> tuple[Sheet, Box]:
    if "a1Range" in wanted:
        return _area(document, wanted["a1Range"])
    if "gridRange" in wanted:
        grid_range = wanted["gridRange"]
        sheet = document.sheet(int(grid_range.get("sheetId", 0)), where)
        return sheet, box_of(grid_range, sheet)
    raise invalid(f"{where}a1Range or gridRange must be set.")


def _write(service: Service, document: Document, call: Call, text: str, rows: Any, option: str) -> Json:
    sheet, area = _area(document, text)
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise invalid("Invalid value at 'data.values' (type.googleapis.com/google.protobuf.ListValue)")
    if call.option("majorDimension", "ROWS") == "COLUMNS":
        longest = max(map(len, rows), default=0)
        rows = [[row[at] if at < len(row) else None for row in rows] for at in range(longest)]
    height, width = len(rows), max(map(len, rows), default=0)
    single = (area.bottom or 0) - area.top == 1 and (area.right or 0) - area.left == 1
    room = sheet.size if single else (area.bottom or 0, area.right or 0)
    if area.top + height > room[0]:
        raise invalid(f"Requested writing within range [{text}], but tried writing to row [{room[0] + 1}]")
    if area.left + width > room[1]:
        raise invalid(f"Requested writing within range [{text}], but tried writing to column [{room[1] + 1}]")
    touched = Box(area.top, area.left, area.top + max(height, 1), area.left + max(width, 1))
    access.must_touch(document, sheet, [touched], service.account_of(call, document))
    done, count = values.write(document, sheet, area, rows, option, "data.values")
    return {
        "spreadsheetId": document.id,
        "updatedRange": written(sheet.title, done),
        "updatedRows": height,
        "updatedColumns": width,
        "updatedCells": count,
    }


def _input_option(call: Call) -> str:
    option = call.option("valueInputOption", "")
    if option not in ("RAW", "USER_ENTERED"):
        raise invalid("'valueInputOption' is required but not specified")
    return option


def values_update(service: Service, call: Call) -> Json:
    """`values.update`."""
    option = _input_option(call)

    def work(document: Document) -> Json:
        return _write(service, document, call, call.names[1], call.body.get("values", []), option)

    return service.change(call, work)


def values_batch_update(service: Service, call: Call) -> Json:
    """`values.batchUpdate`: all ranges, or none."""
    option = _input_option(call)

    def work(document: Document) -> Json:
        done = [
            _write(service, document, call, each["range"], each.get("values", []), option)
            for each in call.body.get("data", [])
        ]
        return {
            "spreadsheetId": document.id,
            "totalUpdatedRows": sum(each["updatedRows"] for each in done),
            "totalUpdatedColumns": sum(each["updatedColumns"] for each in done),
            "totalUpdatedCells": sum(each["updatedCells"] for each in done),
            "totalUpdatedSheets": len({each["updatedRange"].rpartition("!")[0] for each in done}),
            "responses": done,
        }

    return service.change(call, work)


def values_append(service: Service, call: Call) -> Json:
    """`values.append`: below the table that the range lies in."""
    option = _input_option(call)

    def work(document: Document) -> Json:
        sheet, area = _area(document, call.names[1])
        table = _table(sheet, area)
        rows = call.body.get("values", [])
        top = (table.bottom or 0) if table else area.top
        left = table.left if table else area.left
        short = top + len(rows) - sheet.size[0]
        if short > 0:
            document.touch(sheet)
            sheet.meta["properties"]["gridProperties"]["rowCount"] += short
        text = written(sheet.title, Box(top, left, top + 1, left + 1))
        answer: Json = {"spreadsheetId": document.id}
        if table:
            answer["tableRange"] = written(sheet.title, table)
        return {**answer, "updates": _write(service, document, call, text, rows, option)}

    return service.change(call, work)


def _table(sheet: Sheet, area: Box) -> Box | None:
    """The block of cells around the first filled cell of *area*, grown until only empty cells touch it."""
    full = {place for place, cell in sheet.cells.items() if values.plain_value(cell) is not None}
    inside = sorted(
        place
        for place in full
        if area.top <= place[0] < (area.bottom or 0) and area.left <= place[1] < (area.right or 0)
    )
    if not inside:
        return None
    top, left = inside[0]
    bottom, right = top + 1, left + 1
    while True:
        near = [place for place in full if top - 1 <= place[0] <= bottom and left - 1 <= place[1] <= right]
        grown = (
            min(row for row, _ in near),
            min(column for _, column in near),
            max(row for row, _ in near) + 1,
            max(column for _, column in near) + 1,
        )
        if grown == (top, left, bottom, right):
            return Box(*grown)
        top, left, bottom, right = grown


def values_clear(service: Service, call: Call) -> Json:
    """`values.clear`: formats stay."""
    return service.change(
        call,
        lambda document: {"spreadsheetId": document.id, "clearedRange": _clear(service, document, call, call.names[1])},
    )


def values_batch_clear(service: Service, call: Call) -> Json:
    """`values.batchClear`."""
    return service.change(
        call,
        lambda document: {
            "spreadsheetId": document.id,
            "clearedRanges": [_clear(service, document, call, text) for text in call.body.get("ranges", [])],
        },
    )


def _clear(service: Service, document: Document, call: Call, text: str) -> str:
    sheet, area = _area(document, text)
    access.must_touch(document, sheet, [area], service.account_of(call, document))
    for place, cell in list(sheet.values_in(area)):
        if "userEnteredValue" in cell:
            document.put(sheet, place, {name: value for name, value in cell.items() if name != "userEnteredValue"})
    return written(sheet.title, area)


# -- Drive -------------------------------------------------------------------------------------------------------------


def _file(service: Service, document: Document) -> Json:
    meta = document.meta
    return {
        "kind": "drive#file",
        "id": document.id,
        "name": meta["properties"]["title"],
        "mimeType": SPREADSHEET,
        "version": str(meta["version"]),
        "createdTime": meta["createdTime"],
        "modifiedTime": meta["modifiedTime"],
        "lastModifyingUser": {"emailAddress": meta["lastModifyingUser"]},
        "owners": [{"emailAddress": meta["owner"]}],
        "webViewLink": f"{service.address}/d/{document.id}",
    }


def files_list(service: Service, call: Call) -> Json:
    """`files.list`: the spreadsheets that the caller may open, by name if `q` asks for one."""
    asked = re.search(r"name\s*=\s*(\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)')", call.option("q", ""))
    name = re.sub(r"\\(.)", r"\1", asked[2] or asked[3] or "") if asked else None
    found = [
        _file(service, document)
        for document in service.documents.values()
        if (service.trust_all or access.role(document, call.account))
        and name in (None, document.meta["properties"]["title"])
    ]
    return {"kind": "drive#fileList", "files": sorted(found, key=lambda each: each["modifiedTime"], reverse=True)}


def files_get(service: Service, call: Call) -> Json:
    """`files.get`."""
    return _file(service, service.open(call))


def files_create(service: Service, call: Call) -> Json:
    """`files.create`, of a spreadsheet."""
    if call.body.get("mimeType") != SPREADSHEET:
        raise invalid("This local Drive keeps spreadsheets only.")
    document = new_document(service, call.account, call.body.get("name", "Untitled spreadsheet"))
    document.add(new_sheet(0, "Sheet1", 0))
    service.settle(document, call.account)
    return _file(service, document)


def files_update(service: Service, call: Call) -> Json:
    """`files.update`: a new name."""

    def work(document: Document) -> Json:
        document.touch_meta()
        if "name" in call.body:
            document.meta["properties"]["title"] = call.body["name"]
        return _file(service, document)

    return service.change(call, work)


def files_delete(service: Service, call: Call) -> Json:
    """`files.delete`, for its owner."""
    document = service.open(call, write=True)
    if not service.trust_all and access.role(document, call.account) != "owner":
        raise forbidden()
    del service.documents[document.id]
    service.storage.delete(document.id)
    return {}


def permissions_list(service: Service, call: Call) -> Json:
    """`permissions.list`."""
    document = service.open(call)
    return {"kind": "drive#permissionList", "permissions": document.meta["permissions"]}


def permissions_create(service: Service, call: Call) -> Json:
    """`permissions.create`: for a user, or for anyone who has the link."""

    def work(document: Document) -> Json:
        wanted: Json = {name: call.body[name] for name in ("type", "role", "emailAddress") if name in call.body}
        if wanted.get("role") not in access.ROLES or wanted.get("type") not in ("user", "anyone"):
            raise invalid("The specified permission is not valid.")
        document.touch_meta()
        held = document.meta["permissions"]
        same = [each for each in held if each.get("emailAddress") == wanted.get("emailAddress")]
        made: Json = {"id": str(max(int(each["id"]) for each in held) + 1), **wanted}
        if same and same[0]["type"] == wanted["type"]:
            made["id"] = same[0]["id"]
            if same[0]["role"] == "owner":
                made = same[0]
            held[held.index(same[0])] = made
        else:
            held.append(made)
        return {"kind": "drive#permission", **made}

    return service.change(call, work)


def permissions_delete(service: Service, call: Call) -> Json:
    """`permissions.delete`: never the owner's."""

    def work(document: Document) -> Json:
        held = document.meta["permissions"]
        found = next((each for each in held if each["id"] == call.names[1]), None)
        if found is None:
            raise not_found()
        if found["role"] == "owner":
            raise forbidden()
        document.touch_meta()
        document.meta["permissions"] = [each for each in held if each is not found]
        return {}

    return service.change(call, work)


_SHEETS = r"/v4/spreadsheets"
_DRIVE = r"/drive/v3/files"
_ID = r"([^/:]+)"

ROUTES: Sequence[tuple[str, re.Pattern[str], Handler]] = [
    (method, re.compile(pattern), handler)
    for method, pattern, handler in (
        ("POST", _SHEETS, create),
        ("GET", f"{_SHEETS}/{_ID}", get),
        ("POST", f"{_SHEETS}/{_ID}:batchUpdate", batch_update),
        ("GET", f"{_SHEETS}/{_ID}/values:batchGet", values_batch_get),
        ("POST", f"{_SHEETS}/{_ID}/values:batchGetByDataFilter", values_batch_get_by_data_filter),
        ("POST", f"{_SHEETS}/{_ID}/values:batchUpdate", values_batch_update),
        ("POST", f"{_SHEETS}/{_ID}/values:batchClear", values_batch_clear),
        ("GET", f"{_SHEETS}/{_ID}/values/([^/]+)", values_get),
        ("PUT", f"{_SHEETS}/{_ID}/values/([^/]+)", values_update),
        ("POST", f"{_SHEETS}/{_ID}/values/([^/]+):append", values_append),
        ("POST", f"{_SHEETS}/{_ID}/values/([^/]+):clear", values_clear),
        ("GET", _DRIVE, files_list),
        ("POST", _DRIVE, files_create),
        ("GET", f"{_DRIVE}/{_ID}", files_get),
        ("PATCH", f"{_DRIVE}/{_ID}", files_update),
        ("DELETE", f"{_DRIVE}/{_ID}", files_delete),
        ("GET", f"{_DRIVE}/{_ID}/permissions", permissions_list),
        ("POST", f"{_DRIVE}/{_ID}/permissions", permissions_create),
        ("DELETE", f"{_DRIVE}/{_ID}/permissions/([^/]+)", permissions_delete),
    )
]


def _route(method: str, path: str) -> tuple[Handler, tuple[str, ...]]:
    for verb, pattern, handler in ROUTES:
        found = pattern.fullmatch(path) if verb == method else None
        if found:
            return handler, tuple(unquote(name) for name in found.groups())
    raise ApiError(404, f"The requested URL {path} was not found on this server.")
