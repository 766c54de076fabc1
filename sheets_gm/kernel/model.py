"""Values that can be stored, compared and digested.

Stored values are frozen, and an unknown field is an error. Equal values have equal digests, in whatever order their
mappings were built. Sets have no order, so store a sorted tuple instead.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import re
from functools import cache
from typing import Any, Literal, NamedTuple, Self, TypeVar

import orjson
from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, core_schema

M = TypeVar("M", bound="Model")


class Model(BaseModel):
    """A frozen value without extra fields. Rules return new values and never change one.

    Validation errors do not show the input: it may be a secret, and errors are logged.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="never", hide_input_in_errors=True)

    def but(self, **changes: Any) -> Self:
        """Return a copy with *changes* to its fields, which are not validated. Raises TypeError for an unknown field.

        Cached properties are not copied; the copy computes them again.
        """
        cls, current = self.__class__, self.__dict__
        fields = _fields_of(cls).defaults
        if len(current) != len(fields):
            current = {name: current[name] for name in fields}
        values = {**current, **changes}
        if len(values) != len(fields):
            raise TypeError(f"{cls.__name__} has no field {', '.join(sorted(changes.keys() - fields.keys()))}")
        named = self.__pydantic_fields_set__
        return _made(cls, values, named if named >= changes.keys() else {*named, *changes})

    @classmethod
    def unchecked(cls, **fields: Any) -> Self:
        """Return a value with *fields*, which are not validated. Raises TypeError if a field is missing or unknown.

        Use it only for values that the program itself has computed, never for input.
        """
        defaults, required, every = _fields_of(cls)
        values = {**defaults, **fields}
        if len(values) != len(defaults) or not fields.keys() >= required:
            wrong = ", ".join(sorted((fields.keys() - defaults.keys()) | (required - fields.keys())))
            raise TypeError(f"{cls.__name__} lacks a field or does not have it: {wrong}")
        return _made(cls, values, every if len(fields) == len(every) else set(fields))


_set_values = BaseModel.__dict__["__dict__"].__set__
_set_named, _set_extra, _set_private = (
    BaseModel.__dict__[f"__pydantic_{name}__"].__set__ for name in ("fields_set", "extra", "private")
)
"""Setters for each part of a model, even a frozen one, looked up once because values are made all the time."""


def _made(cls: type[M], values: dict[str, Any], named: set[str]) -> M:
    """Return a value of *cls* with all its fields. *named* are the fields that were given."""
    instance = object.__new__(cls)
    _set_values(instance, values)
    _set_named(instance, named)
    _set_extra(instance, None)
    _set_private(instance, None)
    return instance


class _Fields(NamedTuple):
    """The fields of a type: all of them in order with their *defaults*, the *required* ones, and *every* name as a set.

    Values may share the set of names, because it is never changed.
    """

    defaults: dict[str, Any]
    required: frozenset[str]
    every: set[str]


@cache
def _fields_of(cls: type[Model]) -> _Fields:
    fields = cls.model_fields
    required = frozenset(name for name, field in fields.items() if field.is_required())
    defaults = {name: field.get_default(call_default_factory=True) for name, field in fields.items()}
    return _Fields(defaults, required, set(fields))


class Kinded(Model):
    """A value that is stored with its *kind*, by which it is read again: the name of its class in words.

    The kind of `SkillUsed`, a class of events, is "skill_used". A class that is stored by another name has it as a
    field: `kind: Literal["heart_lost"] = "heart_lost"`. What is derived from a class with a kind has the same one.
    """

    kind: str = ""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        fields = inspect.get_annotations(cls)
        bases = (each for each in cls.__bases__ if issubclass(each, Kinded) and each is not Kinded)
        above = [each.model_fields["kind"].default for each in bases]
        if above == [""] and "kind" not in fields:
            cls.kind = kind_of(cls)
            cls.__annotations__ = {"kind": Literal[cls.kind], **fields}


def kind_of(cls: type[Kinded]) -> str:
    """The kind that a class has by its name."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()


class Shared(Model):
    """A value that many others contain, such as the settings of a match.

    A stored value may have null in its place. `holding` fills it in there, without another validation.
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
    """Return the validation context that puts *value* wherever a value of its type is null."""
    return {_HELD: value}


def canonical(value: Any) -> bytes:
    """*value* (a `Model`, or anything JSON can hold) as JSON with sorted keys and no spaces, in UTF-8."""
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    return _json(value, sort=True)


def as_ordered(value: Any) -> bytes:
    """Return *value* as JSON without spaces. Mappings keep their order."""
    return _json(value, sort=False)


def _json(value: Any, *, sort: bool) -> bytes:
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS if sort else None)
    except orjson.JSONEncodeError:  # an integer beyond 64 bits, which a player may well type
        return json.dumps(value, sort_keys=sort, separators=(",", ":"), ensure_ascii=False).encode()


def digest(value: Any) -> str:
    """Return SHA-256 of the canonical form of *value*, 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()
