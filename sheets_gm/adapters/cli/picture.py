"""`sheets-gm picture`: the board of a match as a picture, or the whole match as a moving one."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option

if TYPE_CHECKING:
    from sheets_gm.gm.story.past import Past

MOVING = (".gif", ".webp")
KINDS = (".png", ".svg", *MOVING)
LOOKS = ("light", "dark", "print")


def _picture_file(_ctx: click.Context, _param: click.Parameter, value: Path) -> Path:
    """Return the file of a picture. Raises `BadParameter` unless its ending says which kind it is."""
    if value.suffix.lower() not in KINDS:
        raise click.BadParameter(f"“{value}” must end in .png or .svg, or in .gif or .webp for the whole match.")
    return value


@click.command("picture")
@click.argument("match", metavar="MATCH|RECORD", required=False)
@click.option("--turn", metavar="TURN", help="The turn, like “Turn 12” or #12 for an entry (default: the last).")
@click.option("--as", "who", metavar="WHO", help="What this player or team sees, the public, or gm for everything.")
@click.option(
    "--look", type=click.Choice(LOOKS), default="light", show_default=True, help="For a screen, or for paper."
)
@click.option(
    "-o",
    "--output",
    "path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    default=Path("board.png"),
    show_default=True,
    callback=_picture_file,
    help="The picture: .png or .svg; .gif or .webp for the whole match.",
)
@home_option
def command(
    match: str | None, turn: str | None, who: str | None, look: str, path: Path, installation: Installation
) -> None:
    """Draw the board of MATCH, or of an exported file (.json, .xlsx or .html), as it was after a turn.

    The arrows are the moves of that turn. A gif or webp shows the turns in which the match turned, in 12 seconds, and
    is small enough for a chat. Without --as, it shows what everybody may see: all of a match that is over.

    \b
    sheets-gm picture friday --turn "Turn 12" -o board.png
    sheets-gm picture friday -o match.gif
    """
    from sheets_gm.adapters.export.carried import fitting, past_in_file
    from sheets_gm.adapters.export.past import past_in_store
    from sheets_gm.adapters.export.picture_files import write_picture

    if turn and path.suffix.lower() in MOVING:
        raise click.UsageError("A .gif or .webp shows the whole match. For one turn, write a .png or .svg.")
    past: Past
    guard: AbstractContextManager[None]
    if match and match.lower().endswith((".json", ".xlsx", ".html")):
        past, guard = past_in_file(Path(match)), fitting(Path(match))
    else:
        past, guard = past_in_store(installation.store, installation.match(match)), nullcontext()
    with guard:
        for line in write_picture(past, path, turn=turn, who=who, look=look):
            click.echo(line)
