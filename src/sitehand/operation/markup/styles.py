"""CSS that WordPress lets those write who may not write all HTML.

Source: https://developer.wordpress.org/reference/functions/safecss_filter_attr/
"""

# ruff: noqa: SIM905 - long lists of plain names read best as text
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import tinycss2

from sitehand.operation.markup.allowed import allows_address

PROPERTIES = frozenset(
    "background background-color background-image background-position background-repeat background-size"
    " background-attachment background-blend-mode border border-radius border-width border-color border-style"
    " border-right border-right-color border-right-style border-right-width border-bottom border-bottom-color"
    " border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width border-left"
    " border-left-color border-left-style border-left-width border-top border-top-color border-top-left-radius"
    " border-top-right-radius border-top-style border-top-width border-spacing border-collapse caption-side columns"
    " column-count column-fill column-gap column-rule column-span column-width display color filter font font-family"
    " font-size font-style font-variant font-weight letter-spacing line-height text-align text-decoration text-indent"
    " text-transform white-space height min-height max-height width min-width max-width margin margin-right"
    " margin-bottom margin-left margin-top margin-block-start margin-block-end margin-inline-start margin-inline-end"
    " padding padding-right padding-bottom padding-left padding-top padding-block-start padding-block-end"
    " padding-inline-start padding-inline-end flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap"
    " gap row-gap grid-template-columns grid-auto-columns grid-column-start grid-column-end grid-column"
    " grid-column-gap grid-template-rows grid-auto-rows grid-row-start grid-row-end grid-row grid-row-gap grid-gap"
    " justify-content justify-items justify-self align-content align-items align-self clear cursor direction float"
    " list-style-type object-fit object-position opacity overflow vertical-align writing-mode position top right bottom"
    " left z-index box-shadow aspect-ratio container-type fill fill-opacity fill-rule stroke stroke-dasharray"
    " stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width"
    " color-interpolation color-interpolation-filters paint-order stop-color stop-opacity flood-color flood-opacity"
    " lighting-color marker marker-end marker-mid marker-start clip-path clip-rule mask mask-type cx cy r rx ry x y d"
    " alignment-baseline baseline-shift dominant-baseline glyph-orientation-horizontal glyph-orientation-vertical"
    " text-anchor unicode-bidi word-spacing font-size-adjust font-stretch color-rendering image-rendering"
    " shape-rendering text-rendering vector-effect transform transform-origin pointer-events visibility".split()
)
ADDRESSED = frozenset(
    "background background-image cursor filter clip-path fill marker marker-end marker-mid marker-start mask"
    " stroke".split()
)
"""Properties that may have `url()`; one that is made up (`--name`) may too."""
PICTURED = frozenset({"background", "background-image"})
GRADIENTS = frozenset(
    f"{again}{shape}-gradient" for again in ("", "repeating-") for shape in ("linear", "radial", "conic")
)
FUNCTIONS = frozenset(
    "var calc min max minmax clamp repeat matrix matrix3d perspective rotate rotate3d rotatex rotatey rotatez scale"
    " scale3d scalex scaley scalez skew skewx skewy translate translate3d translatex translatey translatez circle"
    " ellipse inset path polygon rect shape xywh".split()
)
MAX_STYLE = 4_000
"""Characters. Nobody writes longer ones, and Python reads no number of over 4,300 digits."""
NOT_ALLOWED = frozenset({"error", "comment", "() block", "[] block", "{} block"})
"""Types of tokens that a value must not have."""
_PLAIN = re.compile(r"\s*([a-z-]+)\s*:\s*[\w\s.,%#+-]*")
_ODD = re.compile(r"[\\&=}{]|/\*")
_PROGRAM = re.compile(
    r"</|\\|expression\s*\(|(?:java|vb)script\s*:|behaviou?r\s*:|-moz-binding|@import|data\s*:\s*text", re.IGNORECASE
)


@lru_cache(maxsize=4096)
def allows_style(style: str) -> bool:
    """Whether a `style` attribute may say this; all of it, or WordPress changes it."""
    if len(style) > MAX_STYLE:
        return False
    parts = [part for part in style.split(";") if part.strip()]
    if all((plain := _PLAIN.fullmatch(part)) and plain[1] in PROPERTIES for part in parts):
        return True
    return all(
        map(_allows_declaration, tinycss2.parse_blocks_contents(style, skip_comments=False, skip_whitespace=True))
    )


def runs_program(css: str) -> bool:
    """Whether a sheet of styles could run something, fetch another sheet, or end before its end."""
    return _PROGRAM.search(css) is not None


def _allows_declaration(node: Any) -> bool:
    if node.type != "declaration":
        return False
    made_up = re.fullmatch(r"--[a-zA-Z0-9_-]+", node.name) is not None
    return (made_up or node.lower_name in PROPERTIES) and _allows_tokens(node.value, node.lower_name, made_up=made_up)


def _allows_tokens(tokens: Iterable[Any], name: str, *, made_up: bool) -> bool:
    return all(_allows_token(token, name, made_up=made_up) for token in tokens)


def _allows_token(token: Any, name: str, *, made_up: bool) -> bool:
    """Whether a value may have this, at its own level: what is within a function that may be there is not a program."""
    if token.type in ("url", "function") and (token.type == "url" or token.lower_name == "url"):
        address = token.value if token.type == "url" else tinycss2.serialize(token.arguments).strip(" \"'")
        return (made_up or name in ADDRESSED) and bool(address) and allows_address(address)
    if token.type == "function":
        known = token.lower_name in FUNCTIONS or (token.lower_name in GRADIENTS and (made_up or name in PICTURED))
        return known and not runs_program(tinycss2.serialize(token.arguments))
    return token.type not in NOT_ALLOWED and not _ODD.search(token.serialize())
