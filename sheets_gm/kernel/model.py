"""Values that can be stored, compared and digested.

Stored values are frozen, and an unknown field is an error. Equal values have equal digests, in whatever order their
mappings were built. Sets have no order, so store a sorted tuple instead.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Self

import orjson
from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, core_schema

_set = object.__setattr__


class Model(BaseModel):
    """A frozen value without extra fields. Rules return new values and never change one."""

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="never")

    def but(self, **changes: Any) -> Self:
        """A copy with *changes* to its fields, which are not validated. TypeError for an unknown field."""
        if not changes.keys() <= self.__dict__.keys():
            unknown = ", ".join(sorted(changes.keys() - self.__dict__.keys()))
            raise TypeError(f"{type(self).__name__} has no field {unknown}")
        copy = self.__class__.__new__(self.__class__)
        _set(copy, "__dict__", {**self.__dict__, **changes})
        _set(copy, "__pydantic_fields_set__", self.__pydantic_fields_set__ | changes.keys())
        _set(copy, "__pydantic_extra__", None)
        _set(copy, "__pydantic_private__", None)
        return copy


class Shared(Model):
    """A value that many others hold, such as the settings of a match.

    Where a stored value has null in its place, `holding` puts the same value there, without validating it again.
    """

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type[Any], handler: GetCoreSchemaHandler) -> CoreSchema:
        # around the validators of every subclass, which a model validator here would come before
        def held_or_read(value: Any, read: core_schema.ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
            held = info.context.get(_HELD) if value is None and info.context else None
            return held if isinstance(held, source) else read(value)

        return core_schema.with_info_wrap_validator_function(held_or_read, handler(source))


_HELD = "held"


def holding(value: Shared) -> dict[str, Any]:
    """The context of a validation in which *value* stands wherever one of its type is null."""
    return {_HELD: value}


def canonical(value: Any) -> bytes:
    """*value* (a `Model`, or anything JSON can hold) as JSON with sorted keys and no spaces, in UTF-8."""
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    return _json(value, sort=True)


def as_ordered(value: Any) -> bytes:
    """*value*, which is made of what JSON can hold, as JSON without spaces; its mappings keep their order."""
    return _json(value, sort=False)


def _json(value: Any, *, sort: bool) -> bytes:
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS if sort else None)
    except orjson.JSONEncodeError:  # an integer beyond 64 bits, which a player may well type
        return json.dumps(value, sort_keys=sort, separators=(",", ":"), ensure_ascii=False).encode()


def digest(value: Any) -> str:
    """SHA-256 of the canonical form of *value*, 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()
