"""What the game master does for any game: for GvG, and for the second game of the guide, with secrets and teams."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.adapters import wiring
from sheets_gm.adapters.bot_players import Player
from sheets_gm.games.random_play import random_bot
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.record.policy import Policy, Status
from sheets_gm.gm.session import Session
from sheets_gm.kernel.integrity import Fault
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.proof import verify
from sheets_gm.sheet.tabs import FormTab
from sheets_gm.sheet.template import Template
from tests.gm import raiders
from tests.gm.table import Evening, poller_of
from tests.gm.test_two_processes import Seams

DAY = 86400.0
POINTS = ("read", "save", "claim", "append", "release", "write")


class Killed(BaseException):
    """The end of a process, which nothing catches."""


@pytest.fixture(params=["gvg", "raiders"])
def plays(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def evening_of(plays: str, **given: Any) -> Evening:
    """A sealed match, drawn once."""
    if plays == "raiders":
        given |= {"rules": raiders.rules(), "template": given.get("template", raiders.template())}
    evening = Evening(policy=Policy(every=DAY, layout="sealed", gm=("gm@table",)), **given)
    evening.tick()
    return evening


def fill_in(evening: Evening) -> None:
    """Everybody's bot fills in the open forms."""
    bot = next(iter(evening.game.bots.values()))
    for seat in evening.seats:
        Player(seat.id, bot, evening.person(seat.account or "sync@table")).play(evening.table)
    Player(GM, random_bot, evening.sync).play(evening.table)


def positions(evening: Evening) -> list[str]:
    return [entry.after for entry in evening.store.entries(evening.name)]


def undisturbed(plays: str, turns: int) -> list[str]:
    """The positions of the same match where nothing goes wrong."""
    evening = evening_of(plays)
    evening.play(turns)
    return positions(evening)


def assert_recomputes(evening: Evening) -> None:
    found = list(verify(evening.game, evening.record.charter, evening.store.entries(evening.name)))
    assert [each for each in found if isinstance(each, Fault)] == []


def test_bots_play_turns_that_recompute_and_an_idle_tick_writes_nothing(plays: str) -> None:
    evening = evening_of(plays)
    evening.play(3)
    assert evening.store.last_number(evening.name) == 3
    assert evening.tick().writes == 0
    assert_recomputes(evening)


def test_a_turn_whose_showing_fails_is_played_once(plays: str, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = evening_of(plays)
    fill_in(evening)

    def busy(*_: object) -> None:
        raise SheetsDown("the quota is used up")

    with monkeypatch.context() as patch:
        patch.setattr(evening.sync, "write", busy)
        with pytest.raises(SheetsDown):
            evening.tick()
    assert evening.tick().steps == ()
    assert evening.tick().writes == 0
    assert positions(evening) == undisturbed(plays, 1)


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_process_that_ends_at_any_point_loses_nothing_and_plays_nothing_twice(plays: str, when: str) -> None:
    evening = evening_of(plays)
    for number, point in enumerate(POINTS, start=1):
        fill_in(evening)
        owner: Any = evening.sync if point in ("read", "write") else evening.store
        call = getattr(owner, point)

        def fatal(*given: Any, call: Any = call, **named: Any) -> Any:
            if when == "after":
                call(*given, **named)
            raise Killed

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(owner, point, fatal)
            with pytest.raises(Killed):
                evening.tick()
        evening.table = evening.poller()
        evening.tick()
        assert evening.store.last_number(evening.name) == number, point
        assert evening.tick().writes == 0, point
    assert positions(evening) == undisturbed(plays, len(POINTS))


def test_two_processes_in_the_middle_of_each_others_polls_play_each_turn_once(plays: str) -> None:
    evening = evening_of(plays)
    other, inside, mended = evening.poller("other"), list[bool](), list[str]()

    def meanwhile() -> None:
        if not inside:
            inside.append(True)
            mended.extend(other.tick().mended)
            inside.clear()

    sheets: Any = Seams(evening.table.workbooks.sheets, meanwhile)
    evening.table.workbooks.sheets = sheets
    for _ in range(3):
        fill_in(evening)
        mended += evening.tick().mended
        evening.tick()
    assert mended == []
    assert positions(evening) == undisturbed(plays, 3)


def test_what_was_typed_goes_along_when_every_form_is_built_anew(plays: str) -> None:
    new = raiders.template() if plays == "raiders" else wiring.template("gvg")
    with pytest.MonkeyPatch.context() as patch:
        old = turned_round(plays, new)
        patch.setattr(wiring, "template", lambda _name: old)
        evening = evening_of(plays, template=old)
        fill_in(evening)
    session = Session(evening.game, new, evening.store, lambda: evening.now, evening.name)
    evening.template, evening.table = new, poller_of(session, evening.sync, "new")
    evening.tick()
    evening.tick()
    assert positions(evening) == undisturbed(plays, 1)


def turned_round(plays: str, new: Template) -> Template:
    """A template whose forms have their columns the other way round, behind the seat, and other titles."""
    rules = raiders.rules() if plays == "raiders" else Evening(plays=plays).game
    forms = [tab.key for tab in rules.all_tabs() if isinstance(tab, FormTab)]
    tabs = {key: new.tabs[key] for key in forms}
    turned = {
        key: tab.but(title=f"Old {tab.title}", columns=(tab.columns[0], *reversed(tab.columns[1:])))
        for key, tab in tabs.items()
    }
    return new.but(tabs={**new.tabs, **turned})


def status(evening: Evening) -> Status:
    return evening.table.session.record.status


def test_the_desk_pauses_rewinds_and_lets_a_side_concede(plays: str) -> None:
    evening = evening_of(plays)
    evening.play(2)
    evening.do("pause")
    assert status(evening) == Status.PAUSED
    evening.do("resume", row=2)
    evening.do("rewind", "#1", row=3)
    assert evening.answer(3).startswith("✓"), evening.answer(3)
    entries = [*evening.store.entries(evening.name)]
    assert (entries[-1].kind, entries[-1].state) == ("act", entries[1].state)
    fill_in(evening)
    assert len(evening.tick().steps) == 1
    evening.do("concede", "red", row=4)
    assert status(evening) == Status.OVER
    assert_recomputes(evening)
