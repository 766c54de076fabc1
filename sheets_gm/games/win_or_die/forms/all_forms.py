"""The forms that players fill in.

In a battle the acting player's rows are carried out one by one as they are confirmed. Every player also has standing
orders for reactions, and can ask what a unit can do.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from sheets_gm.games.win_or_die.data.numbers import COMMAND_ROWS, REACTION_ROWS
from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.data.words import (
    AFTER_ATTACKED,
    ALLY_ATTACKED,
    BEFORE,
    COMMANDS,
    ENHANCEMENTS,
    ENTERS,
    REACTION,
    SEATS,
    TYPES,
    WHEN_ATTACKED,
    other,
)
from sheets_gm.games.win_or_die.position.orders import (
    Answer,
    ChooseBarrack,
    ChooseLineUp,
    Command,
    Deploy,
    Enlist,
    React,
)
from sheets_gm.games.win_or_die.position.resolution import Occasion
from sheets_gm.games.win_or_die.position.state import Match, Player, Question
from sheets_gm.games.win_or_die.rules.combat.reactions import answers
from sheets_gm.games.win_or_die.rules.commands.choices import NOTHING_NOW, lists
from sheets_gm.games.win_or_die.rules.commands.forecast import Look
from sheets_gm.games.win_or_die.rules.setup import barracks, legions
from sheets_gm.kernel.forms import Close, Counting, Field, Form, FormClock, FormRow, Idle, Kind, Typed, form_of_rows

TURN, REACTING = "turn", "reaction"
"""The clocks."""

LEGION = "legion"
"""The duty of the two ways to a legion: to build it, or to take a Recommended Line-up."""

MOST_KEPT = 20
MOST_POWER = 30
MOST_USES = 9


def open_forms(match: Match) -> tuple[Form, ...]:
    """Return the forms that are open now."""
    if match.phase == "barrack":
        return tuple(_barrack(match, seat) for seat in barracks.pickers(match))
    if match.phase == "legion":
        return tuple(form for seat in SEATS for form in _legion(match, seat))
    if match.phase == "deployment":
        return (_deployment(match, match.picking),)
    if match.phase == "over":
        return ()
    asked = (_answer(match, match.question),) if match.question is not None else ()
    others = (form for seat in SEATS for form in (*_reactions(match, seat), _look(match, seat)))
    return (*asked, _commands(match), *others)


# -- set-up ------------------------------------------------------------------------------------------------------------


def _barrack(match: Match, seat: str) -> Form:
    names = tuple(card.name for card in match.known.mercenaries)
    regions = barracks.regions(match, seat)
    fields = (
        Field("region", choices=regions, known=match.known.regions, required=True),
        *(Field(name, choices=names, known=names, optional=True) for name in barracks.SLOTS),
    )
    counted = Counting(idle=Idle("", "you drew the random region"))
    return Form(
        "barrack",
        seat,
        ChooseBarrack,
        fields,
        clock=FormClock(TURN, _period(match)),
        counted=counted,
        given={
            (one, name): {other: tuple(each for each in names if each != name)}  # R22: two different ones
            for one, other in (barracks.SLOTS, barracks.SLOTS[::-1])
            for name in names
        },
    )


def _legion(match: Match, seat: str) -> tuple[Form, ...]:
    player, advanced = match.player(seat), match.settings.advanced
    names = legions.lineup_names(match, player)
    field = Field("lineup", choices=names, known=tuple(match.known.lineups), required=True)
    clock = FormClock(TURN, _period(match))
    counted = Counting(duty=LEGION, idle=Idle("", "the first line-up of your region was taken"))
    lineup = Form("lineup", seat, ChooseLineUp, (field,), clock=clock, counted=counted)
    if not advanced:
        return (lineup,)
    rows = tuple(_recruit(match, player, slot) for slot in range(match.settings.most_units + 1))
    counted = replace(counted, whole=True, duty=LEGION if names else "")
    legion = form_of_rows("legion", seat, Enlist, rows, counted=counted, clock=clock)
    return (legion, lineup) if names else (legion,)


def _recruit(match: Match, player: Player, slot: int) -> FormRow:
    may = legions.cards_for(match, player)
    names = tuple(card.name for card in may if card.leader is (slot == 0))
    enhanced = slot > 0 or match.settings.leader_enhance
    flags = tuple(Field(name, Kind.FLAG, default=False) for name in ENHANCEMENTS) if enhanced else ()
    card = Field("card", choices=names, known=tuple(match.known.by_name), required=True)
    return FormRow("Leader" if slot == 0 else f"Unit {slot}", (card, *flags), says={"slot": slot})


def _deployment(match: Match, seat: str) -> Form:
    player, spaces = match.player(seat), match.board.deployment[seat]
    rows = []
    for place, recruit in enumerate(player.legion, start=1):
        card = match.known.cards[recruit.card]
        shown: dict[str, Typed] = {"type": card.type, "enhancements": ", ".join(recruit.enhancements)}
        field = Field("at", choices=spaces, known=match.board.spaces, optional=True)
        rows.append(FormRow(f"{place} {card.name}", (field,), shown, {"place": place}))
    counted = Counting(whole=True, idle=Idle("dice place your units", "dice placed your units"))
    clock = FormClock(TURN, _period(match))
    return form_of_rows("deployment", seat, Deploy, tuple(rows), counted=counted, clock=clock)


def _period(match: Match) -> str:
    """Return the period of a player's clock: each phase of a set-up and each turn is one."""
    return f"game {match.game} {match.phase} {match.turn}"


