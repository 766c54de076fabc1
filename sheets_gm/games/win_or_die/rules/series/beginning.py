"""The beginning of each game of a series (WOD-95), and who begins it."""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.numbers import SIDES
from sheets_gm.games.win_or_die.data.words import RED, SEATS, TEAL, other
from sheets_gm.games.win_or_die.position.events import FirstPlayer, GameBegan, LegionSet
from sheets_gm.games.win_or_die.position.resolution import Resolution
from sheets_gm.games.win_or_die.position.state import Player, Recruit


def begin_game(step: Resolution) -> None:
    """Set up a game. Everything except the score is reset."""
    settings = step.before.settings
    score = [(step.players[seat].wins, step.players[seat].surrenders) for seat in SEATS]
    players = (Player(seat=seat, wins=won, surrenders=lost) for seat, (won, lost) in zip(SEATS, score, strict=True))
    step.set(turn=0, units=(), players=tuple(players))
    step.tell(GameBegan(clause="WOD-95", game=step.now.game, wins_needed=settings.wins_needed))
    if settings.mode == "first":
        _first_game(step)
        choose_first(step)
        step.set(phase="deployment", picking=step.now.first)
        return
    step.set(phase="barrack", picking="")
    if settings.copies == "one":  # WOD-38
        step.set(picking=step.dice.pick(SEATS, f"game {step.now.game}: who picks a region first"))


def _first_game(step: Resolution) -> None:
    """Give the first two line-ups to red and teal (WOD-91)."""
    for seat, lineup in zip(SEATS, step.before.known.lineups.values(), strict=False):
        legion = tuple(Recruit(card=card, enhancements=enhancements) for card, enhancements in lineup.units)
        step.amend(seat, region=lineup.region, legion=legion)
        names = tuple(step.before.known.cards[each.card].name for each in legion)
        step.tell(LegionSet(clause="WOD-91", seat=seat, lineup=lineup.name, units=names))


def choose_first(step: Resolution) -> None:
    """Choose who begins: by dice (WOD-40), in later games the loser of the previous one (R29)."""
    rule, winner = step.before.settings.next_first, step.now.winner
    if winner and rule != "die":
        step.set(first=winner if rule == "winner" else other(winner))
        step.tell(FirstPlayer(clause="WOD-R29", seat=step.now.first, why=f"the {rule} of the game before"))
    else:
        rolls: list[tuple[int, int]] = []
        while not rolls or rolls[-1][0] == rolls[-1][1]:  # a tie is rolled again
            why = f"game {step.now.game}: roll {len(rolls) + 1} for the first turn, "
            rolls.append((step.dice.roll(SIDES, why + RED), step.dice.roll(SIDES, why + TEAL)))
        step.set(first=RED if rolls[-1][0] > rolls[-1][1] else TEAL)
        step.tell(FirstPlayer(clause="WOD-40", seat=step.now.first, rolls=tuple(rolls)))
    step.set(acting=step.now.first)
