"""What people read of an error: a sentence, and no names of classes."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.gm.ports.store import StoreDown
from sheets_gm.kernel.errors import SetupError, UserError, plain_reason
from sheets_gm.kernel.seats import Seat


@pytest.mark.parametrize("kind", [UserError, SetupError, StoreDown, SheetsRefused])
def test_an_error_that_people_can_do_something_about_is_its_sentence(kind: type[Exception]) -> None:
    assert (
        plain_reason(kind("The spreadsheet is not shared with the sync."))
        == "The spreadsheet is not shared with the sync."
    )


def test_what_the_system_refuses_is_said_in_its_words() -> None:
    error = PermissionError(13, "Permission denied", "exports/friday.json")
    assert plain_reason(error) == "exports/friday.json: Permission denied"
    assert plain_reason(ConnectionResetError(104, "Connection reset by peer")) == "Connection reset by peer"


def test_a_value_of_the_wrong_kind_is_said_with_its_place_and_without_the_value() -> None:
    with pytest.raises(ValidationError) as refused:
        Seat.model_validate({"id": "red1", "player": ["a secret"]})
    assert plain_reason(refused.value) == "player: Input should be a valid string"


def test_a_bug_keeps_its_class_for_whoever_mends_it() -> None:
    assert plain_reason(KeyError("blue1")) == "KeyError: 'blue1'"
    assert plain_reason(OSError("no number")) == "OSError: no number"
