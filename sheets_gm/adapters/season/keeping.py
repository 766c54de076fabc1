"""What is stored of a season in the folder of the matches, so that its spreadsheet can be updated."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sheets_gm.adapters.files.private_files import write_private
from sheets_gm.adapters.season.people import FILE as PEOPLE
from sheets_gm.adapters.season.people import PeopleMap, read_people
from sheets_gm.adapters.season.results import MatchResult
from sheets_gm.adapters.season.sheet import make_sheet, rows_of, share_sheet, update_sheet
from sheets_gm.adapters.season.sources import ReadMatch, results_from, results_in, without_copies
from sheets_gm.adapters.season.standings import Season, season_of
from sheets_gm.adapters.season.table import SeasonTable
from sheets_gm.adapters.season.tables import tables_of
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import Sheets
from sheets_gm.gm.ports.store import Store
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.model import Model, digest

FILE = "season.json"


class BadSeason(UserError, ValueError):
    """The file of a season is damaged."""


class StoredSeason(Model):
    """The season of an installation: how it is made, its spreadsheet, and the results that were read.

    *shown* is the digest of what the spreadsheet shows, and *rows* the number of rows on each of its tabs.
    """

    title: str = "Season"
    named: tuple[str, ...] = ()
    zone: str = "UTC"
    workbook: Workbook | None = None
    shown: str = ""
    rows: dict[str, int] = {}
    results: dict[str, MatchResult] = {}

    def map_of_people(self, folder: Path) -> PeopleMap:
        """Return which names are which person, from the file in *folder* if there is one. Raises BadPeople."""
        path = folder / PEOPLE
        return read_people(path) if path.exists() else PeopleMap()


def read_kept(folder: Path) -> StoredSeason:
    """Return the season of the installation in *folder*, or a new one if there is none. Raises BadSeason."""
    path = folder / FILE
    try:
        return StoredSeason.model_validate_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return StoredSeason()
    except (OSError, ValueError) as error:
        raise BadSeason(
            f"{path} is damaged: delete it, and make the season again with sheets-gm season --sheet URL."
        ) from error


def write_kept(folder: Path, kept: StoredSeason) -> None:
    """Write the season of the installation in *folder*. Only its owner may read it, because it contains accounts."""
    write_private(folder / FILE, kept.model_dump_json(indent=1))


def count(stored: StoredSeason, store: Store | None, folder: Path) -> tuple[StoredSeason, Season, list[ReadMatch]]:
    """Count the season again; only matches that are new are read. Raises NothingThere and BadPeople."""
    reads = list(without_copies(results_from(store, stored.named, stored.results)))
    results = results_in(reads)
    return stored.but(results=results), season_of(results.values(), stored.map_of_people(folder)), reads


def show(
    stored: StoredSeason, season: Season, sheets: Sheets, document: str | None = None, readers: Sequence[str] = ()
) -> StoredSeason:
    """Show *season* on its spreadsheet, which is created if need be, and share it with *readers*.

    Nothing is written if the spreadsheet shows all this already.
    """
    if readers and stored.workbook is not None and document is None:
        stored = stored.but(workbook=share_sheet(sheets, stored.workbook, readers))
    tables = tables_of(season, stored.zone)
    shown = _digest(stored.title, tables)
    if stored.workbook is None or document is not None:
        workbook = make_sheet(sheets, stored.title, tables, document, readers)
    elif shown == stored.shown:
        return stored
    else:
        workbook = update_sheet(sheets, stored.workbook, stored.title, tables, stored.rows)
    return stored.but(workbook=workbook, shown=shown, rows=rows_of(tables))


def keep_up(folder: Path, store: Store, sheets: Sheets) -> bool:
    """Bring the spreadsheet of the season up to date, if there is one. Return whether it was written to."""
    kept = read_kept(folder)
    if kept.workbook is None:
        return False
    counted, season, _ = count(kept, store, folder)
    after = show(counted, season, sheets)
    if after != kept:
        write_kept(folder, after)
    return after.shown != kept.shown


def _digest(title: str, tables: Sequence[SeasonTable]) -> str:
    return digest([title, [[each.name, list(each.columns), [list(row) for row in each.rows]] for each in tables]])
