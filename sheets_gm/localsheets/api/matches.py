"""The matches that an account plays, runs or watches, each once, as programs note them (see `open_turns`).

A match may have several spreadsheets: those of its players name the public one, in `waiting_in` or `match`. The score,
if the account may see it, comes from the mark `page.play`: `{"sides": [[side, name, sign, colour], ...], "score":
[[what, [[side, value], ...]], ...], "limits": [[what, most], ...], "ahead": ..., "due": ..., "seats": {person: [[seat,
player, side], ...]}}`; the pieces on its board come from `page.places` and `page.tokens`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from sheets_gm.localsheets.api.open_turns import Run, noted_runs, noted_turns, open_turns, person_of, waiting_of
from sheets_gm.localsheets.spreadsheet import developer_metadata
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

Json: TypeAlias = dict[str, Any]

PLAY, PLACES, TOKENS = "page.play", "page.places", "page.tokens"


def matches(documents: Iterable[Document], account: str, every: Mapping[str, Document]) -> list[Json]:
    """Return what *account* sees of each match: first matches with something to do, then those with a problem, by
    deadline.

    *document* is the one to open: where something is to do, else the reader's own, else the public one. *also* has all
    documents of the match that the account can open. *waiting* has "you" for the account itself. *run* is the state of
    the match for its game master, else null.
    """
    groups: dict[str, list[Document]] = {}
    for document in documents:
        if access.role(document, account) and (key := _match_of(document)):
            groups.setdefault(key, []).append(document)
    cards = [_card(key, group, account, every) for key, group in groups.items()]
    return sorted(cards, key=_rank)


def _rank(card: Json) -> tuple[Any, ...]:
    has_problem = bool(card["run"] and card["run"]["problem"])
    return card["tab"] is None, not has_problem, card["due"] is None, card["due"] or 0, card["name"]


def _match_of(document: Document) -> str:
    """Return the match of a document: the id of its public one, "" if it has none."""
    runs = [run.match for run in noted_runs(document)]
    turns = [noted.waiting_in for noted in noted_turns(document)]
    return next(filter(None, (*turns, *runs)), document.id if runs or turns else "")


def _card(key: str, group: list[Document], account: str, every: Mapping[str, Document]) -> Json:
    person = person_of(account) or ""
    turns = open_turns(group, account, every)
    marks = {
        document.id: play_mark({"developerMetadata": [*developer_metadata.all_of(document)]}) for document in group
    }
    own_ids = [document.id for document in group if person in marks[document.id].get("seats", {})]
    runs = {document.id: run for document in group if (run := _run(document, person))}
    turn = next((each for each in turns if each["tab"] is not None), turns[0] if turns else None)
    noted = [each for document in group for each in noted_turns(document) if each.step]
    run = next(iter(runs.values()), None)
    titles = {document.id: document.meta["properties"]["title"] for document in group}
    first = (turn or {}).get("document") or next(iter((*own_ids, *runs, key)), key)
    mark = marks.get(first) or next(filter(None, marks.values()), {})
    seats = mark.get("seats", {}).get(person, [])
    score, limits = mark.get("score", []), mark.get("limits", [])[:1]  # the figure that decides now
    boards = [board for document in group for sheet in document.ordered() if (board := _board(sheet))]
    stands = turn or run or (noted[0] if noted else None)
    waiting = (waiting_of(each, account, every) for each in noted)
    own_names = {name for each in noted if person in each.turns for name in each.turns[person].waited}
    return {
        "document": first if first in titles else next(iter(titles)),
        "also": [*titles],
        "name": titles.get(key) or next(iter(titles.values())),
        "step": _of(stands, "step", ""),
        "tab": _of(turn, "tab", None),
        "due": _of(turn or run, "due", mark.get("due")),
        "grace": _of(turn, "grace", 0),
        "waiting": _with_you(
            turn["waiting"] if turn else run.waiting if run else next(filter(None, waiting), []), own_names
        ),
        "sides": mark.get("sides", []),
        "score": ([each for each in score if [each[0]] == [name for name, _ in limits]] or score)[:1],
        "limits": limits,
        "ahead": mark.get("ahead", ""),
        "own": [side for _, _, side in seats],
        "board": max(boards, key=lambda board: len(board["pieces"]), default=None),
        "result": mark.get("result", ""),
        "run": run.model_dump(exclude={"people"}) if run else None,
    }


def _with_you(names: Sequence[str], own: Collection[str]) -> list[str]:
    """Return who is waited for, with "you" at the head in place of the reader's *own* names."""
    others = [name for name in names if name not in own]
    return ["you"] * (len(others) < len(names)) + others


def _board(sheet: Sheet) -> Json | None:
    """Return the board of a sheet for a small picture: its rows and columns, and the place and side of each piece."""
    marks = {"developerMetadata": sheet.meta.get(developer_metadata.KIND, [])}
    places, tokens = _mark(marks, PLACES), _mark(marks, TOKENS)
    try:
        rows, columns = zip(*places.values(), strict=True)
        pieces = [(places[at], each.get("side", "")) for at, held in tokens.items() if at in places for each in held]
        top, left = min(rows), min(columns)
        size = [max(columns) - left + 1, max(rows) - top + 1]
        return {"size": size, "pieces": [[column - left, row - top, side] for (row, column), side in pieces]}
    except (AttributeError, TypeError, ValueError):
        return None


def _run(document: Document, person: str) -> Run | None:
    return next((run for run in noted_runs(document) if person and person in run.people), None)


def _of(held: Any, name: str, default: Any) -> Any:
    return held.get(name, default) if isinstance(held, Mapping) else getattr(held, name, default)


def play_mark(sheet: Json) -> Json:
    """Return the mark `page.play` of *sheet*."""
    return _mark(sheet, PLAY)


def _mark(sheet: Json, key: str) -> Json:
    """Return a mark of *sheet*, joined if it was too long for one value; empty if there is none that can be read."""
    held = {each["metadataKey"]: each.get("metadataValue", "") for each in sheet.get("developerMetadata", ())}
    parts = [held.get(key, "")]
    while (more := held.get(f"{key}.{len(parts) + 1}")) is not None:
        parts.append(more)
    try:
        mark: Any = json.loads("".join(parts))
    except ValueError:
        return {}
    return mark if isinstance(mark, dict) else {}
