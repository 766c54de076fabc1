"""`sheets-gm new-game`: writes the folder of a game that plays, for people who write their own."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("new-game")
@click.argument("name")
@click.option(
    "--into",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=Path(),
    help="The folder in which the game's own folder is made; by default the current one.",
)
def command(name: str, into: Path) -> None:
    """Write the folder of a game called NAME, which plays at once, for you to turn into your own game.

    Players guess what a die will show: settings, a position, orders, events, rules, a form, tabs, and a template with
    the texts. Replace one after another; sheets-gm help first-game does so step by step.

    \b
    sheets-gm new-game sea_battle
    pip install -e ./sea_battle
    sheets-gm demo sea_battle --fast

    In the folder `games` beside your matches it need not be installed.
    """
    from sheets_gm.adapters.installation import folders
    from sheets_gm.adapters.scaffold.writing import write_game
    from sheets_gm.games.files import GAMES

    game_folder = write_game(name, into)
    click.echo(f"Wrote {game_folder}. Its rules are in {game_folder / name / '__init__.py'}.")
    games_folder = folders.home() / GAMES
    if game_folder.resolve().parent != games_folder:
        shown = game_folder if game_folder.is_absolute() else f"./{game_folder}"
        click.echo(f"Install it:  pip install -e {shown}")
        click.echo(f"Or move it:  to {games_folder}, where it is found as it is.")
    click.echo(f"Watch it:    sheets-gm demo {name} --fast")
