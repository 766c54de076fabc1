"""SVG as PNG."""

from __future__ import annotations

from sheets_gm.adapters.pictures.fonts import Fonts, installed_fonts, needs_more


def png_of(svg: str, scale: float = 1.0, fonts: Fonts | None = None) -> bytes:
    """Return the picture *svg* as PNG, enlarged by *scale*. Without *fonts*, those of this machine are used."""
    import resvg_py

    fonts = fonts or installed_fonts()
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=scale,
            font_files=list(fonts.files),
            font_family="Roboto",
            sans_serif_family="Roboto",
            skip_system_fonts=not (fonts.system and needs_more(svg)),
        )
    )
