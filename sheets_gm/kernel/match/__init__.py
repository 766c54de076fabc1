"""A match: its journal, the recorder that adds entries to it, and the proof that it was played by the rules."""

from __future__ import annotations
