"""A season as one HTML page that loads nothing from elsewhere, in the design of the report."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby

from sheets_gm.adapters.export.report.page import style_and_its_hash
from sheets_gm.adapters.export.report.sections import section, table
from sheets_gm.adapters.season.standings import Season
from sheets_gm.adapters.season.table import GENERATOR, SeasonTable, Value
from sheets_gm.gm.match_record.deadlines import date_and_time
from sheets_gm.kernel.english import counted

MOST_ROWS = 500
"""Rows of a table on the page; its CSV file has all of them."""

FOLDED_ROWS = 40
"""A table with more rows than these is folded."""

EARLY = ("standings", "matches")
"""The tables that come first."""


def season_page(title: str, season: Season, tables: Sequence[SeasonTable], zone: str) -> str:
    """Return the page of *season* with its *tables*."""
    style, hashed = style_and_its_hash()
    ordered = sorted(tables, key=lambda each: EARLY.index(each.name) if each.name in EARLY else len(EARLY))
    parts = "".join(_table(each) for each in ordered if each.rows)
    leader = escape(_leader(season))
    head = f'<header><h1>{escape(title)}</h1><p class="result">{leader}</p>{_facts(season, zone)}</header>'
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src {hashed}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{GENERATOR}<title>{escape(title)}</title>"
        f"<style>{style}</style></head>"
        f"<body>{head}<main>{parts}</main></body></html>\n"
    )


def _leader(season: Season) -> str:
    """Return a sentence on who leads."""
    if not season.standings:
        return "No match is over yet."
    most = season.standings[0].tally.points
    first = [each.name for each in season.standings if each.tally.points == most]
    if len(first) > 3:
        return f"{len(first)} players lead with {counted_points(most)} each."
    verb, each = ("leads", "") if len(first) == 1 else ("lead", " each")
    return f"{' and '.join(first)} {verb} with {counted_points(most)}{each}."


def counted_points(points: float) -> str:
    """Return *points* with the noun: “1 point”, “2.5 points”."""
    return f"{points:g} point{'' if points == 1 else 's'}"


def _facts(season: Season, zone: str) -> str:
    if not season.matches:
        return ""
    games = len({each.game for each in season.matches})
    first, last = season.matches[0].ended, season.matches[-1].ended
    facts = (
        f"{counted(len(season.matches), 'match', 'matches')} of {counted(games, 'game')} · ended between "
        f"{date_and_time(first, zone)} and {date_and_time(last, zone)}"
    )
    note = "Some players are left out at their own wish." if season.left_out else ""
    return f"<p>{escape(facts)}</p>" + (f'<p class="note">{note}</p>' if note else "")


def _table(each: SeasonTable) -> str:
    rows = each.rows[:MOST_ROWS]
    shown = _game_by_game(each, rows) if each.by_game else _grid(each.columns, rows)
    if not each.by_game and len(rows) > FOLDED_ROWS:
        shown = f"<details><summary>{counted(len(rows), 'row')}</summary>{shown}</details>"
    note = f'<p class="note">{escape(each.about)}</p>'
    if len(each.rows) > MOST_ROWS:
        note += f'<p class="note">{len(each.rows) - MOST_ROWS} more rows are in the CSV file.</p>'
    return section(each.name, each.title, note + shown)


def _game_by_game(each: SeasonTable, rows: Sequence[Sequence[Value]]) -> str:
    """Return a table for each game, without the columns that are empty for it."""
    parts = []
    for game, group in groupby(rows, key=lambda row: row[0]):
        its = list(group)
        kept = [at for at in range(1, len(each.columns)) if any(row[at] is not None for row in its)]
        grid = _grid([each.columns[at] for at in kept], [[row[at] for at in kept] for row in its])
        parts.append(f"<h3>{escape(str(game))}</h3>{grid}")
    return "".join(parts)


def _grid(columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> str:
    return table(columns, [[_shown(value) for value in row] for row in rows])


def _shown(value: Value) -> str:
    return "" if value is None else str(value)
