"""Column letters go on after Z, and can be read back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.kernel.letters import letters, number_of


def test_letters_go_on_after_z() -> None:
    assert [letters(number) for number in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


@given(st.integers(0, 18276))
def test_columns_are_named_in_their_order(column: int) -> None:
    name, after = letters(column), letters(column + 1)
    assert (len(name), name) < (len(after), after)


@given(st.integers(0, 10**6))
def test_letters_are_read_back_as_their_number(number: int) -> None:
    assert number_of(letters(number)) == number
