"""Signs that phones and word processors write for one another are read as one."""

from __future__ import annotations

import pytest

from sheets_gm.kernel.folding import fold, whole_number, without_list_mark


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Hunter’s Sling", "Hunter's Sling"),
        ("O`Brien and O´Brien", "O'Brien and O'Brien"),
        ("“the ambush”", '"the ambush"'),
        ("–2h", "-2h"),
        ("−2h", "-2h"),
        ("a—b‑c⁃d", "a-b-c-d"),
        ("Sun 17：00", "Sun 17:00"),
        ("Ｆｕｌｌ　ｗｉｄｔｈ", "Full width"),
        ("non\u00a0breaking\u202fspaces", "non breaking spaces"),
        ("zero\u200bwidth\ufeff \u2066turned\u2069 soft\u00adhyphen", "zerowidth turned softhyphen"),
        ("٣ and ３ and ३", "3 and 3 and 3"),
        ("5² and ① and ½", "5² and ① and ½"),
        ("e\u0301", "é"),
        ("6D ➜ 7D ⟶ 8D ➔ 9D", "6D > 7D > 8D > 9D"),
        ("6D \uf0e0 7D \uf0e8 8D", "6D > 7D > 8D"),
        ("6D -> 7D => 8D --> 9D –> 1D ➡️ 2D", "6D > 7D > 8D > 9D > 1D > 2D"),
        ("first\u2028second", "first\nsecond"),
        ("", ""),
    ],
)
def test_one_sign_is_read_for_all_that_stand_for_it(typed: str, read: str) -> None:
    assert fold(typed) == read
    assert fold(read) == read


@pytest.mark.parametrize(
    "line", ["• 6D > 7D", "- 6D > 7D", "* 6D > 7D", "1. 6D > 7D", "12) 6D > 7D", "(3) 6D > 7D", "① 6D > 7D"]
)
def test_a_bullet_or_number_before_a_line_is_left_out(line: str) -> None:
    assert without_list_mark(line) == "6D > 7D"


@pytest.mark.parametrize("line", ["6D > 7D", "1st Army: 6D > 7D", "3A", "1.5", ""])
def test_a_line_without_a_list_mark_stays(line: str) -> None:
    assert without_list_mark(line) == line


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        *(("12", 12), (" 007 ", 7), ("１２", 12), ("٣", 3), ("9" * 9, 999_999_999)),
        *((text, None) for text in ("9" * 10, "²", "①", "5²", "-3", "1_000", "1.0", "", "9" * 5000, "x")),
    ],
)
def test_a_whole_number_has_ascii_digits_or_those_that_fold_to_them(typed: str, number: int | None) -> None:
    assert whole_number(typed) == number
