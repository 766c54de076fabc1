"""The cards, Tactics and line-ups: what is in the template, what is refused and where, and what players read of it."""

from __future__ import annotations

import shutil
import tomllib
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.games import files
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.win_or_die.data.cards.effects import VOCABULARY
from sheets_gm.games.win_or_die.data.cards.wording import ability_text, card_text, range_text, tactic_text
from sheets_gm.games.win_or_die.data.numbers import ENHANCEMENT_TEXT
from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.data.tables import FILES, Tables, pack, parse, tables
from sheets_gm.games.win_or_die.data.words import MERCENARIES, NAME, TYPES
from tests.games.number_limits import assert_limits
from tests.games.whole import whole
from tests.games.win_or_die.made_up_cards import made_up

TEXTS = {name: files.read(NAME, name) for name in FILES}
KNOWN = parse(TEXTS)

LISTS: dict[str, list[dict[str, str]]] = tomllib.loads(
    (Path(__file__).parent / "tables.toml").read_text(encoding="utf-8")
)
"""Mistakes in tables, and texts of abilities."""


def changed(name: str, old: str, new: str) -> dict[str, str]:
    """The template's tables with one change."""
    assert old in TEXTS[name]
    return {**TEXTS, name: TEXTS[name].replace(old, new, 1)}


@pytest.mark.clause("WOD-5", "WOD-6", "WOD-8", "WOD-19", "WOD-20", "WOD-21", "WOD-22", "WOD-37", "WOD-42", "WOD-R22")
def test_there_are_five_regions_each_of_one_faction_and_the_mercenaries() -> None:
    cards = {region: [card for card in KNOWN.cards.values() if card.region == region] for region in KNOWN.regions}
    assert {region: listed[0].faction for region, listed in cards.items()} == {
        "Ivy Republic": "Wood Elves",
        "Yaveil Alliance": "Central Continent",
        "Dadao Empire": "Sol Citadel",
        "Chaos Realm": "Undead",
        "Annihilation Horde": "Tusk Clan",
    }
    for listed in cards.values():
        types = Counter(card.type for card in listed)
        assert (types["Leader"], types.total()) == (2, 10)
        assert set(types) <= set(TYPES)
    assert len(KNOWN.mercenaries) == 4
    assert all(card.morale == card.cost and card.limit >= 1 for card in KNOWN.cards.values())


@pytest.mark.clause("WOD-3", "WOD-41", "WOD-91")
def test_there_are_five_line_ups_of_20_crystals_one_for_each_region() -> None:
    assert [*KNOWN.lineups][:2] == ["Ironclad Defense", "Firepower Suppression"]
    for lineup in KNOWN.lineups.values():
        cards = [KNOWN.cards[card] for card, _ in lineup.units]
        assert cards[0].leader
        assert {card.region for card in cards} == {lineup.region}
        assert sum(card.cost for card in cards) + sum(len(each) for _, each in lineup.units) == 20
        assert all(
            count <= KNOWN.cards[card].limit for card, count in Counter(card for card, _ in lineup.units).items()
        )


@pytest.mark.clause("WOD-77")
def test_there_are_seven_tactics() -> None:
    assert len(KNOWN.tactics) == 7


@pytest.mark.parametrize("bad", LISTS["bad"], ids=lambda bad: bad["why"])
def test_a_bad_table_is_refused_with_its_file_line_and_column(bad: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=bad["why"]) as error:
        parse(changed(bad["file"], bad["old"], bad["new"]))
    assert str(error.value).startswith(bad["file"])


LIMITS = {
    **dict.fromkeys(("cost", "morale", "power", "counter"), (0, 20)),
    **dict.fromkeys(("attack_hit", "counter_hit"), (2, 6)),
    **dict.fromkeys(("range_min", "range_max", "limit"), (1, 9)),
    "speed": (0, 9),
    "health": (1, 30),
}
"""The lowest and the highest value of each figure of a card."""


