"""The local spreadsheet agrees with a simple model after any sequence of operations."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.batch_update.requests import HANDLERS
from sheets_gm.localsheets.drive.call import Content
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.protocol import schema
from sheets_gm.localsheets.spreadsheet.model.a1 import Box

ROWS, COLUMNS = 7, 5
RELAXED = settings(suppress_health_check=list(HealthCheck))


class Table:
    """A spreadsheet of one small tab, by the calls themselves."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.token = service.add_account("ana@x")
        tab = {"properties": {"sheetId": 0, "gridProperties": {"rowCount": ROWS, "columnCount": COLUMNS}}}
        self.id = self.call("POST", "/v4/spreadsheets", {"sheets": [tab]})[1]["spreadsheetId"]

    def call(self, method: str, path: str, body: Any = None, query: str = "") -> tuple[int, Any]:
        content = b"" if body is None else json.dumps(body).encode()
        status, answer = self.service.handle(method, path, query, content, {"authorization": f"Bearer {self.token}"})
        assert not isinstance(answer, Content)
        return status, answer

    def batch(self, *requests: Any) -> tuple[int, Any]:
        return self.call("POST", f"/v4/spreadsheets/{self.id}:batchUpdate", {"requests": list(requests)})

    def whole(self) -> Any:
        return self.call("GET", f"/v4/spreadsheets/{self.id}", query="includeGridData=true")[1]

    def values(self) -> list[list[Any]]:
        query = "valueRenderOption=UNFORMATTED_VALUE"
        held: list[list[Any]] = self.call("GET", f"/v4/spreadsheets/{self.id}/values/Sheet1", query=query)[1].get(
            "values", []
        )
        return held  # fmt: skip


# -- the model ---------------------------------------------------------------------------------------------------------


@dataclass
class Line:
    """A row or a column that keeps who it is, wherever it goes."""

    name: int


