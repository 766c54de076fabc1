"""The tabs of a match: the map with all players, each player's items, the GM's pools, and the forms."""

from __future__ import annotations

from operator import attrgetter

from sheets_gm.games.champions.data.numbers import MOST
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.position.orders import LOOTS
from sheets_gm.games.champions.tabs.how_to_play import in_lines, lines_of
from sheets_gm.games.champions.tabs.items import draw_pools, draw_stash
from sheets_gm.games.champions.tabs.picture import draw_map
from sheets_gm.games.champions.views.visible import View
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.how_to_play import page_top
from sheets_gm.sheet.rendering import fixed
from sheets_gm.sheet.tabs import Clicks, Eyes, FormTab, HistoryTab, PartDrawing, Says, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate


def _how_to_play(settings: Settings, tab_template: TabTemplate) -> Grid:
    """Draw the rules of the match with its settings."""
    lines = lines_of(settings, tab_template.word)
    return Grid((*page_top(tab_template), *(tuple(fixed(*in_lines(each)) for each in line) for line in lines)))


draw_how_to_play = PartDrawing(attrgetter("settings"), _how_to_play)
"""Draws the rules of a match with its settings."""


def tally(view: View) -> Tally:
    """Return the total health of each player's Champions after each round."""
    values = {person.seat: sum(person.champions.values()) for person in view.people}
    return Tally(view.round if view.result else view.round - 1, values)


STYLES = (
    "map.edge", "tile.corner", "tile.corner.head", "tile.corner.own", "tile.edge", "tile.edge.head",
    "tile.edge.own", "tile.centre", "tile.centre.head", "tile.centre.own", "panel", "panel.count",
    "panel.result", "panel.room", "panel.fight", "legend", "person", "person.own", "person.out", "person.at",
    "health.good", "health.hurt", "health.low", "health.dead", "tier.common", "tier.uncommon", "tier.rare",
    "tier.legendary", "found", "does", "table", "rule", "rule.head",
)  # fmt: skip
"""The styles of the template with which the tabs of this game are drawn."""


TABS = (
    ViewTab("map", draw_map, styles=STYLES, board=True),
    ViewTab("here", draw_map, Eyes.OWN, board=True, behind=("map",)),
    ViewTab("stash", draw_stash, Eyes.OWN),
    FormTab(
        "movement",
        "movement",
        ("move_to",),
        ("at", "kind"),
        Eyes.OWN,
        clicks=Clicks("at", ("move_to",)),
        says=Says(
            ("{player}, where to?", "Tap a lit tile, or stay at {at}."),
            ("Go to {move_to}",),
            ("{move_to}",),
            ("Move",),
            stay="Stay",
        ),
    ),
    FormTab(
        "looting",
        "looting",
        LOOTS,
        ("at", "kind"),
        Eyes.OWN,
        says=Says(
            tells=("Loot {at}: {loot_1:Any=anything|*=$}", *(f"{{{loot}:Any=|*=, $}}" for loot in LOOTS[1:])),
            send=("Loot",),
        ),
    ),
    FormTab(
        "equipment",
        "equipment",
        ("item_1", "item_2", "armor"),
        ("health",),
        Eyes.OWN,
        says=Says(
            ("What does your {seat} wear?",),
            ("Your {seat} wears", "{item_1}", ", {item_2}", ", {armor}"),
            ("{item_1}", "{item_2}", "{armor}"),
            ("Equip",),
            stay="Equip",
            pieces="Champions wear something",
        ),
    ),
    FormTab(
        "battle",
        "battle",
        ("champion", "action", "prefer", "target", "item"),
        ("against", "own", "turn", "rival"),
        Eyes.OWN,
        says=Says(
            tells=(
                "Against {^against}, turn {turn}: your {champion}",
                "{action:=}{champion:Healer=heals|*=attacks}",  # CBR-R25
                "{action:Attack=attacks|Heal=heals|Support=supports|Evade=evades}",
                "{target}",
                "{prefer}",
                "with {item}",
            ),
            send=("Fight",),
        ),
    ),
    FormTab(
        "ask",
        "ask",
        ("tile", "champion", "opponent", "against", "item"),
        ("partner", "beside", "deals", "takes"),
        Eyes.OWN,
        ask=True,
    ),
    HistoryTab("history", tally, tuple(f"p{number}" for number in range(1, MOST + 1))),
    ViewTab("pools", draw_pools, Eyes.GM),
    ViewTab("rules", draw_how_to_play),
)
