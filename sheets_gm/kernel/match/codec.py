"""The conversion of the values of a match to and from their stored form, which is JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Annotated, Any, Generic, TypeVar, Union

from pydantic import Field, TypeAdapter

from sheets_gm.kernel.actions import ActionTaken
from sheets_gm.kernel.match.journal import Charter
from sheets_gm.kernel.model import Model, Shared, as_ordered, canonical, digest, holding
from sheets_gm.kernel.outcome import Event, Order, S, Uneventful
from sheets_gm.kernel.rules import Rules

M = TypeVar("M", bound=Model)


@lru_cache(maxsize=64)
def _adapter(types: tuple[type[M], ...]) -> TypeAdapter[M]:
    """Return an adapter that reads any of *types*, chosen by `kind`."""
    if len(types) == 1:
        return TypeAdapter(types[0])
    union: Any = Annotated[Union[types], Field(discriminator="kind")]  # noqa: UP007 - made at run time
    return TypeAdapter(union)


class Codec(Generic[S]):
    """A converter for the values of one match, to and from their stored form, which is JSON.

    Many states hold the settings of the match. The charter stores these already, so a state stores them only if an
    override has changed them.
    """

    def __init__(self, rules: Rules[S], charter: Charter) -> None:
        self._rules = rules
        self._charter = charter

    @cached_property
    def settings(self) -> Any:
        """The settings in the charter."""
        return self._rules.settings.model_validate(self._charter.settings)

    @cached_property
    def _settings_field(self) -> str | None:
        """The field of the state that holds the settings, if it has one."""
        fields = self._rules.state.model_fields.items()
        return next((name for name, field in fields if field.annotation is self._rules.settings), None)

    @cached_property
    def _orders(self) -> TypeAdapter[Order]:
        return _adapter(self._rules.orders)

    @cached_property
    def _events(self) -> TypeAdapter[Event]:
        return _adapter((*self._rules.events, ActionTaken, Uneventful))

    def state(self, stored: Mapping[str, Any]) -> S:
        """Return the state in *stored*. Raises ValidationError."""
        field = self._settings_field
        if field is None or field in stored:
            return self._rules.state.model_validate_json(_json(stored))
        # the settings are validated once, and shared by all states
        if isinstance(self.settings, Shared):
            return self._rules.state.model_validate_json(_json({**stored, field: None}), context=holding(self.settings))
        state = self._rules.state.model_validate_json(_json({**stored, field: self._charter.settings}))
        return state.but(**{field: self.settings})

    def stored(self, state: S) -> dict[str, Any]:
        """The stored form of *state*."""
        field = self._settings_field
        held = None if field is None else getattr(state, field)
        if field is None or (held is not self.settings and held != self.settings):
            return state.model_dump(mode="json")
        return state.model_dump(mode="json", exclude={field})

    def digest(self, stored: Mapping[str, Any], salt: bytes) -> str:
        """Return the published digest of a stored state: with *salt*, but without it in the first format."""
        if self._charter.format > 1:
            return hashlib.sha256(salt + canonical(stored)).hexdigest()
        field = self._settings_field
        whole = stored if field is None or field in stored else {**stored, field: self._charter.settings}
        return digest(whole)

    def orders(self, stored: Mapping[str, Iterable[Mapping[str, Any]]]) -> dict[str, tuple[Order, ...]]:
        """Return locked orders from their JSON form, sorted by seat."""
        return {
            seat: tuple(self._orders.validate_json(_json(order)) for order in stored[seat]) for seat in sorted(stored)
        }

    def events(self, stored: Iterable[Mapping[str, Any]]) -> tuple[Event, ...]:
        """Return events from their JSON form."""
        return tuple(self._events.validate_json(_json(event)) for event in stored)


def _json(stored: object) -> bytes:
    """Return the JSON text of *stored*. Validation of JSON accepts a list for a tuple, and is otherwise strict.

    Mappings keep their order, so a process that reads a position continues exactly like the one that played it.
    """
    return as_ordered(stored)
