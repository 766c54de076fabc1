"""Templates: how things look and are called, and where one is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.sheet.template import (
    HELP_LETTERS,
    HELP_LINE,
    HELP_SPACE,
    PLAIN,
    TITLE_HEIGHT,
    BadTemplate,
    Column,
    Rule,
    Style,
    TabTemplate,
    Template,
    merged,
    parse,
    style_at,
)

LOUD, QUIET, OTHER = Style(bold=True), Style(italic=True), Style(size=20)
FORM = TabTemplate(
    title="Orders", columns=tuple(Column(field=name, heading=name) for name in ("seat", "ready", "receipt"))
)
LIST = TabTemplate(title="Log", columns=(Column(field="turn", heading="Turn"), Column(field="seat", heading="Seat")))

WHOLE = """
title = "Friday"

[styles.title]
bold = true
fill = "#aabbcc"

[tabs.orders]
title = "Orders"
columns = [{ field = "seat", heading = "Seat", width = 70 }]
words = { idle = "Rest." }
"""


def test_a_template_is_read() -> None:
    made = parse(WHOLE)
    assert made == Template(
        title="Friday",
        styles={"title": Style(bold=True, fill="#aabbcc")},
        tabs={
            "orders": TabTemplate(
                title="Orders", columns=(Column(field="seat", heading="Seat", width=70),), words={"idle": "Rest."}
            )
        },
    )


@pytest.mark.parametrize(
    ("was", "now", "place"),
    [
        ('title = "Friday"', "", "title: "),
        ('"#aabbcc"', '"red"', "styles.title.fill: "),
        ('"#aabbcc"', '"#aabbcce"', "styles.title.fill: "),
        ("bold = true", "bolt = true", "styles.title.bolt: "),
        ("width = 70", 'width = "wide"', "tabs.orders.columns.0.width: "),
        (', heading = "Seat"', "", "tabs.orders.columns.0.heading: "),
        ('idle = "Rest."', "idle = 7", "tabs.orders.words.idle: "),
        ('title = "Orders"', 'title = "Orders', "at line 9"),
        ("[tabs.orders]", "[tabs.orders", "at line 8"),
    ],
)
def test_what_is_wrong_with_a_template_is_reported_by_its_place(was: str, now: str, place: str) -> None:
    assert WHOLE.count(was) == 1
    with pytest.raises(BadTemplate) as caught:
        parse(WHOLE.replace(was, now), "friday.toml")
    assert str(caught.value).startswith("friday.toml: ")
    assert place in str(caught.value)


@given(st.text())
def test_whatever_stands_in_a_template_it_is_one_or_a_bad_one(text: str) -> None:
    with pytest.raises(BadTemplate, match=r"^workbook\.toml: "):
        parse(text)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ('graphs = [{ title = "T", lines = ["seat", "coins"] }]', "a graph names an unknown column: coins"),
        ('rules = [{ on = ["b", "a"], starts = "x", bold = true }]', "a rule names an unknown column: a, b"),
    ],
)
def test_what_names_a_column_that_is_not_there_is_reported(rows: str, message: str) -> None:
    with pytest.raises(BadTemplate, match=f"tabs.orders: .*{message}"):
        parse(f"{WHOLE}\n{rows}".replace('words = { idle = "Rest." }', ""))


# -- looks and words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("player", LOUD),
        ("player.blue", QUIET),
        ("player.red", LOUD),
        ("player.blue.captain", QUIET),
        ("player.red.captain", LOUD),
        ("playerblue", PLAIN),
        ("other", PLAIN),
        ("", PLAIN),
        ("blue.player", PLAIN),
    ],
)
def test_a_look_that_is_not_there_falls_back_to_the_one_it_is_a_kind_of(name: str, style: Style) -> None:
    assert style_at({"player": LOUD, "player.blue": QUIET, "": OTHER}, name) == style


def test_a_word_without_a_wording_is_shown_as_it_is() -> None:
    tab_template = FORM.but(words={"coins": "Gold"})
    assert [tab_template.word(name) for name in ("coins", "hearts")] == ["Gold", "hearts"]


# -- one over another --------------------------------------------------------------------------------------------------

RULE = Rule(on=("receipt",), starts="✗", bold=True)
OWN = Rule(of="ready", ticked=True, bold=True)


def test_a_games_own_template_lies_over_the_common_one() -> None:
    common = Template(title="Common", version=1, styles={"a": LOUD, "b": LOUD}, tabs={"log": LIST, "desk": LIST})
    own = Template(title="Own", version=7, styles={"b": QUIET}, tabs={"orders": FORM, "log": FORM})
    made = merged(common, own)
    assert (made.title, made.version) == ("Own", 7)
    assert made.styles == {"a": LOUD, "b": QUIET}
    assert made.tabs == {"orders": FORM, "log": FORM, "desk": LIST}
    assert list(made.tabs) == ["orders", "log", "desk"]


def test_rules_of_forms_stand_behind_a_forms_own_and_the_games_before_the_common_ones() -> None:
    first = Rule(starts="!", bold=True)
    tab_template = FORM.but(rules=(first,))
    made = merged(
        Template(title="C", rules=(RULE,), tabs={}), Template(title="O", rules=(OWN,), tabs={"orders": tab_template})
    )
    assert made.rules == (OWN, RULE)
    assert made.tabs["orders"].rules == (first, OWN, RULE)


def test_only_forms_have_the_rules_of_forms_and_only_those_whose_columns_they_have() -> None:
    short = FORM.but(columns=tuple(column for column in FORM.columns if column.field != "ready"))
    rules = (OWN, RULE, Rule(on=("ready",), starts="x", bold=True), Rule(starts="x", bold=True))
    made = merged(
        Template(title="C", rules=rules, tabs={"log": LIST}), Template(title="O", tabs={"orders": FORM, "short": short})
    )
    assert made.tabs["log"].rules == ()
    assert made.tabs["orders"].rules == rules
    assert made.tabs["short"].rules == (RULE, rules[3])


LIST = FORM.but(columns=(Column(field="turn", heading="Turn"),))


def test_a_long_help_has_lines_that_a_phone_shows_and_a_row_with_room_for_them() -> None:
    words = "One row is one action: choose a unit and what it does, then tick Ready. Rows are played from the top."
    long = LIST.but(help=words)
    lines = (long.help_text or "").splitlines()
    assert " ".join(lines) == words
    assert len(lines) == 2
    assert max(map(len, lines)) <= HELP_LETTERS
    assert long.row_heights == (TITLE_HEIGHT, 2 * HELP_LINE + HELP_SPACE)
    assert long.but(heights=(40, 21, 28)).row_heights == (40, 2 * HELP_LINE + HELP_SPACE, 28)


def test_a_form_has_room_for_its_help() -> None:
    assert FORM.but(help="Tick Ready.").row_heights == (TITLE_HEIGHT, HELP_LINE + HELP_SPACE)


def test_a_short_help_and_none_leave_the_heights_as_they_are() -> None:
    assert LIST.but(help="Tick Ready.").row_heights == LIST.row_heights == ()
    assert LIST.but(help="Tick Ready.", heights=(30, 21)).row_heights == (30, 21)
    assert LIST.help_text is None