@pytest.mark.parametrize("name", LIMITS)
def test_a_figure_beyond_its_limits_is_refused(name: str) -> None:
    low, high = LIMITS[name]
    heading, line = next(
        (one.split(","), other)
        for one, other in pairwise(line for line in TEXTS["units.csv"].splitlines() if not line.startswith("#"))
    )
    for wrong in (low - 1, high + 1):
        cells = line.split(",")
        cells[heading.index(name) - len(heading)] = str(wrong)
        with pytest.raises(ValueError, match=f"column {name}: .* from {low} to {high}"):
            parse(changed("units.csv", line, ",".join(cells)))


EFFECTS = {
    ("abilities.csv", "ivy-L1,Canopy Command,passive,,,2"): (1, 9),
    ("abilities.csv", "ivy-L1,Canopy Command,passive,,,2,aura,1"): (-9, 9),
    ("abilities.csv", "ivy-U2,Leaf Cover,passive,,,,bonus,1"): (-9, 9),
    ("abilities.csv", "ivy-L2,Entangle,action,,enemy,3"): (1, 9),
    ("abilities.csv", "ivy-L2,Briar Storm,ultimate,,enemies,2,damage,1"): (1, 9),
    ("abilities.csv", "ivy-U6,Deep Roots,passive,,,,regen,1"): (1, 9),
    ("tactics.csv", "T1,Forced March,bonus,1"): (-9, 9),
    ("tactics.csv", "T5,Rain of Fire,damage,1"): (1, 9),
    ("tactics.csv", "T5,Rain of Fire,damage,1,,2"): (1, 9),
    ("tactics.csv", "T6,Rallying Banner,morale,3"): (1, 9),
}
"""The least and the most of the number with which the start of a line of a file ends."""


@pytest.mark.parametrize(("name", "start"), EFFECTS)
def test_a_number_of_an_effect_is_taken_within_its_limits_only(name: str, start: str) -> None:
    assert_limits(lambda text: parse({**TEXTS, name: text}), TEXTS[name], start, EFFECTS[name, start])


@pytest.mark.parametrize("bad", LISTS["contrary"], ids=lambda bad: bad["why"])
def test_an_ability_has_one_chosen_target_and_one_move(bad: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=bad["why"]):
        parse({**TEXTS, "abilities.csv": TEXTS["abilities.csv"] + bad["lines"] + "\n"})


def test_each_kind_of_tables_needs_its_content() -> None:
    for name, text in (("units.csv", ""), ("lineups.csv", "lineup,card,enhancements\n")):
        with pytest.raises(ValueError, match=name):
            parse({**TEXTS, name: text})
    with pytest.raises(ValueError, match="separated by commas, not by semicolons"):
        parse({**TEXTS, "units.csv": "card;name;region\n"})


