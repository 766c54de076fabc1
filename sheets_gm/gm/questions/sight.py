"""Questions about what people learn of a match, and who learns it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from sheets_gm.games.play_out import fill, next_orders
from sheets_gm.gm.questions.played import Played, Wrong, few, in_turn
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import GM, Event, Outcome, Uneventful
from sheets_gm.kernel.rules import Secrecy


def _happened(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if not isinstance(event, Uneventful)]


def makes_a_sentence_of_every_event(played: Played) -> Iterator[Wrong]:
    """Every event must have a sentence with a capital letter, a clause, and an audience of seats and teams."""
    game = played.game
    for match in played.matches:
        seats = {seat.id: seat for seat in match.seats}
        eyes = {seat.team for seat in match.seats} | set(seats) | {GM}
        for step in played.steps(match):
            if not game.label(step.state):
                yield Wrong(f"entry {step.entry.number} of a random match has no label", "label")
            for event in _happened(step.events):
                name, line = type(event).__name__, game.describe(event, seats).strip()
                if type(event) not in game.events:
                    yield Wrong(f"{name} is not among its events", "events")
                if not line or re.match(r"\W*[a-z]+\b", line):
                    yield Wrong(f"{name} is no sentence with a capital: “{line}”", "describe")
                if not re.fullmatch(r"[A-Z]+-R?[0-9]+[a-z]?", event.clause):
                    yield Wrong(f"{name} has the clause “{event.clause}”, and not one like ABC-31", type(event))
                if not set(event.audience or ()) <= eyes:
                    yield Wrong(f"{name} is for {event.audience}, of whom not all are seats or teams", type(event))


def reports_every_event_that_stands_alone(played: Played) -> Iterator[Wrong]:
    """A report must not be empty if something happened."""
    game = played.game
    for match in played.matches:
        seats = {seat.id: seat for seat in match.seats}
        for step in played.steps(match):
            events = _happened(step.events)
            alone = [game.paragraphs((event,), seats) for event in events]
            whole = game.paragraphs(events, seats)
            if bool(whole) != bool(events) or not all(alone):
                yield Wrong(f"the report of {step.entry.label} leaves out what happened", "report")
            for each in (*whole, *chain.from_iterable(alone)):
                if not each.text or each.text.strip() != each.text or "{" in each.text:
                    yield Wrong(f"a paragraph of the report is “{each.text}”", "report")


def shows_everything_to_everybody_if_it_says_so(played: Played) -> Iterator[Wrong]:
    """If the game says that nothing is hidden, this must be true: questions about secrets are skipped then."""
    game = played.game
    if game.secrecy is not Secrecy.OPEN:
        return
    for match in played.matches:
        shown: dict[str, Any] = {}
        for step in played.steps(match):
            for event in step.events:
                if event.audience is not None:
                    yield Wrong(f"it hides nothing, and not everybody may know of {type(event).__name__}", "secrecy")
            if any(roll.hidden for roll in step.entry.rolls):
                yield Wrong("it hides nothing, and has hidden rolls", "secrecy")
            seen = digest([game.view(step.state, None).model_dump(mode="json"), game.label(step.state)])
            if shown.setdefault(seen, step.state) != step.state:
                yield Wrong("it hides nothing, and two positions look the same to the public", "view")


def shows_nobody_what_a_seat_may_not_know(played: Played) -> Iterator[Wrong]:
    """A seat's view must depend only on what it saw before and on the events that it may know.

    So others give other orders, and hidden dice show other values. If a seat then gets the same events, it must see the
    same view, row for row, and get the same forms.
    """
    game = played.game
    if game.secrecy is Secrecy.OPEN:
        return
    compared = 0
    for match in played.matches:
        watching = [(seat.id, seat.team) for seat in match.seats]
        for at, step in enumerate(played.steps(match, 3)):
            forms = played.opened(step.state)
            if not forms:
                continue
            rows, others = (fill(game, step.state, forms, {}, f"secret {n}") for n in range(2))
            one = played.resolved(step.state, next_orders(rows), "one")
            for who in [*few(in_turn(at, watching), 2, at), ()]:
                own_rows = [row for row in rows if _is_of(row.form, who)]
                mixed = [*own_rows, *(row for row in others if not _is_of(row.form, who))]
                other = played.resolved(step.state, next_orders(mixed), "other")
                if not _told_alike(played, who, one, other):
                    continue
                compared += 1
                seat = who[0] if who else None
                if digest(game.view(one.state, seat)) != digest(game.view(other.state, seat)):
                    yield Wrong(f"what {seat or 'the public'} sees tells what others did in secret", "view")
                asked = [[form for form in game.open(each.state) if _is_of(form, who)] for each in (one, other)]
                if asked[0] != asked[1]:
                    yield Wrong(f"what {seat or 'the public'} is asked tells what others did in secret", "open")
    if not compared and not played.over():
        yield Wrong("no two outcomes were ever told alike to anybody, so what is its secret?", "secrecy")


def _is_of(form: Form, who: tuple[str, ...]) -> bool:
    """Return whether *who*, a seat and its team, fills in *form*."""
    return form.seat in (who[1:] if form.who.team else who[:1])


def _told_alike(played: Played, who: tuple[str, ...], one: Outcome[Any], other: Outcome[Any]) -> bool:
    """Return whether two different outcomes looked the same to *who*: a seat and its team, or nobody for the public."""
    told = [[event for event in each.events if event.known_to(*who)] for each in (one, other)]
    labels = [played.game.label(each.state) for each in (one, other)]
    return one.state != other.state and told[0] == told[1] and labels[0] == labels[1]


QUESTIONS = (
    makes_a_sentence_of_every_event,
    reports_every_event_that_stands_alone,
    shows_everything_to_everybody_if_it_says_so,
    shows_nobody_what_a_seat_may_not_know,
)
