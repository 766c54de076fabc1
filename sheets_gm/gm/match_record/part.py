"""A part of the record of a match: what is stored for one feature. The record itself knows no feature."""

from __future__ import annotations

from typing import ClassVar, Self

from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.model import Model


class Part(Model):
    """What is stored of a match for one feature. Its fields have defaults, which are those of a new match.

    *KEY* is its name in the stored record.
    """

    KEY: ClassVar[str]

    @classmethod
    def of(cls, record: Record) -> Self:
        """The part of *record*. ValidationError where what is stored is none."""
        stored = record.parts.get(cls.KEY)
        if isinstance(stored, cls):
            return stored
        return cls() if stored is None else cls.model_validate(stored)

    def on(self, record: Record) -> Record:
        """*record* with this part in the place of the one before."""
        return record.but(parts={**record.parts, self.KEY: self})
