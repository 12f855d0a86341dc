"""Cleans one drawing (SVG): writes `full` from what is allowed here, and tells what was left out (`bounded.py`).

The text is written anew, element by element, as the parser reports them: what has no name here is in no output. A
document that declares anything itself, as entities, is refused before it can use it.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape

import tinycss2
from tinycss2.ast import Node


def _list_names(text: str) -> frozenset[str]:
    return frozenset(text.split())


SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
MAX_ELEMENTS, MAX_DEPTH = 100_000, 200
MAX_DRAWN = 200_000
"""Elements when each `use` draws its target again: ten of ten of ten would keep a browser busy for years."""
MAX_TOLD = 20
ELEMENTS = _list_names("""
    a animate animateMotion animateTransform circle clipPath defs desc ellipse feBlend feColorMatrix
    feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
    feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
    fePointLight feSpecularLighting feSpotLight feTile feTurbulence filter g image line linearGradient marker mask mpath
    path pattern polygon polyline radialGradient rect set stop style svg switch symbol text textPath title tspan use
    view
""")
"""Source: SVG 2, without scripts, foreign objects, sound, film and what loads fonts or colour profiles."""
DRAWN = _list_names("""
    alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters cx cy
    d direction display dominant-baseline dx dy fill fill-opacity fill-rule filter flood-color flood-opacity font-family
    font-size font-size-adjust font-stretch font-style font-variant font-weight fr fx fy gradientTransform height
    image-rendering letter-spacing lighting-color marker-end marker-mid marker-start mask mask-type offset opacity order
    overflow paint-order patternTransform pathLength points preserveAspectRatio r rx ry shape-rendering startOffset
    stdDeviation stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering textLength transform
    transform-origin unicode-bidi vector-effect viewBox visibility width word-spacing writing-mode x x1 x2 y y1 y2
    z
""")
"""Attributes that draw, all of which may be animated; `href`, `style` and handlers may not."""
ATTRIBUTES = DRAWN | _list_names("""
    accumulate additive amplitude aria-describedby aria-hidden aria-label aria-labelledby attributeName attributeType
    azimuth baseFrequency begin bias by calcMode class clipPathUnits diffuseConstant divisor dur edgeMode elevation end
    exponent fill filterUnits from gradientUnits id in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength keyPoints
    keySplines keyTimes lang lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits
    maskUnits max media method min mode numOctaves operator orient origin path patternContentUnits patternUnits
    pointsAtX pointsAtY pointsAtZ primitiveUnits radius refX refY repeatCount repeatDur restart result role rotate scale
    seed side slope spacing specularConstant specularExponent spreadMethod stitchTiles surfaceScale systemLanguage
    tableValues targetX targetY to type values version xChannelSelector yChannelSelector zoomAndPan
""")
ANIMATIONS = frozenset({"animate", "animateTransform", "set"})
PICTURES = frozenset({"image", "feImage"})
LINK = re.compile(r"[ \t\r\n]*#[^\s%]*[ \t\r\n]*")
"""To a part of the drawing, spelt as its id is: browsers leave out line breaks, and decode what is behind a percent."""
PICTURE = re.compile(r"data:image/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=\s]*")
FUNCTIONS = _list_names("""
    blur brightness calc circle clamp color color-mix contrast cubic-bezier drop-shadow ellipse grayscale hsl hsla
    hue-rotate hwb inset invert lab lch linear matrix matrix3d max min oklab oklch opacity path perspective polygon rgb
    rgba rotate rotate3d rotatex rotatey rotatez saturate scale scale3d scalex scaley sepia skew skewx skewy steps
    translate translate3d translatex translatey translatez var
""")
"""Functions of CSS that load nothing."""
GROUPS = frozenset({"media", "supports", "keyframes"})
"""At-rules that only hold other rules."""
TOLD = ATTRIBUTES | _list_names("""
    href style base onload onclick onmouseover onerror onbegin onend onfocusin <!DOCTYPE> <?xml-stylesheet?> <a>
    <animate> <animateTransform> <audio> <embed> <foreignObject> <handler> <iframe> <image> <metadata> <script> <set>
    <style> <svg> <video> @charset @font-face @import @layer @namespace @property
