"""A value that cannot be taken is refused in plain words, which say what would do."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import Field, ValidationError, field_validator

from sheets_gm.kernel.model import Model
from sheets_gm.kernel.validation_messages import in_plain_words, place


class Rules(Model):
    turns: int = Field(20, ge=1, le=99)
    share: float = 0.5
    exact: Literal[True] = True
    mode: Literal["open", "blind"] = "open"
    names: tuple[str, ...] = ()

    @field_validator("names")
    @classmethod
    def _known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        if "Nobody" in names:
            raise ValueError("Nobody is no name")
        return names


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("turns", "many", "turns: “many” is not a whole number: write one like 12"),
        ("turns", "m" * 40, f"turns: “{'m' * 40}” is not a whole number: write one like 12"),
        ("turns", "m" * 41, f"turns: “{'m' * 39}…” is not a whole number: write one like 12"),
        ("turns", 0, "turns: 0 is too small: write 1 or more"),
        ("turns", 100, "turns: 100 is too large: write 99 or less"),
        ("share", "half", "share: “half” is not a number: write one like 2.5"),
        ("exact", False, "exact: it cannot be “false”: write true"),
        ("mode", "shut", "mode: it cannot be “shut”: write open or blind"),
        ("names", 3, "names: “3” is not a list: write it like [1, 2]"),
        ("names", ["Nobody"], "names: Nobody is no name"),
        ("tuns", 3, "tuns: there is no such name: check the spelling or remove it"),
    ],
)
def test_what_is_wrong_with_a_value_is_said_in_plain_words(key: str, value: Any, message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Rules.model_validate({key: value})
    (fault,) = caught.value.errors()
    assert f"{place(fault, 'rules')}: {in_plain_words(fault)}" == message
