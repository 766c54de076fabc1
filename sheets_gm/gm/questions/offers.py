"""Questions about what a game offers before anybody plays it: orders, events, settings, numbers of players."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sheets_gm.games.play_out import largest, player_counts, seats_for
from sheets_gm.games.variants import variants
from sheets_gm.gm.questions.played import Played, Wrong, few
from sheets_gm.kernel.defaults import no_values
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import GM


def has_a_title_and_a_version(played: Played) -> Iterator[Wrong]:
    """The game must have a title for people and a version for matches."""
    for part in ("title", "version"):
        if not getattr(played.game, part):
            yield Wrong(f"it has no {part}", part)


def tells_orders_and_events_apart_by_their_kind(played: Played) -> Iterator[Wrong]:
    """The kinds of orders must differ, and those of events too, because stored values are read again by their kind."""
    for part in ("orders", "events"):
        types: Sequence[type[Model]] = getattr(played.game, part)
        if not types:
            yield Wrong(f"it has no {part}, so no match of it could be read again", part)
        kinds: dict[str, type[Model]] = {}
        for each in types:
            kind = each.model_fields["kind"].default
            if kind in kinds:
                yield Wrong(f"{each.__name__} has the kind of {kinds[kind].__name__}", each)
            else:
                kinds[kind] = each
            if not each.model_config.get("frozen") or each.model_config.get("extra") != "forbid":
                yield Wrong(f"{each.__name__} is not frozen, or takes fields that it does not name", each)


def stores_its_settings(played: Played) -> Iterator[Wrong]:
    """The default settings must be the same after they were stored and read again."""
    settings = played.settings
    if played.game.settings.model_validate(json.loads(settings.model_dump_json())) != settings:
        yield Wrong("its settings are others once they were stored", played.game.settings)


def says_what_each_setting_means(played: Played) -> Iterator[Wrong]:
    """Every setting must have a description, for game masters who ask what can be set."""
    for name, field in played.game.settings.model_fields.items():
        if not (field.description or "").strip():
            yield Wrong(f"its setting {name} does not say what it means", played.game.settings)


def starts_with_a_full_table(played: Played) -> Iterator[Wrong]:
    """A match must start if every seat of the default settings has a player."""
    seats = seats_for(played.game, played.settings)
    names = [seat.id for seat in seats]
    if len(set(names)) < len(names) or len(names) < 2 or GM in names:
        yield Wrong(f"its seats must be two or more with names of their own, and none {GM}: {names}", "places")
    for remark in played.game.people.seating(played.settings, seats):
        if remark.refuses:
            yield Wrong(f"a full table may not start: {remark.text}", "seating")


def starts_with_as_few_and_as_many_as_it_says(played: Played) -> Iterator[Wrong]:
    """The numbers of players that the game states must be the fewest and the most with which a match can start."""
    game, settings = played.game, played.settings
    least, most = game.players
    counts = player_counts(game, settings)
    if not counts or counts[0] != least:
        yield Wrong(f"it is for {least} players and more, and may start with {counts or 'nobody'}", "players")
    elif largest(game)[1] != most:
        yield Wrong(
            f"it is for up to {most} players, and no settings have more seats than {largest(game)[1]}", "players"
        )
    lenient = replace(game, people=replace(game.people, seating=no_values))
    playing = [seat for seat in seats_for(game, settings) if not seat.neutral]
    too_many = (*playing, *(playing[0].but(id=f"more{at}") for at in range(most - len(playing) + 1)))
    for wrong in (playing[: least - 1], too_many):
        remarks = lenient.why_not(settings, wrong)
        if [remark.refuses for remark in remarks] != [True]:
            yield Wrong(f"{len(wrong)} players may start", "players")


def has_no_side_for_a_neutral_seat(played: Played) -> Iterator[Wrong]:
    """A neutral seat, such as a judge, must not belong to the team of a player."""
    places = played.game.places(played.settings)
    sides = {place.team for place in places if not place.neutral}
    for place in places:
        if place.neutral and place.team in sides:
            yield Wrong(f"the neutral seat {place.id} is of the players' team {place.team}", "places")


def says_how_one_of_many_sides_leaves(played: Played) -> Iterator[Wrong]:
    """If any setting allows more than two sides, the game must have `leave`."""
    for settings in few(variants(played.game.settings), 15):
        sides = {place.team for place in played.game.places(settings) if not place.neutral}
        if len(sides) > 2 and played.game.people.leave is None:
            yield Wrong(f"a match may have {len(sides)} sides, and nothing says how one of them leaves", "leave")
            return


QUESTIONS = (
    has_a_title_and_a_version,
    tells_orders_and_events_apart_by_their_kind,
    stores_its_settings,
    says_what_each_setting_means,
    starts_with_a_full_table,
    starts_with_as_few_and_as_many_as_it_says,
    has_no_side_for_a_neutral_seat,
    says_how_one_of_many_sides_leaves,
)