""")
"""Names of what is left out that are told. A file may have any others, with words in them for who reads the answer."""
LENGTH = re.compile(r"\s*([0-9]{1,6}(?:\.[0-9]*)?)(?:px)?\s*")


class Cleaner:
    """Takes what the parser reports, and has the clean text in `written`, and what was left out in `left_out`."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.left_out: Counter[str] = Counter()
        self.measures = (0, 0)
        self._open: list[tuple[str, str]] = []
        self._skipped = self._number = 0
        self._style: list[str] | None = None
        self._spans: dict[str, tuple[int, int]] = {}
        self._uses: list[tuple[int, str]] = []

    def declare(self, name: str, system_id: str | None, public_id: str | None, subset: int) -> None:
        """A document type: left out, or refused with what it declares itself."""
        if subset:
            raise ValueError("The SVG declares entities, or other rules of its own. Save it without a document type.")
        self.left_out["<!DOCTYPE>"] += 1

    def instruct(self, target: str, data: str) -> None:
        """A processing instruction, such as one for a style sheet."""
        self.left_out[f"<?{target[:40]}?>"] += 1

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """The start of an element."""
        self._number += 1
        space, _, local = name.rpartition(" ")
        if self._number == 1 and (space, local) != (SVG, "svg"):
            raise ValueError("The SVG does not begin with an svg element of SVG's namespace.")
        if self._number > MAX_ELEMENTS or len(self._open) + self._skipped > MAX_DEPTH:
            raise ValueError(f"The SVG has more than {MAX_ELEMENTS:,} elements, or {MAX_DEPTH} in each other.")
        if self._skipped or not self._is_allowed(space, local, attributes):
            self.left_out[f"<{local[:40]}>"] += 0 if self._skipped else 1
            self._skipped += 1
            return
        known_as = self._note(local, attributes)
        spaces = f' xmlns="{SVG}" xmlns:xlink="{XLINK}"' if not self._open else ""
        self.written.append(f"<{local}{spaces}{''.join(self._list_attributes(local, attributes))}>")
        self._open.append((local, known_as))
        self._style = [] if local == "style" else None

    def end(self, name: str) -> None:
        """The end of an element."""
        if self._skipped:
            self._skipped -= 1
            return
        local, known_as = self._open.pop()
        if self._style is not None:
            self.written.append(escape(clean_sheet("".join(self._style), self.left_out)))
            self._style = None
        self.written.append(f"</{local}>")
        if known_as:
            self._spans[known_as] = (self._spans[known_as][0], self._number)

    def add(self, text: str) -> None:
        """Text between tags."""
        if self._skipped:
            return
        if self._style is not None:
            self._style.append(text)
        else:
            self.written.append(escape(text))

    def check_drawn(self) -> None:
        """Raise ValueError for a drawing that draws itself again and again."""
        known: dict[str, int] = {}

        def count(first: int, last: int) -> int:
            place, drawn = bisect_left(self._uses, (first, "")), last - first + 1
            while place < len(self._uses) and self._uses[place][0] <= last and drawn <= MAX_DRAWN:
                drawn += measure(self._uses[place][1])
                place += 1
            return drawn

        def measure(target: str) -> int:
            if target not in known:
                known[target] = MAX_DRAWN + 1  # of one that uses itself
                known[target] = count(*self._spans[target]) if target in self._spans else 1
            return known[target]

        if count(1, self._number) > MAX_DRAWN:
            raise ValueError(f"The SVG draws more than {MAX_DRAWN:,} elements, since parts use each other.")

    def _is_allowed(self, space: str, local: str, attributes: dict[str, str]) -> bool:
        draws = local not in ANIMATIONS or attributes.get("attributeName") in DRAWN
        return space == SVG and local in ELEMENTS and self._style is None and draws

    def _note(self, local: str, attributes: dict[str, str]) -> str:
        """What `check_drawn` and the size need; returns the id, of the first element that has it."""
        if not self._open:
            self.measures = measure_picture(attributes)
        if local == "use":
            self._uses.append((self._number, find_target(attributes)))
        known_as = attributes.get("id", "")
        if not known_as or known_as in self._spans:
            return ""
        self._spans[known_as] = (self._number, 0)
        return known_as

    def _list_attributes(self, local: str, attributes: dict[str, str]) -> Iterator[str]:
        for name, value in attributes.items():
            space, _, plain = name.rpartition(" ")
            written = {"": plain, XLINK: f"xlink:{plain}", XML: f"xml:{plain}"}.get(space, "")
            cleaned = clean_value(local, written, value)
            if cleaned != value:
                self.left_out[plain[:40]] += 1
            if cleaned is not None:
                quoted = escape(cleaned, {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
                yield f' {written}="{quoted}"'


def clean_value(element: str, name: str, value: str) -> str | None:
    """What is kept of the value of an attribute; None for nothing."""
    if name in ("href", "xlink:href"):
        is_picture = element in PICTURES and PICTURE.fullmatch(value)
        return value if is_picture or LINK.fullmatch(value) else None
    if name == "style":
        kept, others = choose_declarations(value)
        return (kept or None) if others else value
    if name in ("xml:space", "xml:lang"):
        return value
    if name not in ATTRIBUTES or ("(" in value and not is_harmless(tinycss2.parse_component_value_list(value))):
        return None
    return value


def find_target(attributes: dict[str, str]) -> str:
    """The id of what a `use` draws: by the first of its links that is kept, as browsers read them."""
    given = (attributes.get(name, "") for name in ("href", f"{XLINK} href"))
    return next((each.strip()[1:] for each in given if LINK.fullmatch(each)), "")


def choose_declarations(content: str | Sequence[Node]) -> tuple[str, int]:
    """The declarations that load nothing, and how many others there are, nested rules among them."""
    found = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    kept = [each for each in found if each.type == "declaration" and is_harmless(each.value)]
    return "".join(f"{each.serialize()};" for each in kept), len(found) - len(kept)


def clean_sheet(text: str, left_out: Counter[str]) -> str:
    """A style sheet without what loads something."""
    return "\n".join(clean_rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True), left_out))


