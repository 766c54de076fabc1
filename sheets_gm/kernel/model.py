"""Values that can be stored, compared and digested.

Laws: what is stored is frozen and closed (an unknown field is an error); equal values have equal digests, whatever
order their mappings were built in. Sets have no order and so no place in a stored value: use a sorted tuple.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Self

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A frozen, closed value: rules return a new one, they never change one."""

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="never")

    def but(self, **changes: Any) -> Self:
        """The same value with *changes*. The caller answers for their types: nothing is validated again."""
        return self.model_copy(update=changes)


def canonical(value: Any) -> bytes:
    """*value* (a `Model`, or anything JSON can hold) as JSON with sorted keys and no spaces, in UTF-8."""
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(value: Any) -> str:
    """SHA-256 of the canonical form of *value*, 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()
