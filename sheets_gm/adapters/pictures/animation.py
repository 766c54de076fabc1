"""A whole match as an animated picture, small enough to be sent around."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheets_gm.adapters.files.replacing import replacing
from sheets_gm.adapters.pictures.fonts import Fonts
from sheets_gm.adapters.pictures.png import png_of
from sheets_gm.sheet.picture.svg import Picture

if TYPE_CHECKING:
    from PIL.Image import Image

MOVING = (".gif", ".webp")
"""How the names of moving pictures end."""

MOST_BYTES = 8_000_000
"""The limit of Discord."""

WIDEST = 1000
"""Pixels of the wider side of a frame, at most."""

COLOURS = 128

LENGTH = 12_000
"""Milliseconds of a moving picture; the last board stays twice as long as the others."""

LONGEST = 2_500
"""Milliseconds that a board stays, at most."""

EFFORT = 30
"""The effort to compress a WebP, from 0 to 100."""

SMALLER = 0.8
"""The factor by which frames shrink if the file is too large."""


def write_animation(path: Path, frames: Sequence[Picture], fonts: Fonts | None = None) -> None:
    """Write *frames* as an animation of at most `MOST_BYTES`: WebP if *path* ends so, else GIF.

    The file is replaced only by a complete one.
    """
    made_as = _webp if path.suffix.lower() == ".webp" else _gif
    wide, high = max(each.width for each in frames), max(each.height for each in frames)
    scale = min(1.0, WIDEST / max(wide, high))
    data = made_as(frames, scale, (wide, high), fonts)
    while len(data) > MOST_BYTES:
        scale *= SMALLER
        data = made_as(frames, scale, (wide, high), fonts)
    with replacing(path) as partly:
        partly.write_bytes(data)


def _gif(frames: Sequence[Picture], scale: float, size: tuple[float, float], fonts: Fonts | None) -> bytes:
    from PIL import Image

    canvas = round(size[0] * scale), round(size[1] * scale)
    last = _frame(frames[-1], scale, canvas, fonts)
    # one palette for all, so that a frame holds only what has changed
    palette = last.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    images = (_frame(each, scale, canvas, fonts).quantize(palette=palette, dither=Image.Dither.NONE) for each in frames)
    return _saved(images, "GIF", len(frames), optimize=False)


def _webp(frames: Sequence[Picture], scale: float, size: tuple[float, float], fonts: Fonts | None) -> bytes:
    canvas = round(size[0] * scale), round(size[1] * scale)
    images = (_frame(each, scale, canvas, fonts) for each in frames)
    # boards are flat colours, which take less room without loss
    return _saved(images, "WEBP", len(frames), lossless=True, quality=EFFORT, method=0)


def _saved(images: Iterator[Image], kind: str, count: int, **options: Any) -> bytes:
    first = next(images)
    buffer = BytesIO()
    frame = min(LONGEST, LENGTH // (count + 1))
    durations = [frame] * (count - 1) + [2 * frame]
    first.save(buffer, kind, save_all=True, append_images=images, duration=durations, loop=0, **options)
    return buffer.getvalue()


def _frame(picture: Picture, scale: float, canvas: tuple[int, int], fonts: Fonts | None) -> Image:
    """Return a frame in the size *canvas*; where the picture is smaller, the rest has the colour of its page."""
    from PIL import Image

    drawn = Image.open(BytesIO(png_of(picture.svg, scale, fonts))).convert("RGB")
    frame = Image.new("RGB", canvas, picture.page)
    frame.paste(drawn)
    return frame
