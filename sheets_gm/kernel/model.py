"""Values that can be stored, compared and digested.

Laws: what is stored is frozen and closed (an unknown field is an error); equal values have equal digests, whatever
order their mappings were built in. Sets have no order and so no place in a stored value: use a sorted tuple.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Self

import orjson
from pydantic import BaseModel, ConfigDict

_set = object.__setattr__


class Model(BaseModel):
    """A frozen, closed value: rules return a new one, they never change one."""

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="never")

    def but(self, **changes: Any) -> Self:
        """The same value with *changes* to its fields. Their types are not validated again. TypeError for no field."""
        if not changes.keys() <= self.__dict__.keys():
            unknown = ", ".join(sorted(changes.keys() - self.__dict__.keys()))
            raise TypeError(f"{type(self).__name__} has no field {unknown}")
        made = self.__class__.__new__(self.__class__)
        _set(made, "__dict__", {**self.__dict__, **changes})
        _set(made, "__pydantic_fields_set__", self.__pydantic_fields_set__ | changes.keys())
        _set(made, "__pydantic_extra__", None)
        _set(made, "__pydantic_private__", None)
        return made


def canonical(value: Any) -> bytes:
    """*value* (a `Model`, or anything JSON can hold) as JSON with sorted keys and no spaces, in UTF-8."""
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError:  # an integer beyond 64 bits, which a player may well type
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(value: Any) -> str:
    """SHA-256 of the canonical form of *value*, 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()