@pytest.mark.parametrize(
    "saved",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text + ",,,,,,,,,,,\n" * 3,
        lambda text: text.replace("# ", "   # "),
        lambda text: text.replace("\n", "  \n"),
        lambda text: text.replace(",", " , "),
        lambda text: text.rstrip("\n"),
    ],
    ids=["CRLF", "CR", "blank lines", "rows of commas", "indented comments", "blanks", "blanks in cells", "no end"],
)
def test_tables_may_be_saved_as_editors_and_spreadsheets_save_them(saved: Callable[[str], str]) -> None:
    found = parse({name: saved(text) for name, text in TEXTS.items()})
    assert [card_text(card) for card in found.cards.values()] == [card_text(card) for card in KNOWN.cards.values()]
    assert found.lineups == KNOWN.lineups
    assert found.tactics == KNOWN.tactics


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (lambda text: "\ufeff".encode() + text.encode(), None),
        (
            lambda text: text.replace("Ghoul", "Goule affamée").encode("cp1252"),
            r"units\.csv cannot be read: line \d+ is",
        ),
        (lambda text: text.encode("utf-16"), r"units\.csv cannot be read: line 1 is not UTF-8"),
        (lambda text: text.replace(",", ";").encode(), r"units\.csv, line \d+: cells are separated by commas, not by"),
        (lambda text: text.replace(",", "\t").encode(), r"units\.csv, line \d+: there is no heading card"),
    ],
    ids=["byte order mark", "cp1252", "UTF-16", "semicolons", "tabs"],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_name_and_line(
    written: Callable[[str], bytes], why: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "templates" / NAME
    shutil.copytree(files.folder(NAME), home)
    monkeypatch.setattr(files, "PACKAGE", tmp_path)
    (home / "units.csv").write_bytes(written(TEXTS["units.csv"]))
    if why is None:
        assert tables(Settings().tables).cards.keys() == KNOWN.cards.keys()
    else:
        with pytest.raises((ValueError, files.NoTemplate), match=why):
            Settings()


def test_a_match_keeps_its_tables_packed() -> None:
    packed = Settings().tables
    assert pack(TEXTS) == packed
    assert tables(packed).cards.keys() == KNOWN.cards.keys()
    with pytest.raises(ValueError, match="the packed tables cannot be read"):
        Settings(tables="nonsense")


# -- what players read -------------------------------------------------------------------------------------------------


def text_of(card: str, ability: str, known: Tables = KNOWN) -> str:
    found = known.cards[card].ability(ability)
    assert found is not None
    return ability_text(found)


@pytest.mark.clause("WOD-7", "WOD-15", "WOD-16", "WOD-17", "WOD-18", "WOD-83")
@pytest.mark.parametrize("case", LISTS["text"], ids=lambda case: case["ability"])
def test_the_text_of_an_ability_is_made_from_what_it_does(case: dict[str, str]) -> None:
    assert text_of(case["card"], case["ability"]) == case["reads"]


@pytest.mark.parametrize("effect", VOCABULARY)
def test_every_effect_has_its_words(effect: str) -> None:
    """A card made of any known effect explains itself."""
    columns: dict[str, Any] = {"amount": "1", "stat": "power", "range": "2", "until": "end_of_turn"}
    use = VOCABULARY[effect]
    target = next(iter(use.targets), "")
    with_range = "range" in use.needs or target in ("ally", "enemy", "allies", "enemies", "space")
    cells = [
        *("mer-M1", "New", "passive" if use.passive else "reaction" if effect == "redirect" else "action"),
        *(
            "ally_adjacent_melee_attacked" if effect == "redirect" else "",
            target,
            columns["range"] if with_range else "",
        ),
        *(effect, *(columns[name] if name in use.needs else "" for name in ("amount", "stat")), "", ""),
        columns["until"] if "until" in use.needs else "",
    ]
    known = parse({**TEXTS, "abilities.csv": TEXTS["abilities.csv"] + ",".join(cells) + "\n"})
    text = text_of("mer-M1", "New", known)
    assert text.startswith("New (")
    assert len(text.partition("): ")[2]) > 5


def test_ranges_and_tactics_have_words_too() -> None:
    assert [range_text(KNOWN.cards[card]) for card in ("yav-U1", "yav-U3", "ann-U4")] == ["melee", "1–3", "2–4"]
    assert tactic_text(KNOWN.tactics["Forced March"]) == "all allies have +1 speed"
    assert all(tactic_text(each) for each in KNOWN.tactics.values())
    assert card_text(KNOWN.cards["yav-U1"]) == ""
    assert MERCENARIES not in KNOWN.regions


@pytest.mark.clause("WOD-101", "WOD-102", "WOD-103", "WOD-104", "WOD-105", "WOD-106")
def test_the_enhancements_are_those_of_the_rulebook() -> None:
    assert ENHANCEMENT_TEXT == {
        "toughness": "Tough 1",
        "morale": "+3 morale",
        "attack": "+2 power",
        "counter": "+4 counter",
        "health": "+2 health",
        "movement": "+2 speed",
    }


@pytest.mark.clause("WOD-15", "WOD-16", "WOD-17", "WOD-18")
@pytest.mark.parametrize(("seed", "bot", "reactions"), [(1, "keen", "standing"), (2, None, "live")])
def test_cards_that_nobody_thought_of_need_no_code(seed: int, bot: str | None, reactions: str) -> None:
    packed = made_up(bot_dice(f"cards {seed}"))
    for card in tables(packed).cards.values():
        assert all(each.name in card_text(card) for each in card.abilities)
    steps = whole(game(NAME), seed, bot, {"tables": packed, "reactions": reactions, "best_of": 1})
    assert any(event.kind == "ability_used" for step in steps for event in step.events)
