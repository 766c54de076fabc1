"""Tabs that share a table of the template, and tabs that follow from the settings of a match."""

from __future__ import annotations

from typing import Literal

import pytest

from sheets_gm.games import files
from sheets_gm.games.contract import GameSettings
from sheets_gm.games.variants import variants
from sheets_gm.gm.workbooks.layout import COLUMNS
from sheets_gm.sheet.checking import columns_of, load
from sheets_gm.sheet.rendering import draw_rules
from sheets_gm.sheet.tabs import FormTab, ViewTab, template_for_tabs
from sheets_gm.sheet.template import BadTemplate, TabTemplate, Template, parse, read
from tests.gm.legion import GAME, TEMPLATE_TEXT, Settings, template


def titles(text: str, planes: int = 2) -> list[str]:
    tabs = GAME.tabs_for(Settings(planes=planes))
    return [template_for_tabs(template(text), tabs).tabs[tab.key].title for tab in tabs][:planes]


def test_the_tabs_of_a_match_follow_from_its_settings() -> None:
    assert [tab.key for tab in GAME.tabs_for(Settings(planes=3))][:3] == ["plane.1", "plane.2", "plane.3"]
    assert [tab.key for tab in GAME.tabs_for({"planes": 1})] == ["plane.1", "legion", "scout", "plan"]
    assert len({tab.key for tab in GAME.all_tabs()}) == 6


def test_tabs_that_share_a_table_have_titles_of_their_own() -> None:
    assert titles(TEMPLATE_TEXT) == ["Plane No. 1", "Plane No. 2"]
    assert titles(TEMPLATE_TEXT.replace("Plane {}", "Plane"), 3) == ["No. 1", "No. 2", "No. 3"]


def test_a_template_may_have_a_table_for_one_of_them() -> None:
    assert titles(TEMPLATE_TEXT + '[tabs."plane.2"]\ntitle = "The abyss"\n') == ["Plane No. 1", "The abyss"]


def test_a_shared_table_that_is_missing_is_named_once() -> None:
    with pytest.raises(BadTemplate) as refused:
        template(TEMPLATE_TEXT.replace("[tabs.plane]", "[tabs.plain]"))
    line = 1 + TEMPLATE_TEXT.splitlines().index("[tabs.plane]")
    assert str(refused.value) == (
        f"legion.toml: line {line}: tabs.plain: the game has no such tab. Did you mean “plane”?"
    )


def test_a_table_of_a_tab_that_no_settings_ask_for_is_refused() -> None:
    with pytest.raises(BadTemplate, match=r"tabs\.plane\.4: the game has no such tab\. Did you mean “plane\.\d”\?"):
        template(TEMPLATE_TEXT + '[tabs."plane.4"]\ntitle = "Nowhere"\n')


def test_every_tab_is_held_against_the_table_that_it_shares() -> None:
    """The second tab wants a column of which the first knows nothing."""
    text = '[tabs.army]\ntitle = "Army"\ncolumns = [{ field = "seat", heading = "Seat" }]\n'
    tabs = (
        ViewTab("a", draw_rules, columns=("seat", "x"), template="army"),
        FormTab("b", "b", ("y",), template="army"),
    )
    with pytest.raises(BadTemplate) as refused:
        load(read('title = "T"\n' + text, "own.toml"), read(files.read("common", "workbook.toml"), "common.toml"),
             [columns_of(tab) for tab in tabs], COLUMNS)  # fmt: skip
    assert [each.partition(": there is ")[2] for each in str(refused.value).splitlines()] == [
        f"no column of “{name}”" for name in ("ready", "receipt", "y")
    ]


def test_a_tab_whose_table_is_nowhere_is_refused_by_name() -> None:
    with pytest.raises(BadTemplate, match=r"no table \[tabs\.army\]"):
        template_for_tabs(
            Template(title="T", tabs={"x": TabTemplate(title="X")}), (ViewTab("a", draw_rules, template="army"),)
        )


class Many(GameSettings):
    """Settings of every kind."""

    flag: bool = False
    """A switch."""
    word: Literal["a", "b"] = "a"
    """A word."""
    few: int = 2
    """A number without bounds."""
    planes: tuple[Literal["x", "y"], ...] = ("x",)
    """Planes."""


def test_settings_vary_in_one_value_at_a_time() -> None:
    assert [each.planes for each in variants(Settings) if isinstance(each, Settings)] == [2, 1, 3]
    changed = [each.model_dump(exclude_defaults=True) for each in variants(Many)]
    assert changed == [{}, {"flag": True}, {"word": "b"}, {"planes": ("y",)}, {"planes": ("x", "y")}]


def test_a_template_of_the_game_alone_is_one() -> None:
    assert parse(TEMPLATE_TEXT).tabs.keys() == {"plane", "legion", "scout", "plan"}
