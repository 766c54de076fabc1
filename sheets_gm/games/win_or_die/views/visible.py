"""What each seat may see.

The places of all bases, the Command Tokens on them, and the markers of both players are public. Only the player and the
GM know the card and the enhancements of a hidden unit, and a player's legion, Mercenaries and random region (WOD-48,
R16). A view is a position with placeholders for what is hidden, so the same rules apply to it.
"""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.words import SEATS
from sheets_gm.games.win_or_die.position.state import Match, Player, Unit
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import GM


class View(Model):
    """The match as one seat sees it. *eyes* is that seat, None for the public.

    In *match* another player's hidden unit is a placeholder; the morale of its legion is still right. *asked* is the
    seat for which the match waits during a command; *names* are the players' names by seat. *news* are the most
    important lines of the last turn, *arrows* its moves.
    """

    heading: str
    eyes: str | None
    match: Match
    asked: str = ""
    names: dict[str, str] = {}
    news: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()

    def name(self, seat: str) -> str:
        """Return the name of the player at *seat*."""
        return f"{self.names[seat]} ({seat})" if seat in self.names else seat.capitalize()

    def sees(self, seat: str) -> bool:
        """Whether this view contains the secrets of *seat*."""
        return self.eyes in (seat, GM)


def whereabouts(view: View, seat: str) -> str:
    """Describe where the units of *seat* are, and its Command Tokens: “5 tokens · Leader T1 C7, T2 C5”."""
    field, tokens = view.match.field, view.match.player(seat).tokens
    units = sorted(field.units_of(seat), key=lambda each: not field.card(each).leader)
    places = ((f"{'Leader ' if field.card(each).leader else ''}{each.id}", each.at) for each in units if each.at)
    at = ", ".join(f"{unit} {place}" for unit, place in places)
    return " · ".join(filter(None, (counted(tokens, "token"), at))) if units else ""


def label(match: Match) -> str:
    """The name of the current step."""
    game = f"Game {match.game}"
    if match.result is not None:
        return f"{game}: {match.result.winners[0].capitalize()} wins the match"
    if match.phase == "barrack":
        return f"{game}: {match.picking.capitalize() + ' picks a region' if match.picking else 'pick a region'}"
    if match.phase == "legion":
        return f"{game}: build a legion"
    if match.phase == "deployment":
        return f"{game}: {match.picking.capitalize()} deploys"
    if match.question is not None:
        return f"{game}, turn {match.turn}: {match.question.seat.capitalize()} may react"
    return f"{game}, turn {match.turn}: {match.acting.capitalize()} commands"


def view(match: Match, seat: str | None) -> View:
    """Return the view of *seat*."""
    asked = match.question.seat if match.question else ""
    return View(heading=label(match), eyes=seat, match=as_seen(match, seat), asked=asked)


def as_seen(match: Match, seat: str | None) -> Match:
    """Return *match* with placeholders for everything that *seat* may not see."""
    if seat == GM:
        return match.but(question=None)
    units = tuple(_unit(match, unit, seat) for unit in match.units)
    seen = match.but(units=units, question=None)
    players = tuple(_player(match, player, seat) for player in match.players)
    seen = seen.but(players=players)
    return seen.but(players=tuple(_with_morale(match, seen, player) for player in players))


def _unit(match: Match, unit: Unit, seat: str | None) -> Unit:
    if unit.exposed or unit.seat == seat:
        return unit
    return unit.but(card=match.known.mercenaries[0].id, enhancements=())


def _player(match: Match, player: Player, seat: str | None) -> Player:
    """Return the public part of *player*. The crystals of a legion are public once it is deployed."""
    if player.seat == seat:
        return player
    secret = player.drawn or (match.phase == "barrack" and not match.picking)
    deployed = match.phase == "battle" or bool(player.bases)
    return player.but(
        region="" if secret else player.region,
        mercenaries=(),
        legion=(),
        raised=(),
        crystals=player.crystals if deployed else 0,
    )


def _with_morale(match: Match, seen: Match, player: Player) -> Player:
    """Return *player* with a morale bonus such that the total is the public morale, despite placeholders."""
    missing = match.field.morale(player.seat) - seen.field.morale(player.seat)
    return player.but(morale_bonus=player.morale_bonus + missing)


def deployed(match: Match) -> tuple[str, ...]:
    """Return the seats whose legions are on the battlefield."""
    return tuple(seat for seat in SEATS if match.field.units_of(seat))
