"""Colours as they are compared: Google answers each part as one of 256 steps, in more digits than it was sent."""

from __future__ import annotations

from typing import Any


def rounded(value: Any) -> Any:
    """*value* from JSON with each number in it as the nearest of 256 steps from 0 to 1."""
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return round(value * 255) if isinstance(value, float) else value
