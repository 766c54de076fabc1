"""Where the results of a season come from: matches of the installation, and exported files.

A result is read once: it is stored under a key that changes with the match or the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sheets_gm.adapters.export.carried import past_in_file
from sheets_gm.adapters.export.past import past_in_store
from sheets_gm.adapters.season.results import MatchResult, NotCounted, result_of
from sheets_gm.adapters.season.table import GENERATOR
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.ports.store import Store
from sheets_gm.kernel.errors import UnavailableError, UserError, plain_reason

ENDINGS = (".json", ".xlsx", ".html")
"""The endings of exported files with a record, the quickest to read first."""


HEAD = 2_000
"""The first bytes of a page, which say what it is."""


class NothingThere(UserError, LookupError):
    """There is neither a match nor a file of that name."""


class ReadMatch(NamedTuple):
    """A match that was read: its *result* with the key that it is stored under, or *why* it does not count."""

    name: str
    key: str = ""
    result: MatchResult | None = None
    why: str = ""


def results_from(store: Store | None, named: Sequence[str], kept: Mapping[str, MatchResult]) -> Iterator[ReadMatch]:
    """Yield the results of what is *named*: matches of *store*, files and folders. With no names: all of the store.

    Results in *kept* are not read again. Raises NothingThere.
    """
    matches = set(store.names()) if store is not None else set[str]()
    for name in named or sorted(matches):
        if store is not None and name in matches:
            yield _in_store(store, name, kept)
        elif (path := Path(name)).is_dir():
            yield from _in_folder(path, kept)
        elif path.is_file():
            yield _in_file(path, kept)
        else:
            raise NothingThere(f"There is no match, file or folder called “{name}”: see sheets-gm status.")


def without_copies(matches: Iterable[ReadMatch]) -> Iterator[ReadMatch]:
    """Yield what is in *matches*. A match with the same entries as an earlier one is marked as not counted."""
    first: dict[str, ReadMatch] = {}
    for each in matches:
        played = each.result.played if each.result is not None else ""
        same = first.setdefault(played, each) if played else each
        if same.result is not None and each.result is not None and same.result.id != each.result.id:
            yield ReadMatch(each.name, why=f"has the same entries as {same.name}, which counts already")
        else:
            yield each


def _in_store(store: Store, match: str, kept: Mapping[str, MatchResult]) -> ReadMatch:
    with _counting(match) as failures:
        record = store.record(match)
        if record.status is not Status.OVER:
            return ReadMatch(match, why="is not over")
        key = f"{record.charter.top} {store.last_number(match)}"
        return ReadMatch(match, key, kept[key] if key in kept else result_of(past_in_store(store, match)))
    return failures[0]


def _in_folder(folder: Path, stored: Mapping[str, MatchResult]) -> Iterator[ReadMatch]:
    """Yield the exported matches in *folder*, each from one of its files. The page of a season is skipped."""
    stems: dict[str, list[Path]] = {}
    for ending in ENDINGS:
        for path in sorted(folder.glob(f"*{ending}")):
            if ending != ".html" or not _is_season(path):
                stems.setdefault(path.stem, []).append(path)
    for paths in stems.values():
        reads = [_in_file(path, stored) for path in paths[:1]]
        for path in paths[1:]:
            if reads[-1].result is None:
                reads.append(_in_file(path, stored))
        yield reads[-1] if reads[-1].result is not None else reads[0]


@contextmanager
def _counting(name: str) -> Iterator[list[ReadMatch]]:
    """Count the match or file *name* in the block. If that fails, the reason becomes the result."""
    failures: list[ReadMatch] = []
    try:
        yield failures
    except NotCounted as error:
        failures.append(ReadMatch(name, why=str(error)))
    except UnavailableError:
        raise
    except Exception as error:  # noqa: BLE001 - the others count
        failures.append(ReadMatch(name, why=f"cannot be counted: {_without_path(plain_reason(error), name)}"))


def _without_path(sentence: str, path: str) -> str:
    """Return *sentence* without the *path* at its beginning, to be put behind the name."""
    rest = sentence.removesuffix(".").removeprefix(path)
    if rest.startswith(", "):
        return f"in{rest.removeprefix(',')}"
    return rest.removeprefix(": ") if not rest.startswith(" ") else f"it{rest}"


def _is_season(path: Path) -> bool:
    """Return whether the file *path* is the page of a season; False if it cannot be read."""
    try:
        with path.open("rb") as file:
            return GENERATOR.encode() in file.read(HEAD)
    except OSError:
        return False


def _in_file(path: Path, kept: Mapping[str, MatchResult]) -> ReadMatch:
    with _counting(str(path)) as failures:
        stat = path.stat()
        key = f"{path.resolve()} {stat.st_size} {stat.st_mtime_ns}"
        return ReadMatch(str(path), key, kept[key] if key in kept else result_of(past_in_file(path)))
    return failures[0]


def results_in(matches: Iterable[ReadMatch]) -> dict[str, MatchResult]:
    """Return the results in *matches*, by the key that they are stored under."""
    return {each.key: each.result for each in matches if each.result is not None}
