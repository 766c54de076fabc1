"""A match whose tabs follow from its settings: built, drawn, rebuilt and exported with a tab for each plane."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sheets_gm.adapters.doctor import matches
from sheets_gm.adapters.export import past as export_past
from sheets_gm.adapters.export.past import past_in_store
from sheets_gm.adapters.installation import templates
from sheets_gm.games.gvg import GAME as GVG
from sheets_gm.gm.story.audience import EVERYTHING
from sheets_gm.gm.story.boards import boards_after
from sheets_gm.gm.story.turns import last_turn
from tests.gm.legion import GAME, TEMPLATE_TEXT, campaign, template
from tests.gm.table import Evening


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A match on three planes, of a game that is not installed."""
    monkeypatch.setattr(templates, "template", lambda _name: template())
    monkeypatch.setattr(export_past, "find", lambda _name: GAME)
    monkeypatch.setattr(matches, "find", lambda _name: GAME)
    return campaign(planes=3, on="google")


def test_each_plane_has_a_tab(evening: Evening) -> None:
    evening.tick()
    assert [evening.values(f"plane.{at}", "public")[0][0] for at in (1, 2, 3)] == [
        f"Plane No. {at}" for at in (1, 2, 3)
    ]
    assert [key for key in campaign(planes=1).record.workbooks[0].tabs if "plane" in key] == ["plane.1"]


def test_a_tick_after_that_writes_nothing(evening: Evening) -> None:
    evening.tick()
    assert evening.tick().writes == 0


def test_a_changed_table_rebuilds_every_tab_that_shares_it(evening: Evening) -> None:
    evening.tick()
    evening.template = template(TEMPLATE_TEXT.replace("Plane {}", "World {}"))
    evening.table = evening.poller()
    evening.tick()
    assert evening.values("plane.3", "public")[0][0] == "World No. 3"


def test_the_export_has_every_plane(evening: Evening) -> None:
    evening.tick()
    past = past_in_store(evening.store, evening.name)
    titles = [board.tab_template.title for board in boards_after(past, EVERYTHING, last_turn(past, EVERYTHING))]
    assert [title for title in titles if "Plane" in title] == [f"Plane No. {at}" for at in (1, 2, 3)]


def test_the_doctor_knows_every_tab_by_its_title(evening: Evening) -> None:
    evening.tick()
    looked = matches._sheets(evening.store, evening.store.record(evening.name), evening.sync)
    found = [each for each in looked if "tabs" in each.subject]
    assert [each.message for each in found] == [f"all {len(book.tabs)} exist" for book in evening.record.workbooks]


def test_a_tab_that_an_older_version_built_for_nothing_goes() -> None:
    settings = {"archery": "off", "team_size": 1}
    evening = Evening(
        on="google", settings=settings, rules=replace(GVG, tabs=GVG.tabs_for({})), template=templates.template("gvg")
    )
    evening.tick()
    assert "archery" in evening.record.workbooks[0].tabs
    evening.game = GVG
    evening.table = evening.poller("a newer version")
    evening.tick()
    assert "archery" not in evening.table.session.record.workbooks[0].tabs
    assert evening.tick().writes == 0


def test_no_override_opens_a_form_that_has_no_tab() -> None:
    evening = Evening(on="google", settings={"archery": "off", "team_size": 1})
    evening.tick()
    evening.do("override", "duel_open", True)
    assert "would open the form “archery”, which has no tab in this match" in evening.answer()
