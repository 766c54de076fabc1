"""A sandbox begins at any turn of a match, with other dice, and holds nothing of it that must stay secret."""

from __future__ import annotations

import pytest

from sheets_gm.games.play_out import charter_of
from sheets_gm.gm.story.audience import EVERYTHING
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.sandboxes import NoSandbox, Taken, take
from sheets_gm.gm.story.turns import NoSuchTurn, turns_of
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Charter, Entry
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.match.recorder import Locked, Recorder
from tests.gm.pasts import SEED, SHORT, played, short_past

OTHER = bytes(reversed(range(32)))


def charter_in(past: Past, taken: Taken) -> Charter:
    settings = past.game.settings.model_validate(past.record.charter.settings)
    return charter_of(past.game, settings, taken.seats, OTHER).but(sandbox=taken.sandbox)


def begun(past: Past, taken: Taken) -> tuple[Charter, list[Entry]]:
    """A sandbox of two entries: its start, and a step in which nobody does anything."""
    charter = charter_in(past, taken)
    recorder = Recorder(past.game, charter, Secrets(OTHER))
    first = recorder.start()
    second = recorder.play(first.entry, first.state, Locked(orders={}))
    return charter, [first.entry, second.entry]


@pytest.mark.parametrize("name", SHORT)
def test_a_sandbox_of_any_turn_of_every_game_begins_there_and_is_proved(name: str) -> None:
    past = short_past(name)
    *_, before, turn = turns_of(past, EVERYTHING)
    taken = take(past, f"#{turn.entries[0].entry.number}")
    charter, entries = begun(past, taken)
    assert entries[0].state == before.last.state
    assert taken.sandbox.seal == before.last.seal
    checked = list(verify(past.game, charter, entries, Secrets(OTHER).hidden))
    assert [each for each in checked if isinstance(each, Fault)] == []
    assert len(checked) == 2


def test_a_turn_that_is_named_is_what_the_sandbox_plays_first() -> None:
    past = short_past("gvg")
    labels = [turn.label for turn in turns_of(past, EVERYTHING)]
    assert [take(past, label).sandbox.label for label in labels[1:]] == labels[1:]
    assert take(past, "Start").sandbox.label == labels[1]


def test_without_a_turn_it_begins_where_the_match_stands_and_of_one_that_is_over_before_its_end() -> None:
    live = short_past("gvg")
    *_, last = live.entries()
    assert take(live).sandbox.entry == last.number
    over = played("gvg", 5, {"team_size": 1, "max_turns": 2})
    *_, before, last = over.entries()
    assert over.game.result(over.codec.state(last.state)) is not None
    assert take(over).sandbox.entry == before.number


def test_another_position_than_that_of_its_charter_is_no_proof() -> None:
    past = short_past("gvg")
    charter, entries = begun(past, take(past, "Turn 3"))
    others = charter.but(sandbox=take(past, "Turn 4").sandbox)
    assert isinstance(next(iter(verify(past.game, others, entries, Secrets(OTHER).hidden))), Fault)


def test_a_sandbox_holds_no_secret_and_nobodys_account() -> None:
    past = short_past("gvg")
    seats = tuple(seat.but(account=f"{seat.id}@x") for seat in past.record.people)
    charter = past.record.charter.but(seats=seats)
    past = Past(past.game, past.record.but(charter=charter), past.entries, past.own_template)
    made, entries = begun(past, take(past, "Turn 3"))
    text = made.model_dump_json() + "".join(entry.model_dump_json() for entry in entries)
    real = Secrets(SEED)
    kept = [real.hidden.hex(), *(real.turn(number).hex() for number in range(8))]
    kept += [real.state_salt(number).hex() for number in range(8)]
    kept += [salt for entry in past.entries() for salt in entry.salts.values()]
    assert [each for each in kept if each in text] == []
    assert "@x" not in text


def test_a_turn_that_is_not_there_and_a_position_that_breaks_a_law_are_refused() -> None:
    past = short_past("gvg")
    with pytest.raises(NoSuchTurn):
        take(past, "Turn 99")
    broken = tuple(entry.but(state={"nothing": 1}) for entry in past.entries())
    with pytest.raises(NoSandbox, match="cannot play this position"):
        take(Past(past.game, past.record, lambda: broken, past.own_template), "Start")
