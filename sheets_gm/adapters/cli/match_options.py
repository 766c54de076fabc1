"""The options for how a match is run: some have a flag such as --every; --set NAME=VALUE sets any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import click

from sheets_gm.gm.between.finding import policy_options
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.policy_option import PolicyOption, option_key
from sheets_gm.kernel.actions import BadAction

FLAGS = ("every", "at", "zone", "no show", "game masters")
"""The keys of options that have a command-line option of their own."""


class CreationOption(NamedTuple):
    """A choice for a new match that is not part of its policy."""

    argument: str
    metavar: str
    help: str


START, DICE, BEACON = (
    CreationOption(
        "start",
        "TIME",
        'With --open-seats: begin then, if each side has a player: "Sun 17:00", "2026-11-24 20:00" or 48h.',
    ),
    CreationOption(
        "dice",
        "keyed|manual",
        "keyed: the program rolls, and anyone can check it (default). manual: the GM rolls real dice and types what "
        "they show; only the first position is rolled by the program.",
    ),
    CreationOption(
        "beacon",
        "drand|none",
        "Mix a public round into the dice of each turn, so that nobody, not even whoever runs the sync, can foresee a "
        "roll. A turn is then played some 10 seconds after its lock.",
    ),
)
CREATION: Mapping[str, CreationOption] = {each.argument: each for each in (START, DICE, BEACON)}


class Assigned(NamedTuple):
    """The result of reading --set: *options* of the match by key, and *settings* of the game as typed."""

    options: Mapping[str, str]
    settings: tuple[str, ...]


def assigned_by(words: Sequence[str]) -> Assigned:
    """Return what *words* of the form NAME=VALUE assign. Raises `UsageError` if an option is assigned twice."""
    options: dict[str, str] = {}
    settings: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        key = option_key(name)
        if equals and (key in policy_options() or key in CREATION):
            if key in options:
                raise click.UsageError(f"{name} is set twice: write all of it in one --set.")
            options[key] = value.strip()
        else:
            settings.append(word)
    return Assigned(options, tuple(settings))


def flag(key: str, *, multiple: bool = False) -> Callable[[Any], Any]:
    """Return the flag for the match option *key*."""
    option = policy_options()[key]
    return click.option(
        f"--{option.argument}", key.replace(" ", "_"), multiple=multiple, metavar=option.metavar, help=option.help
    )


def new_options() -> Iterator[CreationOption | PolicyOption]:
    """Yield the options for `new --set` that concern the match, without those that have a flag."""
    options: list[CreationOption | PolicyOption] = list(CREATION.values())
    options += [option for key, option in policy_options().items() if option.new and key not in FLAGS]
    yield from sorted(options, key=lambda option: option.argument)


def chosen_policy(options: Mapping[str, str], seat: Callable[[str], str]) -> Policy:
    """Return the policy for *options* by key. *seat* finds a seat by name. Raises `UsageError`."""
    policy = Policy()
    for key, option in policy_options().items():
        if key in options:
            try:
                value = seat(options[key]) if option.seat else options[key]
                policy = option.chosen(policy, value)
            except BadAction as error:
                name = {"game masters": "--gm"}.get(key, f"--{option.argument}" if key in FLAGS else option.argument)
                raise click.UsageError(f"{name}: {error}") from error
    return policy


def creation_choice(options: Mapping[str, str], option: CreationOption) -> str:
    """Return the value of *option* in *options*. The default is “none” for a beacon and the first value for dice.

    Raises `UsageError` if the value is not allowed.
    """
    values = option.metavar.split("|")
    value = options.get(option.argument, "none" if option is BEACON else values[0])
    if value not in values:
        raise click.UsageError(f"{option.argument}: write {' or '.join(values)}.")
    return value
