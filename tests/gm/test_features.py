"""The features of the desk: each action belongs to one, and what all of them promise is kept."""

from __future__ import annotations

from typing import get_args

import pytest

from sheets_gm.gm.desk.features.effects import EFFECTS, FEATURES, GM_ACTIONS, SEAT_ACTIONS, after
from sheets_gm.gm.desk.features.feature import Feature
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import Action, AnyAction, Concede, Rewind, TellTeam
from sheets_gm.kernel.match.journal import Charter
from sheets_gm.kernel.seats import Seat

ACTIONS: tuple[type[Action], ...] = get_args(get_args(AnyAction)[0])


def test_every_action_belongs_to_exactly_one_feature() -> None:
    of_features = [kind for feature in FEATURES for kind in feature.effects]
    assert sorted(of_features, key=str) == sorted((*ACTIONS, TellTeam), key=str)  # no entry has that one
    assert set(EFFECTS) == {*ACTIONS, TellTeam}


def test_no_two_features_have_a_row_of_the_same_name() -> None:
    assert len(GM_ACTIONS) == sum(len(feature.desk) for feature in FEATURES)
    assert len(SEAT_ACTIONS) == sum(len(feature.seat) for feature in FEATURES)


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: next(iter(feature.effects)).__name__)
def test_a_feature_names_only_what_there_is(feature: Feature) -> None:
    assert {*feature.personal, *feature.of_a_step} <= Record.model_fields.keys()
    assert {*feature.when_over, *feature.by_program, *feature.repairs} <= feature.effects.keys()
    assert {action.undo for action in feature.desk.values()} - {""} <= GM_ACTIONS.keys()
    assert {action.about for action in feature.desk.values()} <= {"", "person", "side", "turn", "change"}


def test_a_rewind_gives_back_a_side_that_conceded_also_to_a_later_rewind() -> None:
    seats = tuple(Seat(id=each, player=each.capitalize(), team=each) for each in ("ana", "ben", "cleo"))
    charter = Charter(match="m", title="M", game="any", rules="any-1", settings={}, seats=seats, top="", hidden_lock="")
    record = after(Record(charter=charter, seed=""), Concede(team="ana"), 5, 0.0)
    assert record.conceded == ("ana",)
    record = after(record, Rewind(to=3, why="Ana stays"), 6, 0.0)
    assert record.conceded == ()
    record = after(record, Concede(team="ben"), 8, 0.0)
    record = after(record, Rewind(to=7, why="Ben stays too"), 9, 0.0)
    assert record.conceded == ()
    assert after(record, Rewind(to=5, why="Ana left after all"), 10, 0.0).conceded == ("ana",)
