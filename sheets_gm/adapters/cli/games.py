"""`sheets-gm games`: the games there are."""

from __future__ import annotations

import click

from sheets_gm.adapters.cli.house import say


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(as_json: bool) -> None:
    """List the games that can be played, with the seats each has."""
    from sheets_gm.adapters.cli.new import BadGameSettings, chosen
    from sheets_gm.games.finding import games

    rows = []
    broken = False
    for name, game in games().items():
        try:
            places = game.places(chosen(game.settings, ()))
        except BadGameSettings as error:
            click.echo(f"{name} cannot be played: {error}", err=True)
            broken = True
            continue
        rows.append(
            {
                "game": name,
                "title": game.title,
                "rules": game.version,
                "seats": [place.id for place in places],
                "secrecy": game.secrecy.value,
                "bots": list(game.bots),
            }
        )
    if as_json:
        say(rows)
    else:
        for row in rows:
            click.echo(f"{row['game']:<12} {row['title']}  ({len(row['seats'])} seats, rules {row['rules']})")
        click.echo("\nFound a match with: sheets-gm new GAME --name NAME")
    if broken:
        raise SystemExit(1)