def clean_rules(rules: Iterable[Node], left_out: Counter[str]) -> Iterator[str]:
    """The rules that are kept, each with what is kept of it."""
    for rule in rules:
        if rule.type == "qualified-rule":
            kept, others = choose_declarations(rule.content)
            left_out["style"] += others
            yield f"{tinycss2.serialize(rule.prelude)}{{{kept}}}"
        elif rule.type == "at-rule" and rule.lower_at_keyword in GROUPS and rule.content is not None:
            inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            kept = " ".join(clean_rules(inner, left_out))
            yield f"@{rule.lower_at_keyword}{tinycss2.serialize(rule.prelude)}{{{kept}}}"
        else:
            left_out[f"@{rule.lower_at_keyword[:40]}" if rule.type == "at-rule" else "style"] += 1


def is_harmless(values: Iterable[Node]) -> bool:
    """Whether values of CSS load nothing: their addresses are parts of the drawing itself."""
    for value in values:
        if value.type == "error" or (value.type == "url" and not value.value.startswith("#")):
            return False
        if value.type == "function" and not is_harmless_function(value):
            return False
        if value.type.endswith(" block") and not is_harmless(value.content):
            return False
    return True


def is_harmless_function(function: Node) -> bool:
    """Whether a function of CSS loads nothing, such as `url("#a")` or `rgb(0, 0, 0)`."""
    if function.lower_name == "url":
        return all(each.type == "string" and each.value.startswith("#") for each in function.arguments)
    return function.lower_name in FUNCTIONS and is_harmless(function.arguments)


def measure_picture(attributes: dict[str, str]) -> tuple[int, int]:
    """Width and height in pixels, by the attributes of the root or else by its view box; 0 for nobody knows."""
    box = attributes.get("viewBox", "").replace(",", " ").split()[2:4]
    given = (attributes.get("width", ""), attributes.get("height", ""))
    for texts in (given, box):
        found = [round(float(each[1])) for each in map(LENGTH.fullmatch, texts) if each]
        if len(found) == 2:  # noqa: PLR2004 - width and height
            return max(1, found[0]), max(1, found[1])
    return 0, 0


def name_told(name: str) -> str:
    """The name of something that is left out, in no words of the file."""
    if name in TOLD:
        return name
    if name.startswith("on"):
        return "other handlers"
    return {"<": "other elements", "@": "other rules"}.get(name[0], "other attributes")


def work(folder: Path) -> dict[str, Any]:
    """Clean the drawing. Raises ValueError with a sentence for what is not accepted."""
    cleaner, parser = Cleaner(), expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = cleaner.declare
    parser.ProcessingInstructionHandler = cleaner.instruct
    parser.StartElementHandler, parser.EndElementHandler = cleaner.begin, cleaner.end
    parser.CharacterDataHandler = cleaner.add
    parser.Parse((folder / "source").read_bytes(), True)
    cleaner.check_drawn()
    (folder / "full").write_text("".join(cleaner.written), encoding="utf-8")
    left_out: Counter[str] = Counter()
    for name, count in cleaner.left_out.items():
        left_out[name_told(name)] += count
    most = left_out.most_common(MAX_TOLD)
    told = [f"{name} ({count})" if count > 1 else name for name, count in most if count]
    width, height = cleaner.measures
    return {"width": width, "height": height, "left_out": told}
