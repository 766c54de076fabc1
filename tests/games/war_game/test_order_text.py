"""Lines of movement: tolerant in form, strict in meaning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.games.war_game.data.army_lists import whole_number
from sheets_gm.games.war_game.data.names import fold, meant
from sheets_gm.games.war_game.data.words import MOVE, NAMING
from sheets_gm.games.war_game.position.opening import Command, command_words, opening_of
from sheets_gm.games.war_game.position.orders import Move
from sheets_gm.games.war_game.rules.movement.commands import read_move
from sheets_gm.games.war_game.rules.movement.order_text import VERBS, OrderLine, read_line
from sheets_gm.kernel.outcome import Remark
from tests.games.war_game.table import position, read

FRANK = "Frank, the Intergalactic Space Toad"
MATCH = position({
    FRANK: "C6 3A", "The Frogettes": "C5 2C", "Jeff the Owl": "P5 2B 4000", "Newt with a Blowfish": "P5 9A",
    "Rabid Cat": "C5 3F", "Rabid Dog": "C5 3G", "Zoë’s Guard": "C5 8D",
})  # fmt: skip


@pytest.mark.clause("CPW-69", "CPW-72", "CPW-74", "CPW-75", "CPW-82")
@pytest.mark.parametrize(
    "line",
    [
        f"{FRANK}: 3A > 2B - engage Jeff the Owl.",
        "frank: dominaria; A3 -> B2 — Engage jeff the owl",
        "Frank : Dominaria, 3 a → 2 b – ATTACK Jeff",
        "FRANK: 3A to 2B - engage JEFF",
        "3A>2B -engage Jeff the Owl",
        "Frank, the Intergalactic Space Toad: Dominaria; 3A > 2B - engage Jeff the Owel",
    ],
)
def test_the_rulebook_s_form_is_read_in_many_spellings(line: str) -> None:
    side, name = "coalition", FRANK
    command = read_move(opening_of(MATCH), side, Move(army=name, line=line))
    assert isinstance(command, Command), command
    assert command_words(command) == f"{FRANK}: Dominaria; 3A > 2B - engage Jeff the Owl"


@pytest.mark.clause("CPW-85", "CPW-88", "CPW-98", "CPW-107", "CPW-112")
@pytest.mark.parametrize(
    ("line", "verb", "target"),
    [
        ("3A > 2C - replace The Frogettes", "replace", "The Frogettes"),
        ("3A – intercept Newt with a Blowfish", "intercept", "Newt with a Blowfish"),
        ("3A – intercept", "intercept", ""),
        ("3A > 2B - raid Jeff the Owl", "raid", "Jeff the Owl"),
        ("3A > 2C - support The Frogettes", "support", "The Frogettes"),
        ("3A > 4A > 5A", "move", ""),
        ("3A > 4A - no order", "move", ""),
    ],
)
def test_every_order_of_the_rulebook_is_read(line: str, verb: str, target: str) -> None:
    command = read(MATCH, f"{FRANK}: {line}")
    assert isinstance(command, Command), command
    assert (command.verb, command.target) == (verb, target)


@pytest.mark.clause("CPW-70", "CPW-71", "CPW-76", "CPW-R3")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Rabid: 3F > 4F", "could be Rabid Cat or Rabid Dog"),
        ("Frank 3A > 4A", "write a colon after the army's name"),
        ("Frank: 3A > 2B - charge Jeff", "no order “charge”"),
        ("Frank: 3A > 2B - engage", "needs the name of the army in 2B"),
        ("Frank: 3A > 2B engage Jeff", "an order begins with “-”"),
        ("Frank: 3A", "no square to move to"),
        ("Frank: 3A > 4A; Rabid Cat: 3F > 4F", "two orders in it; write one order in each row"),
        ("3A > 4A, 3A > 5A", "two orders in it"),
        ("3A > 2B - engage Jeff, 3A > 4A", "two orders in it"),
        ("3A > 4A - hold", "is told to stay"),
        ("4A - stay", "is in 3A, not in 4A"),
        ("Rabid Cat: stay", "This row is for Frank"),
        ("3A > 4A (engage Jeff)", "is not understood"),
        ("3A > 4A (then 5A)", "is not understood"),
        ("Frank: 3A > 4A - intercept", "so it has one square"),
        ("Frank: 4A > 5A", "is in 3A, not in 4A"),
        ("Frank: Mirrodin; 3A > 4A", "is on Dominaria, not on “Mirrodin”"),
        ("Frank: Narnia 3A > 4A", "is on Dominaria, not on “Narnia”"),
        ("Frank: 3A > 7A", "is 4 squares away"),
        ("Frank: 3A > 3J", "no square 3J"),
        ("Frank: 3A > 2B", "Jeff the Owl is in 2B; write “engage Jeff the Owl”"),
        ("Frank: 3A > 2C", "The Frogettes is in 2C; write “replace The Frogettes”"),
        ("Frank: 3A > 2B - engage Newt with a Blowfish", "Jeff the Owl is in 2B, not Newt"),
        ("Frank: 3A > 2B - replace Jeff the Owl", "Jeff the Owl is no army of yours"),
        ("Frank: 3A > 2C - engage The Frogettes", "The Frogettes is no army of the enemy"),
        ("Jeff the Owl: 2B > 3B", "there is no army “Jeff the Owl”"),
        ("Rabid Cat: 3F > 4F", "This row is for Frank"),
        ("Frank: 3A > 4A and then home", "is not understood"),
        ("Frank: 3A > 4A > somewhere", "is not understood"),
        ("Frank: maybe 3A > 4A", "not on “maybe”"),
        ("Frank: if possible 3A > 4A", "before the first square is not understood"),
        ("Frank:if possible 3A > 4A", "“if possible” before the first square is not understood"),
        ("", "no square"),
        ("Frank", "no square"),
        ("Frank: 3A > 4A\nFrank: 3A > 5A", "one order in each cell"),
    ],
)
def test_a_line_that_is_wrong_says_why(line: str, why: str) -> None:
    remark = read_move(opening_of(MATCH), "coalition", Move(army=FRANK, line=line))
    assert isinstance(remark, Remark), remark
    assert why.casefold() in remark.text.casefold()
    assert remark.refuses


def test_names_are_found_by_their_beginning_or_when_nearly_right() -> None:
    names = ("Rabid Cat", "Rabid Dog", "Zoë’s Guard", "Rab")
    assert meant("rab", names).name == "Rab"
    assert meant("zoe's", names).name == "Zoë’s Guard"
    assert meant("Rabid Kat", names) == ("Rabid Cat", "", True)
    assert meant("Ra", names).name == ""
    assert "nearest" in meant("Rabid Zebra", names).why or "could be" in meant("Rabid Zebra", names).why


@pytest.mark.clause("CPW-97")
def test_a_transfer_names_units_and_an_army() -> None:
    line = read_line("Ann: 3A - transfer 500 White Knight + 1,200 Serra Angel to Bob the To")
    assert isinstance(line, OrderLine)
    assert (line.troops, line.target) == (((500, "White Knight"), (1200, "Serra Angel")), "Bob the To")
    assert isinstance(read_line("Ann: 3A - transfer some knights to Bob"), str)


# -- whatever is typed -------------------------------------------------------------------------------------------------

PIECES = st.sampled_from([
    "Frank", FRANK, "Rabid", ":", ";", ",", ">", "->", "→", "to", "-", "–", "—", "3A", "a3", "2B", "99Z", "engage",
    "replace", "intercept", "raid", "support", "transfer", "garrison", "Jeff the Owl", "Dominaria", "charge", "\n",
    " ", "500 White Knight", "+", ".", "é", "９", "3 A", "no order", "#REF!", "=A1",
])  # fmt: skip
LINES = st.one_of(
    st.text(max_size=80), st.lists(PIECES, max_size=14).map(" ".join), st.lists(PIECES, max_size=9).map("".join)
)


@given(LINES)
def test_whatever_is_typed_is_read_or_refused(line: str) -> None:
    found = read_move(opening_of(MATCH), "coalition", Move(army=FRANK, line=line))
    if isinstance(found, Remark):
        assert found.refuses
        assert found.text
        return
    again = read_move(opening_of(MATCH), "coalition", Move(army=FRANK, line=command_words(found)))
    assert isinstance(again, Command), (line, command_words(found))
    assert (again.verb, again.stops, again.target) == (found.verb, found.stops, found.target)


@given(LINES)
def test_what_is_read_as_a_plain_move_has_squares_and_nothing_else(line: str) -> None:
    found = read_line(line)
    if isinstance(found, OrderLine) and found.verb == MOVE:
        rest = line.replace("\u00a0", " ").rpartition(":")[2].casefold().replace("no order", "")
        for word in (found.plane.casefold(), "to", *(fold(square) for square in found.squares)):
            rest = rest.replace(word, " ", 1) if word else rest
        letters = [letter for letter in rest if letter.isalpha() or letter.isdigit()]
        assert len(letters) <= 3 * len(found.squares), (line, letters)
        assert not any(verb in rest for verb in VERBS)


@given(st.sampled_from(sorted({*VERBS, "charge", "go"})), st.text(alphabet="abcxyz <>.,'", max_size=12))
def test_an_order_after_the_squares_is_never_dropped(verb: str, target: str) -> None:
    found = read_line(f"Frank: 3A > 4A - {verb} {target}")
    if isinstance(found, OrderLine):
        assert found.verb == VERBS[verb]
        assert bool(found.target) or found.verb not in NAMING


ORDERED = (
    f"{FRANK}: Dominaria; 3A > 2B - engage Jeff the Owl",
    "Frank: 3A > 2C – replace The Frogettes.",
    "Frank: 3A - intercept Newt with a Blowfish",
    "3A to 2B - raid Jeff the Owl",
    "Frank: 3A > 3B > 2C - support The Frogettes",
    "Frank: 3A - transfer 500 Memnite to The Frogettes",
)
KEYS = " -–>:;,.+x3A9z\n"


def slips(line: str) -> set[str]:
    """Every line that one slip of a finger makes of *line*: a key too many, too few, wrong, or two in wrong order."""
    at = range(len(line))
    return {
        *(line[:n] + line[n + 1 :] for n in at),
        *(line[:n] + key + line[n + size :] for n in at for key in KEYS for size in (0, 1)),
        *(line[:n] + line[n + 1 : n + 2] + line[n : n + 1] + line[n + 2 :] for n in at),
    }


@pytest.mark.clause("CPW-76", "CPW-R3")
@pytest.mark.parametrize("line", ORDERED)
def test_no_slip_makes_an_order_a_plain_move_or_an_order_against_somebody_else(line: str) -> None:
    meant_by = read_move(opening_of(MATCH), "coalition", Move(army=FRANK, line=line))
    orders = {(meant_by.verb, meant_by.target)} if isinstance(meant_by, Command) else set()
    refused = 0
    for slip in slips(line):
        found = read_move(opening_of(MATCH), "coalition", Move(army=FRANK, line=slip))
        if isinstance(found, Remark):
            refused += found.refuses
        elif found.warns and found.verb == MOVE:
            assert "engage" in line, slip  # CPW-R4: on an empty square it is a move, with a warning
        else:
            assert (found.verb, found.target) in orders | {("intercept", "")}, slip
            assert found.verb != "intercept" or "intercept" in line, slip
    assert refused


@given(st.sampled_from(ORDERED), st.lists(st.tuples(st.integers(0, 80), st.sampled_from(KEYS)), min_size=2, max_size=6))
def test_not_even_many_slips_make_an_order_a_plain_move(line: str, typed: list[tuple[int, str]]) -> None:
    verb = next(each for each in VERBS if f" {each} " in line)
    start = line.index(verb)
    for at, key in typed:
        place = start + at % (len(line) - start)
        line = line[:place] + key + line[place:]
    found = read_move(opening_of(MATCH), "coalition", Move(army=FRANK, line=line))
    assert isinstance(found, Remark) or found.warns or found.verb == VERBS[verb], line


@pytest.mark.clause("CPW-69", "CPW-76")
@pytest.mark.parametrize(
    "line",
    [
        "3A TO 4A", "3A 4A", "3A/4A", "A-3 > A-4", "3A ➡ 4A", "3A ⇒ 4A", "3A » 4A", "３Ａ > ４Ａ", "3А > 4А", "А3 > А4",
        "3A\u2003>\u20034A", "3A > 4A!", "3A > 4A (scouting)", "Army: 3A > 4A", "3a to 4a.",
    ],
)  # fmt: skip
def test_what_people_type_for_a_move_is_read(line: str) -> None:
    command = read_move(opening_of(MATCH), "coalition", Move(army=FRANK, line=line))
    assert isinstance(command, Command), command
    assert command_words(command) == f"{FRANK}: Dominaria; 3A > 4A"


@pytest.mark.clause("CPW-112")
@pytest.mark.parametrize(
    "line", ["hold", "Stay!", "pass", "none", "- none", "3A - hold", "3A stay", "Army: hold", "Frank: stay."]
)
def test_what_people_type_for_an_army_that_stays_is_read(line: str) -> None:
    command = read_move(opening_of(MATCH), "coalition", Move(army=FRANK, line=line))
    assert isinstance(command, Command), command
    assert (command.stops, command.moves) == (("Dominaria 3A",), False)


@pytest.mark.clause("CPW-70")
def test_a_name_with_another_number_is_never_guessed() -> None:
    names = ["Legion 1", "Legion 12", "Cohort IV"]
    for typed in ("Legion 2", "Legion 3", "Legoin 2"):
        assert meant(typed, names).name == "", typed
    assert meant("Legoin 1", names).name == "Legion 1"
    assert meant("legion 12", names).name == "Legion 12"
    assert meant("Legion", names).why == "“Legion” could be Legion 1 or Legion 12"
    assert meant("Legion 1", ["Legion 12"]).name == ""


@pytest.mark.clause("CPW-97", "CPW-R28")
def test_a_number_with_a_comma_is_one_of_thousands_or_none() -> None:
    assert [whole_number(text) for text in ("1500", "1,500", "1,5", "15,00", ",500", "1.500", "")] == [
        1500, 1500, None, None, None, None, None,
    ]  # fmt: skip
    assert isinstance(read_line("3A - transfer 1,5 White Knight to Bob"), str)


@pytest.mark.clause("CPW-97")
def test_a_transfer_is_answered_with_the_creatures_that_are_meant() -> None:
    match = position({"Ann": "C6 3A", "Bob": "C6 4A 4000"})
    command = read(match, "Ann: 3A - transfer 5 memn + 1 alpha my to bob")
    assert isinstance(command, Command), command
    assert command.troops == ((5, "Memnite"), (1, "Alpha Myr"))
