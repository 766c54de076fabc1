"""Pictures as files: what they look like is held against kept ones, pixel by pixel.

After a change that is meant, `uv run python -m tests.adapters.pictures.test_pictures` draws the kept ones again. Look
at them before keeping them.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from sheets_gm.adapters.export import picture_files
from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.export.picture_files import write_picture
from sheets_gm.adapters.pictures import animation
from sheets_gm.adapters.pictures.fonts import Fonts, own_files
from sheets_gm.adapters.pictures.png import png_of
from sheets_gm.gm.story.audience import EVERYTHING, PUBLIC, Audience, NoSuchAudience
from sheets_gm.gm.story.boards import boards_after
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.turns import NoSuchTurn, turns_of
from sheets_gm.sheet.grid import Cell, Grid
from sheets_gm.sheet.picture.looks import LOOKS
from sheets_gm.sheet.picture.svg import Shown, draw_picture
from sheets_gm.sheet.template import TabTemplate
from tests.adapters.place import typed
from tests.gm.pasts import SHORT, played, short_past
from tests.gm.table import Evening

KEPT = Path(__file__).parent / "kept"
BARE = Fonts(own_files(), emoji=False, system=False)
"""A machine without fonts."""

LOOK_OF = dict(zip(SHORT, ("light", "dark", "print", "light", "dark"), strict=True))
NEARLY = 12
"""The most by which a channel of a pixel may differ: edges are not drawn alike on every processor."""


def drawn(name: str) -> bytes:
    past = short_past(name)
    *_, last = turns_of(past, PUBLIC)
    picture = draw_picture(boards_after(past, PUBLIC, last), LOOKS[LOOK_OF[name]], "One line of what happened.")
    return png_of(picture.svg, 0.6, BARE)


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def largest_difference(one: Image.Image, other: Image.Image) -> int:
    assert one.size == other.size
    return max(most for _, most in ImageChops.difference(one, other).getextrema())  # type: ignore[misc]


@pytest.mark.parametrize("name", SHORT)
def test_a_board_looks_like_the_kept_one_also_on_a_machine_without_fonts(name: str) -> None:
    assert largest_difference(opened(drawn(name)), opened((KEPT / f"{name}.png").read_bytes())) <= NEARLY


def one_line(text: str) -> bytes:
    return png_of(draw_picture([Shown(Grid(((Cell(text),),)), TabTemplate(title=""), {})]).svg, 1.0, BARE)


def test_a_machine_without_fonts_draws_texts_and_unknown_signs() -> None:
    empty = opened(one_line(""))
    for text in ("words", "🐙", "♥"):
        picture = opened(one_line(text))
        box = ImageChops.difference(picture, Image.new("RGB", picture.size, "#ffffff")).getbbox()
        assert box is not None, text
    assert ImageChops.difference(empty, Image.new("RGB", empty.size, "#ffffff")).getbbox() is None


def test_a_seat_sees_what_is_its_own_and_others_do_not() -> None:
    past = short_past("win_or_die")
    *_, last = turns_of(past, EVERYTHING)
    seat = past.record.people[0]
    svgs = [
        draw_picture(boards_after(past, who, last)).svg for who in (PUBLIC, Audience(seat.id, seat.team), EVERYTHING)
    ]
    assert len(set(svgs)) == 3
    hidden = [svg.count(">?<") for svg in svgs]
    assert hidden[0] > hidden[1] > hidden[2] == 0


@pytest.fixture(scope="module")
def evening() -> Evening:
    evening = Evening(settings={"max_turns": 3, "team_size": 1}, accounts=False)
    evening.play(3)
    return evening


@pytest.fixture
def record(evening: Evening, tmp_path: Path) -> Path:
    (path,) = write_exports(evening.store, evening.name, tmp_path, ["json"])
    return path


def test_the_command_draws_a_turn_of_a_record_as_somebody_sees_it(record: Path) -> None:
    done = typed(record.parent, "picture", record.name, "--turn", "Turn 2", "--as", "ana", "-o", "two.svg")
    assert (done.code, done.out) == (0, "two.svg: Turn 2 of 3\n")
    svg = (record.parent / "two.svg").read_text(encoding="utf-8")
    assert "Turn 2 of 3" in svg
    done = typed(record.parent, "picture", record.name, "--look", "dark")
    assert (done.code, done.err) == (0, "")
    assert opened((record.parent / "board.png").read_bytes()).size[0] > 500


@pytest.mark.parametrize("name", ["match.gif", "match.webp"])
def test_a_moving_picture_has_a_frame_for_each_turn_and_is_small_enough_for_a_chat(
    name: str, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = record.parent / name
    done = typed(record.parent, "picture", record.name, "-o", name)
    assert (done.code, done.err) == (0, "")
    with Image.open(path) as large:
        wide = large.size[0]
        assert (large.n_frames, "4 boards" in done.out) == (4, True)  # type: ignore[attr-defined]
    size = path.stat().st_size
    monkeypatch.setattr(animation, "MOST_BYTES", size * 3 // 4)
    assert typed(record.parent, "picture", record.name, "-o", name).code == 0
    assert path.stat().st_size <= size * 3 // 4
    with Image.open(path) as small:
        assert small.size[0] < wide


@pytest.mark.parametrize("kind", ["xlsx", "html"])
def test_a_match_sheet_or_a_report_is_drawn_as_its_record_is(kind: str, evening: Evening, tmp_path: Path) -> None:
    path, record = write_exports(evening.store, evening.name, tmp_path, [kind, "json"])
    for file, picture in ((path, "one.svg"), (record, "other.svg")):
        assert typed(tmp_path, "picture", file.name, "-o", picture).code == 0
    assert (tmp_path / "one.svg").read_text("utf-8") == (tmp_path / "other.svg").read_text("utf-8")


def test_a_moving_picture_of_a_long_match_shows_the_turns_in_which_it_turned_in_twelve_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = played("gvg", 40, {"team_size": 2, "max_turns": 14})
    story = build_story(past, EVERYTHING)
    captions: list[str] = []

    def drawn(tabs: Any, look: Any, caption: str, **options: Any) -> Any:
        captions.append(caption)
        return draw_picture(tabs, look, caption, **options)

    monkeypatch.setattr(picture_files, "draw_picture", drawn)
    told = list(write_picture(past, tmp_path / "match.gif", turn=None, who=None, look="light"))
    assert all(not each or each.endswith(" · the board after the turn") for each in captions)
    assert any(captions)
    assert told[0] == f"The match has {len(story.turns)} turns; match.gif shows those in which it turned."
    with Image.open(tmp_path / "match.gif") as shown:
        durations = []
        for frame in range(shown.n_frames):  # type: ignore[attr-defined]
            shown.seek(frame)
            durations.append(shown.info["duration"])
    assert len(durations) == len({0, *(point.turn for point in story.points), story.turns[-1].number})
    assert 8_000 < sum(durations) <= animation.LENGTH


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--turn", "Turn 9"), "The turns are called “Start”, “Turn 1 of 3” and “Turn 3 of 3”"),
        (("--as", "nobody"), "Nobody in this match is called “nobody”"),
        (("-o", "board.jpg"), "must end in .png or .svg, or in .gif or .webp"),
        (("-o", "away/board.png"), "choose another file with -o"),
        (("--turn", "Turn 1", "-o", "board.gif"), "A .gif or .webp shows the whole match"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(record: Path, words: tuple[str, ...], says: str) -> None:
    done = typed(record.parent, "picture", record.name, *words)
    assert done.code != 0
    assert says in done.err


def test_a_picture_that_fails_leaves_the_one_before(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = record.parent / "board.png"
    path.write_bytes(b"the one before")
    past = short_past("gvg")

    def broken(*_: object) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("sheets_gm.adapters.export.picture_files.png_of", broken)
    with pytest.raises(Exception, match="choose another file"):
        list(write_picture(past, path, turn=None, who=None, look="light"))
    assert path.read_bytes() == b"the one before"
    assert sorted(each.name for each in record.parent.iterdir()) == ["board.png", record.name]


def test_who_and_when_are_named_as_people_name_them() -> None:
    from sheets_gm.gm.story.audience import audience_named
    from sheets_gm.gm.story.turns import turn_named

    past = short_past("gvg")
    first = past.record.people[0]
    assert audience_named(past.record, first.player.upper()) == audience_named(past.record, first.id)
    assert audience_named(past.record, "Blue") == Audience("blue")
    assert turn_named(past, PUBLIC, "turn 2").number == turn_named(past, PUBLIC, "#2").number == 2
    with pytest.raises(NoSuchTurn):
        turn_named(past, PUBLIC, "Turn 22")
    with pytest.raises(NoSuchAudience):
        audience_named(past.record, "=1+1")


if __name__ == "__main__":
    for each in SHORT:
        (KEPT / f"{each}.png").write_bytes(drawn(each))