@dataclass
class Model:
    """A tab as lists of lines, a dictionary of values by their lines, and merges as the lines they hold."""

    names: Any = field(default_factory=count)
    rows: list[int] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    values: dict[tuple[int, int], Any] = field(default_factory=dict)
    merges: list[tuple[set[int], set[int]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows = [next(self.names) for _ in range(ROWS)]
        self.columns = [next(self.names) for _ in range(COLUMNS)]

    def lines(self, across: bool) -> list[int]:
        return self.columns if across else self.rows

    def shown(self) -> list[list[Any]]:
        made = [[self.values.get((row, column), "") for column in self.columns] for row in self.rows]
        for line in made:
            while line and line[-1] == "":
                line.pop()
        while made and not made[-1]:
            made.pop()
        return made

    def spans(self) -> list[Box]:
        found = []
        for rows, columns in self.merges:
            at = [self.rows.index(row) for row in rows]
            across = [self.columns.index(column) for column in columns]
            found.append(Box(min(at), min(across), max(at) + 1, max(across) + 1))
        return sorted(found, key=lambda box: (box.top, box.left))

    def insert(self, across: bool, at: int, many: int) -> None:
        lines = self.lines(across)
        new = [next(self.names) for _ in range(many)]
        for merge in self.merges:
            if 0 < at < len(lines) and {lines[at - 1], lines[at]} <= merge[across]:
                merge[across].update(new)
        lines[at:at] = new

    def delete(self, across: bool, start: int, end: int) -> None:
        lines = self.lines(across)
        gone = set(lines[start:end])
        del lines[start:end]
        for merge in self.merges:
            merge[across].difference_update(gone)
        self.merges = [merge for merge in self.merges if len(merge[0]) * len(merge[1]) > 1]

    def torn(self, across: bool, *edges: int) -> bool:
        """Whether a line between lines runs through a merge."""
        spans = [(box.left, box.right or 0) if across else (box.top, box.bottom or 0) for box in self.spans()]
        return any(first < edge < last for first, last in spans for edge in edges)

    def move(self, across: bool, start: int, end: int, to: int) -> None:
        lines = self.lines(across)
        moved = lines[start:end]
        before, after = lines[:to], lines[to:]
        lines[:] = [
            *(line for line in before if line not in moved),
            *moved,
            *(line for line in after if line not in moved),
        ]

    def cells(self, box: Box) -> list[tuple[int, int]]:
        return [
            (row, column) for row in self.rows[box.top : box.bottom] for column in self.columns[box.left : box.right]
        ]


def rank(value: Any) -> tuple[int, Any]:
    return (2, value) if isinstance(value, bool) else (1, value.casefold()) if isinstance(value, str) else (0, value)


# -- what is done ------------------------------------------------------------------------------------------------------

VALUES = st.one_of(st.sampled_from(["", "a", "B", "=1", "007"]), st.integers(-9, 9), st.booleans())
SHARE = st.floats(0, 1)
"""A place on a tab whose size is not known yet: how far along it lies."""
BOX = st.tuples(SHARE, SHARE, SHARE, SHARE)
STEP = st.one_of(
    st.tuples(st.just("write"), BOX, st.lists(VALUES, min_size=1, max_size=6)),
    st.tuples(st.just("insert"), st.booleans(), SHARE, st.integers(1, 3)),
    st.tuples(st.just("delete"), st.booleans(), SHARE, SHARE),
    st.tuples(st.just("move"), st.booleans(), SHARE, SHARE, SHARE),
    st.tuples(st.just("merge"), BOX),
    st.tuples(st.just("unmerge"), BOX),
    st.tuples(st.just("sort"), BOX, SHARE, st.booleans()),
    st.tuples(st.just("clear"), BOX),
    st.tuples(st.just("copy"), BOX, SHARE, SHARE),
    st.tuples(st.just("restart")),
    st.tuples(st.just("fail")),
)


def spot(share: float, size: int) -> int:
    return min(int(share * size), size - 1)


def pair(one: float, two: float, size: int) -> tuple[int, int]:
    low, high = sorted((spot(one, size), spot(two, size)))
    return low, high + 1


class Played:
    """A table and its model, side by side."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.table = Table(Service(Storage(folder)))
        self.model = Model()

    def box(self, share: tuple[float, float, float, float]) -> Box:
        top, bottom = pair(share[0], share[1], len(self.model.rows))
        left, right = pair(share[2], share[3], len(self.model.columns))
        return Box(top, left, bottom, right)

    def do(self, name: str, *given: Any) -> None:
        getattr(self, name)(*given)
        assert self.table.values() == self.model.shown()
        held = self.table.whole()["sheets"][0]
        merges = [_box(each) for each in held.get("merges", [])]
        assert sorted(merges, key=lambda box: (box.top, box.left)) == self.model.spans()
        grid = held["properties"]["gridProperties"]
        assert (grid["rowCount"], grid["columnCount"]) == (len(self.model.rows), len(self.model.columns))

    def asked(self, possible: bool, request: Any) -> bool:
        """Ask for something that must be done, or refused, as the model says."""
        before = None if possible else self.table.whole()
        status, answer = self.table.batch(request)
        assert status == (200 if possible else 400), answer
        assert possible or self.table.whole() == before
        return possible

    def write(self, share: Any, values: list[Any]) -> None:
        box = self.box(share)
        cells = self.model.cells(box)
        filled = [values[at % len(values)] for at in range(len(cells))]
        width = (box.right or 0) - box.left
        rows = [filled[at : at + width] for at in range(0, len(filled), width)]
        body = {"valueInputOption": "RAW", "data": [{"range": f"R{box.top + 1}C{box.left + 1}", "values": rows}]}
        assert self.table.call("POST", f"/v4/spreadsheets/{self.table.id}/values:batchUpdate", body)[0] == 200
        for cell, value in zip(cells, filled, strict=True):
            self.model.values.pop(cell, None)
            if value != "":
                self.model.values[cell] = value

    def insert(self, across: bool, share: float, many: int) -> None:
        at = spot(share, len(self.model.lines(across)))
        self.asked(True, {"insertDimension": {"range": _lines(across, at, at + many)}})
        self.model.insert(across, at, many)

    def delete(self, across: bool, one: float, two: float) -> None:
        size = len(self.model.lines(across))
        start, end = pair(one, two, size)
        if self.asked(end - start < size, {"deleteDimension": {"range": _lines(across, start, end)}}):
            self.model.delete(across, start, end)

    def move(self, across: bool, one: float, two: float, three: float) -> None:
        size = len(self.model.lines(across))
        start, end = pair(one, two, size)
        to = spot(three, size + 1)
        still = to in (start, end)
        possible = still or (not start < to < end and not self.model.torn(across, start, end, to))
        request = {"moveDimension": {"source": _lines(across, start, end), "destinationIndex": to}}
        if self.asked(possible, request) and not still:
            self.model.move(across, start, end, to)

    def merge(self, share: Any) -> None:
        box = self.box(share)
        held = [(each, span) for each, span in zip(self._merges(), self.model.spans(), strict=True) if span.meets(box)]
        if not self.asked(all(span.inside(box) for _, span in held), {"mergeCells": {"range": _range(box)}}):
            return
        cells = self.model.cells(box)
        if len(cells) == 1:
            return
        for cell in cells[1:]:
            self.model.values.pop(cell, None)
        self.model.merges = [each for each in self.model.merges if each not in [one for one, _ in held]]
        self.model.merges.append(({cell[0] for cell in cells}, {cell[1] for cell in cells}))

    def _merges(self) -> list[tuple[set[int], set[int]]]:
        """The model's merges in the order of their spans."""

        def corner(merge: tuple[set[int], set[int]]) -> tuple[int, int]:
            return min(map(self.model.rows.index, merge[0])), min(map(self.model.columns.index, merge[1]))

        return sorted(self.model.merges, key=corner)

    def unmerge(self, share: Any) -> None:
        box = self.box(share)
        held = list(zip(self._merges(), self.model.spans(), strict=True))
        possible = all(span.inside(box) for _, span in held if span.meets(box))
        if self.asked(possible, {"unmergeCells": {"range": _range(box)}}):
            self.model.merges = [each for each, span in held if not span.meets(box)]

    def sort(self, share: Any, by: float, down: bool) -> None:
        box = self.box(share)
        column = box.left + spot(by, (box.right or 0) - box.left)
        spec = {"dimensionIndex": column, "sortOrder": "DESCENDING" if down else "ASCENDING"}
        tall = any(span.meets(box) and (span.bottom or 0) - span.top > 1 for span in self.model.spans())
        if not self.asked(not tall, {"sortRange": {"range": _range(box), "sortSpecs": [spec]}}):
            return
        columns = self.model.columns[box.left : box.right]
        held = [
            [self.model.values.get((row, each), "") for each in columns]
            for row in self.model.rows[box.top : box.bottom]
        ]
        at = column - box.left
        full = [line for line in held if line[at] != ""]
        held = sorted(full, key=lambda line: rank(line[at]), reverse=down) + [line for line in held if line[at] == ""]
        for row, line in zip(self.model.rows[box.top : box.bottom], held, strict=True):
            for each, value in zip(columns, line, strict=True):
                self.model.values.pop((row, each), None)
                if value != "":
                    self.model.values[row, each] = value

    def clear(self, share: Any) -> None:
        box = self.box(share)
        where = f"R{box.top + 1}C{box.left + 1}:R{box.bottom}C{box.right}"
        assert self.table.call("POST", f"/v4/spreadsheets/{self.table.id}/values/{where}:clear")[0] == 200
        for cell in self.model.cells(box):
            self.model.values.pop(cell, None)

    def copy(self, share: Any, down: float, across: float) -> None:
        box = self.box(share)
        height, width = (box.bottom or 0) - box.top, (box.right or 0) - box.left
        top, left = spot(down, len(self.model.rows)), spot(across, len(self.model.columns))
        target = Box(top, left, top + height, left + width)
        fits = top + height <= len(self.model.rows) and left + width <= len(self.model.columns)
        request = {"source": _range(box), "destination": _range(Box(top, left, top + 1, left + 1))}
        if not self.asked(fits, {"copyPaste": {**request, "pasteType": "PASTE_VALUES"}}):
            return
        held = [self.model.values.get(cell, "") for cell in self.model.cells(box)]
        for cell, value in zip(self.model.cells(target), held, strict=True):
            self.model.values.pop(cell, None)
            if value != "":
                self.model.values[cell] = value

    def restart(self) -> None:
        before = self.table.whole()
        self.table.service.storage.close()
        self.table.service.identity.close()
        self.table.service = Service(Storage(self.folder))
        assert self.table.whole() == before

    def fail(self) -> None:
        """A batch that changes everything there is, and fails at its last request."""
        before = json.dumps(self.table.whole())
        status, _ = self.table.batch(*EVERYTHING, {"deleteSheet": {"sheetId": 99}})
        assert status == 400
        assert json.dumps(self.table.whole()) == before


EVERYTHING: tuple[Any, ...] = (
    {"addSheet": {"properties": {"sheetId": 5, "title": "New"}}},
    {"repeatCell": {"range": {}, "cell": {"note": "n", "userEnteredValue": {"numberValue": 1}}, "fields": "*"}},
    {"addNamedRange": {"namedRange": {"name": "Spot", "range": {"endRowIndex": 1}}}},
    {"addProtectedRange": {"protectedRange": {"range": {}}}},
    {"insertDimension": {"range": {"dimension": "ROWS", "startIndex": 0, "endIndex": 2}}},
    {"deleteDimension": {"range": {"dimension": "COLUMNS", "startIndex": 0, "endIndex": 1}}},
    {"updateSpreadsheetProperties": {"properties": {"title": "Other"}, "fields": "title"}},
    {"updateSheetProperties": {"properties": {"title": "Renamed", "index": 2}, "fields": "title,index"}},
    {"duplicateSheet": {"sourceSheetId": 0}},
    {"deleteSheet": {"sheetId": 0}},
    {"addSheet": {"properties": {"sheetId": 0, "title": "Again"}}},
)


def _lines(across: bool, start: int, end: int) -> dict[str, Any]:
    return {"sheetId": 0, "dimension": "COLUMNS" if across else "ROWS", "startIndex": start, "endIndex": end}


def _range(box: Box) -> dict[str, Any]:
    rows = {"startRowIndex": box.top, "endRowIndex": box.bottom}
    return {"sheetId": 0, **rows, "startColumnIndex": box.left, "endColumnIndex": box.right}


def _box(held: dict[str, int]) -> Box:
    return Box(held["startRowIndex"], held["startColumnIndex"], held["endRowIndex"], held["endColumnIndex"])


@RELAXED
@given(st.lists(STEP, min_size=1, max_size=10))
def test_a_tab_is_what_a_plain_model_of_it_is(steps: list[Any]) -> None:
    with TemporaryDirectory() as folder:
        played = Played(Path(folder))
        for name, *given_ in steps:
            played.do(name, *given_)
        played.restart()
        played.fail()
        played.table.service.storage.close()
        played.table.service.identity.close()


# -- whatever is sent --------------------------------------------------------------------------------------------------

NUMBERS = st.sampled_from([-1, 0, 0, 1, 1, 2, 3, 5, 7, 1000, 2**31 - 1])
TEXTS = st.sampled_from(["", "x", "Sheet1", "A1", "=A1+B1", "a,b", "Spot", "one"])


SCALARS: dict[str, st.SearchStrategy[Any]] = {
    "string": TEXTS,
    "boolean": st.booleans(),
    "int32": NUMBERS,
    "any": VALUES,
    "double": st.floats(-2, 2),
    "int64": NUMBERS.map(str),
}


@cache
def of_type(kind: str, depth: int = 5) -> st.SearchStrategy[Any]:
    """Something of a type of Google's, with whatever fields."""
    if kind.startswith("|"):
        return st.sampled_from(kind.strip("|").split("|"))
    if kind.startswith("["):
        return st.lists(of_type(kind[1:-1], depth - 1), max_size=2) if depth > 0 else st.just([])
    if kind.startswith("{"):
        return st.just({})
    return SCALARS[kind] if kind in SCALARS else _message(kind, depth)


@st.composite
def _message(draw: st.DrawFn, kind: str, depth: int) -> dict[str, Any]:
    fields = schema.types()[kind]
    names = draw(_names(kind)) if depth > 0 else set()
    made = {name: draw(of_type(fields[name], depth - 1)) for name in sorted(names) if name != "fields"}
    if "fields" in fields:
        made["fields"] = draw(_masks(kind))
    return made


@cache
def _names(kind: str) -> st.SearchStrategy[set[str]]:
    """Some of the fields of a type."""
    left_out = ("tableId", "dataSourceSheetDimensions", "pivotTable")
    likely = [name for name in schema.types()[kind] if name not in left_out]
    return st.sets(st.sampled_from(likely), max_size=7) if likely else st.just(set())


@cache
def _masks(kind: str) -> st.SearchStrategy[str]:
    """All fields of what a request changes, or one of them."""
    inner = next((each for each in schema.types()[kind].values() if each in schema.types()), kind)
    return st.sampled_from(["*", *schema.types()[inner]])


PREPARED: tuple[Any, ...] = (
    {"addSheet": {"properties": {"sheetId": 1, "gridProperties": {"rowCount": 4, "columnCount": 4}}}},
    {"mergeCells": {"range": _range(Box(1, 1, 3, 3))}},
    {"addNamedRange": {"namedRange": {"name": "Spot", "namedRangeId": "one", "range": _range(Box(0, 0, 2, 2))}}},
    {"addProtectedRange": {"protectedRange": {"protectedRangeId": 1, "range": _range(Box(4, 0, 5, 5))}}},
    {"addFilterView": {"filter": {"filterViewId": 1, "range": _range(Box(0, 0, 3, 3))}}},
    {"addDimensionGroup": {"range": _lines(False, 1, 3)}},
    {"repeatCell": {"range": _range(Box(0, 0, 7, 3)), "cell": {"note": "n"}, "fields": "note"}},
)


@pytest.mark.parametrize("kind", sorted(HANDLERS))
def test_whatever_a_request_holds_it_is_done_whole_or_refused_whole(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    service, prepared = Service(Storage(None)), list[Table]()
    caplog.set_level(logging.ERROR)

    @RELAXED
    @given(of_type(schema.types()["Request"][kind]))
    def hold(body: Any) -> None:
        if not prepared:
            prepared.append(Table(service))
            assert prepared[0].batch(*PREPARED)[0] == 200
        (table,) = prepared
        before = json.dumps(table.whole())
        assert table.batch({kind: body}, {"deleteSheet": {"sheetId": 99}})[0] == 400
        assert json.dumps(table.whole()) == before
        status, _ = table.batch({kind: body})
        assert status in (200, 400)
        if status == 200:
            prepared.clear()
        after = json.dumps(table.whole())
        assert (status == 200) or after == before
        assert not caplog.records, (kind, body, caplog.text)

    hold()
