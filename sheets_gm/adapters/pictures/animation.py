"""A whole match as one moving picture, small enough to be sent around."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from sheets_gm.adapters.files.replacing import replacing
from sheets_gm.adapters.pictures.fonts import Fonts
from sheets_gm.adapters.pictures.png import png_of
from sheets_gm.sheet.picture.svg import Picture

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES = 8_000_000
"""What Discord takes."""

MOST_FRAMES = 240
"""The most boards of one moving picture. Of a longer match it shows evenly spread ones."""

WIDEST = 1000
"""Pixels of the wider side of a frame, at most."""

COLOURS = 128

FRAME, LAST = 1500, 5000
"""Milliseconds that a board stays, and the last one."""

SMALLER = 0.8
"""By how much the frames of a file that is too large become smaller."""


def spread(count: int, most: int = MOST_FRAMES) -> tuple[int, ...]:
    """At most *most* of *count* frames, evenly spread, with the first and the last."""
    if count <= most:
        return tuple(range(count))
    return tuple(round(at * (count - 1) / (most - 1)) for at in range(most))


def write_gif(path: Path, frames: Sequence[Picture], fonts: Fonts | None = None) -> None:
    """Write *frames* as a GIF of at most `MOST_BYTES`. A half-written file never replaces a good one."""
    wide, high = max(each.width for each in frames), max(each.height for each in frames)
    scale = min(1.0, WIDEST / max(wide, high))
    made = _gif(frames, scale, (wide, high), fonts)
    while len(made) > MOST_BYTES:
        scale *= SMALLER
        made = _gif(frames, scale, (wide, high), fonts)
    with replacing(path) as partly:
        partly.write_bytes(made)


def _gif(frames: Sequence[Picture], scale: float, size: tuple[float, float], fonts: Fonts | None) -> bytes:
    from PIL import Image

    canvas = round(size[0] * scale), round(size[1] * scale)
    last = _frame(frames[-1], scale, canvas, fonts)
    # one palette for all, so that a frame holds only what has changed
    palette = last.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    images = (_frame(each, scale, canvas, fonts).quantize(palette=palette, dither=Image.Dither.NONE) for each in frames)
    first = next(images)
    buffer = BytesIO()
    durations = [FRAME] * (len(frames) - 1) + [LAST]
    first.save(buffer, "GIF", save_all=True, append_images=images, duration=durations, loop=0, optimize=False)
    return buffer.getvalue()


def _frame(picture: Picture, scale: float, canvas: tuple[int, int], fonts: Fonts | None) -> Image:
    """A frame as large as all of them, in the colour of its page where it is smaller itself."""
    from PIL import Image

    drawn = Image.open(BytesIO(png_of(picture.svg, scale, fonts))).convert("RGB")
    frame = Image.new("RGB", canvas, picture.page)
    frame.paste(drawn)
    return frame
