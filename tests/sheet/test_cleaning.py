"""Cleaning: it never raises, and takes every spelling that a person would think the same."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.forms import Field, Kind, Typed
from sheets_gm.sheet.cleaning import ERRORS, SHORT, Unreadable, clean, is_blank, is_empty, nearest, shortened, spelled
from tests.sheet.table import ANYTHING

CHOICE = Field("move", choices=("A1", "B 2", "Straße", "TRUE", "7"), known=("D4",))
WHOLE = Field("steps", Kind.WHOLE, low=-3, high=9)
NUMBER = Field("share", Kind.NUMBER)
TEXT = Field("words", Kind.TEXT, most=20)
FLAG = Field("ready", Kind.FLAG)
FIELDS = (CHOICE, Field("none"), WHOLE, Field("any", Kind.WHOLE), NUMBER, TEXT, FLAG)


def refusal(field: Field, typed: Typed) -> Unreadable:
    made = clean(field, typed)
    assert isinstance(made, Unreadable)
    return made


def allowed(field: Field) -> Any:
    return {
        Kind.CHOICE: lambda value: value in (*field.choices, *field.known),
        Kind.WHOLE: lambda value: type(value) is int and within(field, value),
        Kind.NUMBER: lambda value: type(value) is float and within(field, value),
        Kind.TEXT: lambda value: isinstance(value, str) and 0 < len(value) <= field.most,
        Kind.FLAG: lambda value: isinstance(value, bool),
    }[field.kind]


def within(field: Field, value: float) -> bool:
    return (field.low is None or field.low <= value) and (field.high is None or value <= field.high)


@given(st.sampled_from(FIELDS), ANYTHING)
def test_whatever_is_typed_is_a_value_of_its_field_or_nothing_or_unread(field: Field, typed: Typed) -> None:
    made = clean(field, typed)
    assert made is None or isinstance(made, Unreadable) or allowed(field)(made)
    assert (made is None) == is_blank(typed)


@given(st.sampled_from(FIELDS), ANYTHING)
def test_what_is_offered_instead_is_itself_read(field: Field, typed: Typed) -> None:
    made = clean(field, typed)
    if isinstance(made, Unreadable) and made.instead is not None:
        assert not isinstance(clean(field, made.instead), Unreadable)


@given(st.sampled_from(FIELDS), ANYTHING)
def test_what_was_understood_means_the_same_when_it_is_typed(field: Field, typed: Typed) -> None:
    made = clean(field, typed)
    if made is not None and not isinstance(made, Unreadable):
        assert clean(field, made) == made
        assert type(clean(field, made)) is type(made)


@pytest.mark.parametrize("error", sorted(ERRORS))
@pytest.mark.parametrize("field", FIELDS)
def test_a_cell_that_shows_an_error_is_never_read(error: str, field: Field) -> None:
    assert error in refusal(field, error).text
    assert refusal(field, f" {error} ") == refusal(field, error)


@pytest.mark.parametrize("nothing", [None, "", " ", "\n\t", "\u00a0", "\u200b", "\ufeff \u2060"])
@pytest.mark.parametrize("field", FIELDS)
def test_what_nobody_sees_is_nothing(nothing: Typed, field: Field) -> None:
    assert is_blank(nothing)
    assert clean(field, nothing) is None


def test_a_zero_is_something_and_an_unticked_box_nothing() -> None:
    assert [is_empty(typed) for typed in (None, "", False, 0, 0.0, True, " ")] == [True] * 3 + [False] * 4


@pytest.mark.parametrize("typed", [0, False, 0.0, ".", "-"])
def test_what_somebody_typed_is_something(typed: Typed) -> None:
    assert not is_blank(typed)


# -- choices -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a1", "A1"),
        ("  A1 ", "A1"),
        ("Ａ１", "A1"),
        ("A\u200b1", "A1"),
        ("b  2", "B 2"),
        ("B\u00a02", "B 2"),
        ("B\u202f2", "B 2"),
        ("B\u20282", "B 2"),
        ("A\u00ad1", "A1"),
        ("STRASSE", "Straße"),
        (True, "TRUE"),
        (7, "7"),
        (7.0, "7"),
        ("d4", "D4"),
    ],
)
def test_a_choice_is_taken_in_every_spelling_that_looks_the_same(typed: Typed, meant: str) -> None:
    assert clean(CHOICE, typed) == meant


WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=8)


@given(WORDS, st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]), st.sampled_from(["", " ", "\u200b", "\ufeff"]))
def test_how_its_letters_are_composed_or_what_is_unseen_around_them_changes_no_choice(
    word: str, composed: Any, unseen: str
) -> None:
    field = Field("word", choices=(word,))
    assert clean(field, unseen + unicodedata.normalize(composed, word) + unseen) == word
    assert clean(field, word.casefold()) == word


@example("‴")
@given(st.text())
def test_what_is_plain_stays_so(text: str) -> None:
    assert plain(plain(text)) == plain(text)


def test_blanks_within_a_choice_are_not_meant_where_no_other_is_spelled_so() -> None:
    field = Field("x", choices=("C1", "b1 Spear man", "A B", "AB", "D 1 1", "D 11"), known=("E5",))
    assert [clean(field, typed) for typed in ("c 1", "B1SpearMan", "e 5", "ab", "a b")] == [
        "C1", "b1 Spear man", "E5", "AB", "A B",
    ]  # fmt: skip
    assert isinstance(clean(field, "D11"), Unreadable)


def test_the_first_word_of_a_choice_is_enough_where_no_other_begins_with_it() -> None:
    units = Field("unit", choices=("b1 Elvish Captain", "b2 Elvish Fighter"), known=("r1 Orc", "Elvish Lord"))
    assert clean(units, " B1 ") == "b1 Elvish Captain"
    assert clean(units, "r1") == "r1 Orc"
    assert refusal(units, "b").instead == "b1 Elvish Captain"
    assert refusal(units, "Captain").text.startswith("There is no “Captain” here")
    assert clean(units, "elvish fighter") == "b2 Elvish Fighter"
    assert clean(units, "Orc") == "r1 Orc"
    twins = Field("unit", choices=("b2 Spearman",), known=("b3 Spearman",))
    assert refusal(twins, "spearman").text == "There are 2 of “spearman”: write b2 Spearman or b3 Spearman"
    skills = Field("skill", choices=("Speed Boost",), known=("Speed Trap",))
    assert refusal(skills, "speed").instead == "Speed Boost"


@pytest.mark.parametrize("typed", ["🐎 R2 Boar Rider", "⚜ R2 boar rider", "⚔\ufe0f★ R2 Boar Rider"])
def test_a_choice_that_is_copied_from_a_list_with_its_sign_is_that_choice(typed: str) -> None:
    assert clean(Field("unit", choices=("R2 Boar Rider", "R3 Boar Rider")), typed) == "R2 Boar Rider"


def test_a_yes_or_a_no_is_no_first_word_of_a_choice() -> None:
    assert refusal(Field("again", choices=("never", "no hit", "to kill")), "no").instead in ("never", "no hit")


def test_of_choices_that_are_spelled_the_same_the_first_is_meant() -> None:
    assert clean(Field("x", choices=("Ana", "ANA"), known=("ana",)), "ana") == "Ana"
    assert clean(Field("x", choices=("Ben",), known=("Ana", "ANA")), "ana") == "Ana"


def test_a_choice_that_is_none_is_answered_with_the_nearest() -> None:
    field = Field("skill", choices=("Archery", "Fireball", "Heal"))
    assert refusal(field, "fierball") == Unreadable("There is no “fierball” here", "Fireball")
    many = Field("tile", choices=("A1", "A2", "A3", "B1", "B2", "B3", "B4"))
    assert refusal(many, "B5") == Unreadable("There is no “B5” here", "B4")
    assert refusal(field, "HEALS").instead == "Heal"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("rocck", "Rock"),
        ("ROKC", "Rock"),
        ("pa", "Paper"),
        ("Paper!", "Paper"),
        ("rock please", "Rock"),
        ("scisors", "Scissors"),
        ("lizard", None),
        ("rope walk", None),
        ("spock", None),
        ("zzz", None),
    ],
)
def test_only_a_choice_that_is_close_is_suggested(typed: str, meant: str | None) -> None:
    assert nearest(typed, ("Rock", "Paper", "Scissors")) == meant


def test_where_no_choice_is_close_a_few_are_listed_and_many_are_left_to_the_list() -> None:
    few = Field("hand", choices=("Rock", "Paper", "Scissors"))
    assert refusal(few, "lizard") == Unreadable("There is no “lizard” here: choose Rock, Paper or Scissors")
    assert refusal(Field("tile", choices=("A1",)), "B5") == Unreadable("There is no “B5” here: choose A1")
    many = Field("tile", choices=tuple(f"A{row}" for row in range(1, 8)))
    assert refusal(many, "Z99") == Unreadable("There is no “Z99” here: choose from the list in the cell")


def test_where_there_is_nothing_to_choose_a_cell_is_to_be_left_empty() -> None:
    assert "leave the cell empty" in refusal(Field("none"), "A1").text
    assert refusal(Field("none"), "A1").instead is None
    assert clean(Field("none", known=("A1",)), "a1") == "A1"


@given(st.lists(WORDS, min_size=1, max_size=5, unique_by=plain), st.data())
def test_the_nearest_choice_to_a_choice_is_itself(choices: list[str], data: st.DataObject) -> None:
    choice = data.draw(st.sampled_from(choices))
    assert nearest(choice.upper() if choice.isascii() else choice, choices) == choice


def test_a_whole_page_pasted_into_a_cell_is_answered_in_a_line() -> None:
    made = refusal(CHOICE, "A1 or so\n" * 10_000)
    assert len(made.text) < 100
    assert "\n" not in made.text


# -- numbers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed", [3, 3.0, "3", " 3 ", "+3", "3.0", "3,0", "３", "٣", "\u200b3", "3\ufeff", "03", "#3", "# 3"]
)
def test_a_whole_number_is_taken_in_every_spelling(typed: Typed) -> None:
    made = clean(WHOLE, typed)
    assert made == 3
    assert type(made) is int


@pytest.mark.parametrize("typed", [-3, -3.0, "-3", "- 3", "−3"])
def test_a_minus_is_one_however_it_is_written(typed: Typed) -> None:
    assert clean(WHOLE, typed) == -3


@pytest.mark.parametrize(("typed", "value"), [("2.5", 2.5), ("2,5", 2.5), ("-0,25", -0.25), (2.5, 2.5), (2, 2.0)])
def test_a_number_may_have_a_point_or_a_comma(typed: Typed, value: float) -> None:
    assert clean(NUMBER, typed) == value


@pytest.mark.parametrize("typed", ["three", "3 steps", "1.2.3", ".", "1e3", "0x3", "--3", "9" * 41, True, "nan", "inf"])
@pytest.mark.parametrize("field", [WHOLE, NUMBER])
def test_what_is_no_number_is_reported_as_that(typed: Typed, field: Field) -> None:
    assert refusal(field, typed) == Unreadable(f"“{shortened(typed)}” is not a number", "0")


@pytest.mark.parametrize("typed", [float("nan"), float("inf"), -float("inf"), 10**400, -(10**400)])
@pytest.mark.parametrize("field", [WHOLE, NUMBER])
def test_what_has_no_end_is_no_number(typed: float, field: Field) -> None:
    assert "is not a number" in refusal(field, typed).text


def test_a_part_of_a_whole_number_is_answered_with_the_nearest_whole_one() -> None:
    assert refusal(WHOLE, 2.6) == Unreadable("“2.6” is not a whole number", "3")
    assert refusal(WHOLE, "2,4").instead == "2"


@pytest.mark.parametrize(
    ("field", "typed", "message", "instead"),
    [
        (NUMBER, "1,000", "write 1000 or 1", "1000"),
        (NUMBER, " -2,500 ", "write -2500 or -2.5", "-2500"),
        (NUMBER, "１２,３４５", "write 12345 or 12.345", "12345"),
        (NUMBER, "١,٠٠٠", "write 1000 or 1", "1000"),
        (Field("any", Kind.WHOLE), "1,250", "write 1250", "1250"),
        (WHOLE, "1,000", "write 1", "1"),
        (WHOLE, "1,250", "write 1250 or 1.25", "0"),
        (Field("any", Kind.WHOLE), "1.000", "write 1000 or 1", "1000"),
        (Field("any", Kind.WHOLE), "–1.250", "write -1250", "-1250"),
    ],
)
def test_a_comma_before_three_digits_is_answered_with_both_that_it_may_mean(
    field: Field, typed: str, message: str, instead: str
) -> None:
    made = refusal(field, typed)
    assert made.text.endswith(f"can be read in two ways: {message}")
    assert made.instead == instead


@pytest.mark.parametrize(
    ("typed", "value"),
    [("0,125", 0.125), ("1,00", 1.0), ("1,0000", 1.0), ("1234,567", 1234.567), ("1.000", 1.0), ("1 000", 1000.0)],
)
def test_a_comma_that_parts_no_thousands_is_a_point(typed: str, value: float) -> None:
    assert clean(NUMBER, typed) == value


def test_a_bound_may_itself_be_typed_and_nothing_beyond_it() -> None:
    assert [clean(WHOLE, number) for number in (-3, 9)] == [-3, 9]
    assert refusal(WHOLE, -4) == Unreadable("-4 is too low", "-3")
    assert refusal(WHOLE, "10") == Unreadable("10 is too high", "9")
    assert clean(Field("share", Kind.NUMBER, low=0.5), 0.5) == 0.5
    assert refusal(Field("share", Kind.NUMBER, low=0.5), 0.25).instead == "0.5"


@pytest.mark.parametrize(("low", "high", "message"), [(None, None, "0"), (2, None, "2"), (None, -2, "-2"), (3, 5, "3")])
def test_instead_of_no_number_the_legal_one_nearest_to_nothing_is_offered(
    low: float | None, high: float | None, message: str
) -> None:
    assert refusal(Field("n", Kind.WHOLE, low=low, high=high), "x").instead == message


# -- texts and ticks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "text"), [(" hold ", "hold"), (7.0, "7"), (2.5, "2.5"), (True, "TRUE"), (0, "0")])
def test_a_text_is_what_a_person_sees_there(typed: Typed, text: str) -> None:
    assert clean(TEXT, typed) == text


def test_a_text_may_be_as_long_as_its_field_allows() -> None:
    assert clean(TEXT, "x" * 20) == "x" * 20
    assert refusal(TEXT, "x" * 21).text == "This has 21 characters, and the limit is 20"


@pytest.mark.parametrize("typed", [True, "TRUE", "yes", " Y", "X", "✓", "✔", "☑", 1, 1.0, "ok", "Ready"])
def test_a_tick_is_one_however_it_is_set(typed: Typed) -> None:
    assert clean(FLAG, typed) is True


@pytest.mark.parametrize("typed", [False, "false", "No", "n", 0, 0.0, "-", "☐"])
def test_an_empty_box_is_one_however_it_is_emptied(typed: Typed) -> None:
    assert clean(FLAG, typed) is False


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("WAHR", "FALSCH"),
        ("vrai", "faux"),
        ("Verdadero", "Falso"),
        ("VERO", "FALSO"),
        ("VERDADEIRO", "FALSO"),
        ("WAAR", "ONWAAR"),
        ("PRAWDA", "fałsz"),
        ("SANT", "FALSKT"),
        ("истина", "ложь"),
    ],
)
def test_a_tick_is_one_in_the_language_of_the_spreadsheet(true: str, false: str) -> None:
    assert (clean(FLAG, true), clean(FLAG, false)) == (True, False)


@pytest.mark.parametrize("typed", [2, "maybe", "?", -1, 0.5])
def test_what_is_neither_ticked_nor_empty_is_reported(typed: Typed) -> None:
    assert refusal(FLAG, typed) == Unreadable(f"“{typed}” is not a tick: tick the box or leave it empty", "TRUE")


# -- as it is quoted ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "text"),
    [(None, ""), (True, "TRUE"), (False, "FALSE"), (7.0, "7"), (7, "7"), (-0.5, "-0.5"), ("7.0", "7.0")],
)
def test_a_value_is_spelled_as_the_cell_shows_it(typed: Typed, text: str) -> None:
    assert spelled(typed) == text


@given(ANYTHING)
def test_what_is_quoted_of_a_cell_is_one_short_line(typed: Typed) -> None:
    shown = shortened(typed)
    assert len(shown) <= SHORT
    assert shown == " ".join(shown.split())
    assert len(" ".join(spelled(typed).split())) > SHORT or "…" not in shown or "…" in spelled(typed)


def test_only_what_is_too_long_is_cut_off() -> None:
    assert shortened("x" * SHORT) == "x" * SHORT
    assert shortened("x" * (SHORT + 1)) == "x" * (SHORT - 1) + "…"


@pytest.mark.parametrize(
    ("typed", "text", "instead"),
    [
        ("Surrender?", "Write “Surrender” without “?”", "Surrender"),
        ("End turn !", "Write “End turn” without “ !”", "End turn"),
        ("D3 D4", "There is room for one choice here, not for 2: write D3 or D4", "D3"),
        ("D3, D4", "There is room for one choice here, not for 2: write D3 or D4", "D3"),
        ("D3 D4 D3 D4", "There is room for one choice here, not for 4: write one of them", "D3"),
    ],
)
def test_what_is_almost_one_choice_or_is_several_is_told_so(typed: str, text: str, instead: str) -> None:
    field = Field("command", choices=("Move", "End turn", "D3"), known=("Surrender", "D4"))
    assert clean(field, typed) == Unreadable(text, instead)


@pytest.mark.parametrize(
    ("choice", "typed"),
    [
        ("Hunter's Sling", "Hunter’s Sling"),
        ("O'Brien", "O´Brien"),
        ("Wing-shield", "Wing–shield"),
        ("red1 → red2", "red1 -> red2"),
        ("red1 → red2", "red1 ➜ red2"),
        ("“Fine” – or not", '"Fine" - or not'),
        ("A1", "Ａ１"),
        ("Seat 2", "Seat\u00a02\u200b"),
    ],
)
def test_a_choice_is_read_with_the_signs_that_a_phone_or_a_word_processor_writes(choice: str, typed: str) -> None:
    assert clean(Field("what", choices=("other", choice)), typed) == choice


@pytest.mark.parametrize("typed", ["²", "①", "5²", "½"])
def test_a_sign_that_only_looks_like_a_number_is_none(typed: str) -> None:
    assert "is not a number" in refusal(NUMBER, typed).text
