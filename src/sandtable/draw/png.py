"""Pictures in pixels, where SVG cannot be shown."""

from __future__ import annotations

import importlib


class PngUnavailableError(ImportError):
    """The part that turns SVG into PNG is not installed."""

    def __init__(self) -> None:
        super().__init__(
            'PNG pictures need the optional part "png": pip install "sandtable[png]". '
            "SVG needs nothing more."
        )


def png_of(svg: str, width: int = 1400) -> bytes:
    """A drawing as PNG.

    Args:
        svg: The drawing.
        width: Its width in pixels.

    Raises:
        PngUnavailableError: If the extra ``png`` is not installed.
    """
    try:
        resvg = importlib.import_module("resvg_py")
    except ImportError:
        raise PngUnavailableError from None
    return bytes(resvg.svg_to_bytes(svg_string=svg, width=width))
