"""Discovery of features: every module next to this one that has a `FEATURE`, and those of other packages.

No list of features exists anywhere: adding a module adds a feature. Other packages declare features as entry points.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, TypeVar, Union

from pydantic import Field, TypeAdapter

import sheets_gm.gm.between
from sheets_gm.gm.between import GROUP
from sheets_gm.gm.between.feature import Box, DeskAction, Feature, SeatAction
from sheets_gm.gm.match_record.policy_option import PolicyOption, option_key
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.side_jobs import Report, guarded
from sheets_gm.kernel.actions import Action
from sheets_gm.kernel.defaults import no_values

A = TypeVar("A")


@cache
def features() -> tuple[Feature, ...]:
    """Return all features, in the order in which the tabs Desk and “Your seat” offer them."""
    return tuple(sorted(_found(), key=lambda feature: (feature.place, feature.name)))


def _found() -> Iterator[Feature]:
    for module in pkgutil.iter_modules(sheets_gm.gm.between.__path__, f"{sheets_gm.gm.between.__name__}."):
        feature = getattr(importlib.import_module(module.name), "FEATURE", None)
        if isinstance(feature, Feature):
            yield feature
    for entry in importlib.metadata.entry_points(group=GROUP):
        yield entry.load()


@cache
def owners() -> Mapping[type[Action], Feature]:
    """Return the feature of each action."""
    return MappingProxyType({kind: feature for feature in features() for kind in feature.effects})


@cache
def desk_actions() -> Mapping[str, DeskAction]:
    """Return the GM actions by name, in the order in which the Desk tab offers them."""
    return MappingProxyType({act: action for feature in features() for act, action in feature.desk.items()})


@cache
def seat_actions() -> Mapping[str, SeatAction]:
    """Return the actions of players by name, in the order in which the tab “Your seat” offers them."""
    return MappingProxyType({act: action for feature in features() for act, action in feature.seat.items()})


@cache
def policy_options() -> Mapping[str, PolicyOption]:
    """Return the options of the game master by key. Options that need a deadline come after those that set one."""
    options = [option for feature in features() for option in feature.options]
    ordered = sorted(options, key=lambda option: (option.needs_deadline, option.name))
    return MappingProxyType({option_key(option.name): option for option in ordered})


@cache
def talk_titles() -> frozenset[str]:
    """Return the labels of the entries with what people say."""
    return frozenset(action.TITLE for feature in features() for action in feature.says)


@cache
def _stored() -> TypeAdapter[Action]:
    kinds: Any = Annotated[Union[tuple(owners())], Field(discriminator="kind")]  # noqa: UP007 - made at run time
    return TypeAdapter(kinds)


def read_action(stored: Mapping[str, Any]) -> Action:
    """Return the action stored in JSON form. Raises ValidationError if no feature has one of this kind."""
    return _stored().validate_json(json.dumps(stored))


@cache
def _features_with(name: str) -> tuple[Feature, ...]:
    return tuple(feature for feature in features() if getattr(feature, name) is not no_values)


def from_each(name: str, ask: Callable[[Feature], Iterable[A]], report: Report) -> tuple[A, ...]:
    """Return the answers to *ask* of the features that offer what is called *name*, such as `due`.

    An exception in one goes to *report*, and the others still count.
    """
    answers: list[A] = []
    for feature in _features_with(name):
        with guarded(f"The feature {feature.name}", report):
            answers += tuple(ask(feature))
    return tuple(answers)


def due_actions(record: Record, now: float, report: Report) -> tuple[Action, ...]:
    """Return what the program itself does at *now* because of earlier actions."""
    return from_each("due", lambda feature: feature.due(record, now), report)


def after_step(record: Record) -> tuple[Action, ...]:
    """Return what the program itself does right after a step. *record* is that after the step."""
    return tuple(action for feature in features() for action in feature.after_step(record))


@cache
def boxes() -> Mapping[str, Box]:
    """Return the boxes of features on the tab GM, by name."""
    return MappingProxyType({feature.box.name: feature.box for feature in features() if feature.box is not None})


def by_boxes(record: Record, ticked: Mapping[str, bool]) -> tuple[Action, ...]:
    """Return the actions for boxes that are *ticked* although the match differs, or the other way round."""
    changed = [box for name, box in boxes().items() if ticked.get(name, box.is_ticked(record)) != box.is_ticked(record)]
    return tuple(action for box in changed for action in box.change(record))


def wakes(record: Record, report: Report) -> tuple[float, ...]:
    """Return the times at which something may be due because of earlier actions."""
    return from_each("wakes", lambda feature: feature.wakes(record), report)


def forget_found() -> None:
    """Clear the caches, so that the features are searched again."""
    caches = (features, owners, desk_actions, seat_actions, policy_options, talk_titles, boxes, _stored)
    for each in (*caches, _features_with):
        each.cache_clear()
