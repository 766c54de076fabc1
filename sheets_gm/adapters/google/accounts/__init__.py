"""The accounts with which this program calls Google: their credentials, and signing in."""

from __future__ import annotations
