"""The card of a match as a file."""

from __future__ import annotations

from sheets_gm.adapters.pictures.png import png_of
from sheets_gm.gm.story.audience import Audience
from sheets_gm.gm.story.card import card_svg
from sheets_gm.gm.story.past import Past


def card_png(past: Past, audience: Audience) -> bytes:
    """Return the card of *past* as *audience* may know it, as PNG in the size for previews of links."""
    return png_of(card_svg(past, audience))