# -- battle ------------------------------------------------------------------------------------------------------------


def _commands(match: Match) -> Form:
    seat, field = match.acting, match.field
    asking = match.question is not None
    legal = NOTHING_NOW if asking else lists(field, seat)
    units = tuple(field.label_for(unit, seat) for unit in match.units)
    # the quickest to vary is last: a player at random begins with what narrows the others
    fields = (
        Field("enhancements", Kind.TEXT),
        Field("route", Kind.TEXT),
        Field("command", choices=legal.commands, known=COMMANDS),
        Field("tactic", choices=legal.tactics, known=tuple(match.known.tactics)),
        Field("card", choices=legal.cards, known=tuple(match.known.by_name)),
        Field("to", choices=legal.to, known=match.board.spaces, way="route"),
        Field("target", choices=legal.targets, known=(*units, *match.board.spaces)),
        Field("ability", choices=legal.abilities, known=_ability_names(match.settings)),
        Field("unit", choices=legal.units, known=units),
    )
    return Form(
        "commands",
        seat,
        Command,
        fields,
        rows=COMMAND_ROWS,
        due=not asking,
        close=Close.AT_ONCE,
        counted=Counting(idle=Idle("", "your turn ended")),
        given=legal.given,
        clock=FormClock(TURN, _period(match)),
    )


@lru_cache(maxsize=16)
def _ability_names(settings: Settings) -> tuple[str, ...]:
    cards = settings.known.cards.values()
    return tuple(dict.fromkeys(ability.name for card in cards for ability in card.commanded))


def _answer(match: Match, question: Question) -> Form:
    shown: dict[str, Typed] = {"question": _question(match, question)}
    field = Field("answer", choices=answers(match.field, occasion_of(question)), required=True)
    return Form(
        "answers",
        question.seat,
        Answer,
        (field,),
        close=Close.AT_ONCE,
        shown=shown,
        clock=FormClock(REACTING, period=_period(match), reaction=True),
    )


def occasion_of(question: Question) -> Occasion:
    """Return the occasion that a question is about."""
    about, _, actor = question.about.partition(" ")
    return Occasion(question.seat, question.trigger, actor=actor, about=about)


_ASKED = {
    BEFORE: "{0} is about to act. React?",
    WHEN_ATTACKED: "{0} attacks {1} in melee. React?",
    AFTER_ATTACKED: "{1} has survived a melee attack by {0}. React?",
    ALLY_ATTACKED: "{0} attacks {1} in melee. React with a unit beside it?",
    ENTERS: "{0} enters a space beside one of your units. React?",
}
"""What is asked after each trigger: the enemy's unit is the first, the one that suffers it the second."""


def _question(match: Match, question: Question) -> str:
    occasion = occasion_of(question)
    field = match.field
    actor, about = field.by_id.get(occasion.actor), field.by_id.get(occasion.about)
    who = field.label_for(actor, question.seat) if actor else "The enemy"
    whom = field.label_for(about, question.seat) if about else "one of your units"
    return _ASKED[question.trigger].format(who, whom)


def _reactions(match: Match, seat: str) -> tuple[Form, ...]:
    """Return the form of standing orders: reactions, unless they are asked live, and Tactics with an effect each turn.

    It lists every reaction that a unit of the region could have, alive or not, so that the form reveals nothing about a
    legion.
    """
    field, player, live = match.field, match.player(seat), match.settings.reactions == "live"
    if live and not match.settings.advanced:
        return ()
    own_labels = tuple(field.own_label(unit) for unit in field.units_of(seat))
    enemies = tuple(field.label(unit) for unit in field.units_of(other(seat)))
    cards = legions.cards_for(match, player)
    abilities = () if live else tuple(each for card in cards for each in card.abilities)
    names = tuple(dict.fromkeys(each.name for each in abilities if each.kind == REACTION))
    tactics = tuple(name for name, tactic in match.known.tactics.items() if tactic.each_turn is not None)
    choices = (*names, *(tactics if match.settings.advanced else ()))
    labels = tuple(field.label_for(unit, seat) for unit in match.units)
    fields = (
        Field("to", choices=match.board.spaces, optional=True),
        Field("uses", Kind.WHOLE, low=0, high=MOST_USES, optional=True),
        Field("keep", Kind.WHOLE, default=0, low=0, high=MOST_KEPT, optional=True),
        Field("ally", choices=own_labels, known=labels, optional=True),
        Field("power", Kind.WHOLE, low=0, high=MOST_POWER, optional=True),
        Field("enemy", choices=(*TYPES, *enemies), known=labels, optional=True),
        Field("unit", choices=own_labels, known=labels, optional=True),
        Field("reaction", choices=choices),
    )
    return (Form("reactions", seat, React, fields, rows=REACTION_ROWS, close=Close.STANDING),)


def _look(match: Match, seat: str) -> Form:
    labels = tuple(match.field.label_for(unit, seat) for unit in match.units)
    shown: dict[str, Typed] = dict.fromkeys(("reach", "targets"))
    fields = (
        Field("unit", choices=labels, required=True),
        Field("space", choices=match.board.spaces, optional=True),
        Field("target", choices=labels, optional=True),
    )
    return Form("look", seat, Look, fields, rows=3, close=Close.ASK, shown=shown)
