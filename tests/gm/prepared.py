"""Matches that were just created, kept for the tests that begin with one like it: a copy costs a tenth of a new match.

What is kept is bytes, and each test gets a store and a spreadsheet service of its own made from them, so nothing that
one test does reaches another. Nothing is kept, and no copy is given, while something is patched: then the match is
created as the patched program creates it.

The processes of one run share a folder (`Shelf.folder`), so that a match is created once a run. Only matches of games
and templates that are installed lie there: these are the same in all of its processes.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.stores.database.schema import engine_for
from sheets_gm.adapters.stores.database.store import DatabaseStore, store_in
from sheets_gm.games.finding import game, games
from sheets_gm.gm.creation import NewMatch
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.new_document import document_with_engine
from sheets_gm.localsheets.drive.storage import Storage

MOST = 24
"""Matches that a process keeps, each of 2 MB at the most: those that were asked for last."""


@dataclass(frozen=True)
class Prepared:
    """A new match: the databases of its store and service, its documents, and what its connection knows of them.

    *new* is kept too, so that no other game or template can have the same `id`; not in a file.
    """

    new: NewMatch | None
    store: bytes
    storage: bytes
    documents: bytes
    number: int
    sizes: Mapping[tuple[str, str], tuple[int, int]]
    calls: Counter[str]
    now: float

    def open_store(self) -> DatabaseStore:
        """A store with the match in it."""
        store = store_in(engine_for(":memory:"))
        _database(store).deserialize(self.store)
        return store

    def open_service(self) -> Service:
        """A service with the workbooks of the match in it."""
        service = Service(Storage(None))
        service.storage._db.deserialize(self.storage)
        for name, meta, sheets in pickle.loads(self.documents):
            document = service.documents[name] = document_with_engine(name, meta)
            document.sheets, document.clock = sheets, service.clock
        service.number = self.number
        return service

    def let_know(self, sheets: GoogleSheets) -> None:
        """Let a new connection know what the one knows that created the match."""
        sheets._writes._sizes = dict(self.sizes)
        sheets.http.calls.update(self.calls)


def prepare(new: NewMatch, store: DatabaseStore, service: Service, sheets: GoogleSheets, now: float) -> Prepared | None:
    """The match *new* as it is *now*, which was created in *store* and *service* by *sheets*; None with formulas."""
    if any(document.formulas is not None for document in service.documents.values()):
        return None
    return Prepared(
        new,
        _database(store).serialize(),
        service.storage._db.serialize(),
        pickle.dumps([(each.id, each.meta, each.sheets) for each in service.documents.values()]),
        service.number,
        dict(sheets._writes._sizes),
        Counter(sheets.calls),
        now,
    )


def _database(store: DatabaseStore) -> Any:
    """The one connection to the database of a store in memory."""
    return store._engine.raw_connection().driver_connection


def key_of(new: NewMatch, now: float, turns: int = 0) -> tuple[object, ...]:
    """What the match follows from of which bots have played so many *turns*, if the program is not patched."""
    stored = (new.settings, *new.seats, new.policy)
    plain = (new.match, new.title, new.seed, new.dice, new.beacon, new.key, now, turns)
    return (id(new.game), id(new.template), *plain, *(each.model_dump_json() for each in stored))


def _file_of(new: NewMatch, key: tuple[object, ...]) -> str:
    """The name of the file of a match, "" for one whose game or template is not the installed one."""
    name = new.game.name
    if name not in games() or new.game is not game(name) or new.template is not templates.template(name):
        return ""
    return hashlib.sha256(f"{name} {key[2:]!r}".encode()).hexdigest()


class Shelf:
    """The matches that are kept, the latest last; and in *folder*, where there is one, those of the whole run."""

    def __init__(self, most: int = MOST, folder: Path | None = None) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[object, ...], Prepared] = OrderedDict()
        self.folder = folder

    def take(self, new: NewMatch, key: tuple[object, ...]) -> Prepared | None:
        """The match *new* by its *key*, if it is kept and nothing is patched."""
        if _patching:
            return None
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if self.folder and (file := _file_of(new, key)) and (self.folder / file).exists():
            made: Prepared = pickle.loads((self.folder / file).read_bytes())
            self._hold(key, replace(made, new=new))
            return self._kept[key]
        return None

    def keep(self, new: NewMatch, key: tuple[object, ...], prepare: Callable[[], Prepared | None]) -> None:
        """Keep what *prepare* makes of *new*, unless something is patched."""
        if _patching or (made := prepare()) is None:
            return
        self._hold(key, made)
        if self.folder and (file := _file_of(new, key)):
            self.folder.mkdir(exist_ok=True)
            part = self.folder / f"{file} of {os.getpid()}"
            part.write_bytes(pickle.dumps(replace(made, new=None)))
            part.replace(self.folder / file)

    def _hold(self, key: tuple[object, ...], made: Prepared) -> None:
        self._kept[key] = made
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)


_patching = set[int]()
"""The patches (by `id`) of tests that have changed something and not put it back: pytest itself patches before them."""


def _noted(patch: Callable[..., None]) -> Callable[..., None]:
    def noting(self: pytest.MonkeyPatch, *args: Any, **options: Any) -> None:
        if "PYTEST_CURRENT_TEST" in os.environ:
            _patching.add(id(self))
        patch(self, *args, **options)

    return noting


def _watch_patches() -> None:
    """Note from now on which patches of pytest have changed something."""
    for name in ("setattr", "delattr", "setitem", "delitem"):
        setattr(pytest.MonkeyPatch, name, _noted(getattr(pytest.MonkeyPatch, name)))
    undo = pytest.MonkeyPatch.undo

    def undone(self: pytest.MonkeyPatch) -> None:
        undo(self)
        _patching.discard(id(self))

    pytest.MonkeyPatch.undo = undone  # type: ignore[method-assign]


_watch_patches()
shelf = Shelf()
