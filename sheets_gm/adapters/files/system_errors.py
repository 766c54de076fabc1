"""Turns errors of the operating system into one sentence: the cause, and what to do about it."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from types import MappingProxyType

REMEDIES: Mapping[int, str] = MappingProxyType(
    {
        errno.EACCES: "this user may not use it: run this as its owner, or give this user the right to write there",
        errno.EPERM: "it belongs to another user: run this as that user, or make this user its owner",
        errno.EROFS: "it is on a disk that is mounted read-only: mount it for writing, or name another place",
        errno.ENOSPC: "the disk is full: make room there",
        errno.EDQUOT: "this user has no space left on that disk: make room there",
        errno.EISDIR: "it is a folder: name a file",
        errno.EEXIST: "a part of its path is a file: name a path through folders",
        errno.ENOTDIR: "a part of its path is a file: name a path through folders",
        errno.ENAMETOOLONG: "its name is too long: choose a shorter one",
    }
)
"""What an error means, and what to do about it."""


def system_cause(error: OSError) -> str:
    """Return the cause of *error* and its remedy, without a full stop. Where none is known: the system's own words."""
    return REMEDIES.get(error.errno or 0) or (error.strerror or str(error) or type(error).__name__)


def system_sentence(error: OSError) -> str | None:
    """Return *error* as a sentence that names the file. Return None for an error that can only be a bug of ours."""
    if error.errno not in REMEDIES:
        return None
    return f"{error.filename or 'A file'}: {system_cause(error)}."
