"""The tabs of a match: the board as a picture, the teams, the forms and the history."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter

from sheets_gm.games.gvg.data.settings import Settings
from sheets_gm.games.gvg.data.words import TEAMS
from sheets_gm.games.gvg.position.orders import SKILL_FIELDS
from sheets_gm.games.gvg.tabs.how_to_play import Line, numbers, sections
from sheets_gm.games.gvg.tabs.picture import draw_board
from sheets_gm.games.gvg.tabs.teams import draw_teams
from sheets_gm.games.gvg.views.visible import View
from sheets_gm.sheet.grid import Cell, Grid, Row
from sheets_gm.sheet.how_to_play import filled, page_top
from sheets_gm.sheet.tabs import Clicks, Eyes, FormTab, HistoryTab, PartDrawing, Says, Tab, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate


def _how_to_play(settings: Settings, tab_template: TabTemplate) -> Grid:
    """Draw the rules of this match: the template's words, chosen by the settings and completed with their numbers."""
    values = numbers(settings)
    rows: list[Row] = [*page_top(tab_template)]
    for section in sections(settings):
        if section.heading not in tab_template.words:
            continue  # a template that is older than a section or a sentence has none
        rows += [(), (Cell(tab_template.word(section.heading), "rule.head"),)]
        said = (line for line in section.lines if line.plain or line.text in tab_template.words)
        rows += [_rule(line, tab_template, values) for line in said]
    return Grid(tuple(rows))


draw_how_to_play = PartDrawing(attrgetter("match.settings"), _how_to_play)
"""Draws the rules of a match with its settings."""


def _rule(line: Line, tab_template: TabTemplate, values: Mapping[str, str]) -> Row:
    text = line.text if line.plain else filled(tab_template.word(line.text), values)
    return (Cell(line.name, "rule.name"), Cell(line.value, "rule.value"), Cell(text, "rule"))


def tally(view: View) -> Tally:
    """Return each team's coins, and the remaining HP of its Bulwarks and its Fish, after each turn."""
    match = view.match
    values: dict[str, int] = {}
    for team in TEAMS:
        values[f"{team}_coins"] = match.teams[team].coins
        values[f"{team}_hearts"] = match.fish[team] + match.bulwark_hp(team)
    return Tally(match.turn if match.result else match.turn - 1, values)


STYLES = (
    "board.edge", "board.wall", "board", "board.courtyard", "board.lane", "board.stair", "board.jungle",
    "board.courtyard.name", "board.lane.name", "board.stair.name", "board.jungle.name", "board.ruin",
    "board.blue", "board.red", "board.held.blue", "board.held.red", "board.both", "board.base.blue",
    "board.base.red", "team.blue", "team.red", "panel", "panel.score", "panel.result", "legend",
    "skill.ready", "skill.in", "rule", "rule.head",
)  # fmt: skip
"""The styles of the template with which the tabs of this game are drawn."""


_ACTS = "{action:FIGHT=and fight|HOLD=and hold|BUFF=and buff|REVIVE=and revive|PICKUP=and pick up the Tree}"

_BEFORE_DUEL = (
    ViewTab("board", draw_board, styles=STYLES, board=True),
    FormTab(
        "orders",
        "orders",
        ("move_to", "mode", "action"),
        ("role", "at", "roll", "status"),
        clicks=Clicks("at", ("move_to",)),
        says=Says(
            ("{player}, where to?", "{roll:1=1 step|*=$ steps} from {at}.", "Tap a lit tile."),
            ("{player},", "{move_to:=stay at} {at}", "{mode:FLY=fly|*=go} {move_to:*=to $}", _ACTS),
            ("{move_to}", _ACTS),
            stay="Stay",
        ),
    ),
    FormTab("odds", "odds", ("tile", "against"), ("win", "lose"), Eyes.OWN, ask=True),
    # a template may have fewer columns for skills: its captains then use fewer in a turn
    FormTab(
        "commands",
        "commands",
        SKILL_FIELDS[:3],
        (*SKILL_FIELDS[3:], "team", "coins", "charges", "cooldowns"),
        says=Says(
            ("{player}, buy a skill?", "{coins:1=1 coin.|*=$ coins.}"),
            ("Buy {skill_1}", *(f"and {{{skill}}}" for skill in SKILL_FIELDS[1:])),
            tuple(f"{{{skill}}}" for skill in SKILL_FIELDS),
            ("Buy",),
            stay="No skill",
            offers="skill_1",
        ),
        behind=("orders",),
    ),
)
_DUEL = FormTab("archery", "archery", ("blue", "red", "winner"), ("score",))
_AFTER_DUEL = (
    ViewTab("teams", draw_teams),
    HistoryTab("history", tally, tuple(f"{team}_{what}" for what in ("coins", "hearts") for team in TEAMS)),
    ViewTab("rules", draw_how_to_play),
)


def tabs(settings: Settings) -> tuple[Tab, ...]:
    """Return the tabs of a match. There is a tab for the duel only if the GM types its distances."""
    return (*_BEFORE_DUEL, *((_DUEL,) if settings.archery == "manual" else ()), *_AFTER_DUEL)
