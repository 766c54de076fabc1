"""A part of the record of a match: what is stored for one feature. The record itself knows no feature."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, Protocol, Self, TypeVar

from sheets_gm.kernel.model import Model


class HasParts(Protocol):
    """The parts of a record, as `Part` sees them."""

    @property
    def parts(self) -> dict[str, Any]: ...
    def but(self, **changes: Any) -> Self: ...


R = TypeVar("R", bound=HasParts)


class Part(Model):
    """What is stored of a match for one feature. Every field has a default, which is its value in a new match.

    *KEY* is its name in the stored record.
    """

    KEY: ClassVar[str]

    @classmethod
    def of(cls, record: HasParts) -> Self:
        """Return the part of *record*. Raises ValidationError if the stored value is not valid."""
        stored = record.parts.get(cls.KEY)
        if isinstance(stored, cls):
            return stored
        if stored is None:
            return cls._new()
        part = record.parts[cls.KEY] = cls.model_validate(stored)  # the same value, as it was stored: read once
        return part

    @classmethod
    @cache
    def _new(cls) -> Self:
        """Return the value in a new match, which is the same object each time."""
        return cls()

    @classmethod
    def change(cls, record: R, **changes: Any) -> R:
        """Return *record* with *changes* to this part."""
        before = cls.of(record)
        part = before.but(**changes)
        return record if part == before else part.on(record)

    def on(self, record: R) -> R:
        """Return *record* with this part instead of its earlier value."""
        return record.but(parts={**record.parts, self.KEY: self})
