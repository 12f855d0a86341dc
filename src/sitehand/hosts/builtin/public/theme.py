"""The theme: templates, and how values are written in them."""

import contextlib
import re
from datetime import datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from sitehand.elementor.rendering.atomic.defaults import write_defaults
from sitehand.hosts.builtin.block_states import write_rules
from sitehand.hosts.builtin.public.answers import date_header
from sitehand.hosts.builtin.public.rendered_documents import RenderedDocuments
from sitehand.hosts.builtin.public.rendering.forms import Forms
from sitehand.hosts.builtin.rendering import EXCERPT_WORDS

HERE = Path(__file__).parent
STYLE = b"\n".join((HERE / "static" / name).read_bytes() for name in ("theme.css", "blocks.css", "drawn.css"))
STATES_STYLE = write_rules().encode()
ELEMENTOR_STYLE = write_defaults().encode() + b"\n" + (HERE / "static" / "elementor.css").read_bytes()
ICON = (HERE / "static" / "icon.svg").read_bytes()
NO_TITLE = "(no title)"
# XML 1.0 (5th edition), 2.2: what no document may hold, not even escaped.
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
BLOCK_TAG = re.compile(r"<(?=/?(?:p|div|li|h[1-6]|br|td|th|tr|dt|dd|figure|figcaption|blockquote|pre)\b)")
# A whole comment or tag with its attributes, so that nothing inside them is taken for a tag.
TAG = re.compile(r"""<!--.*?-->|<(?P<name>/?[a-z][a-z0-9]*+)(?:[^>"']|"[^"]*"|'[^']*')*+>""", re.DOTALL | re.IGNORECASE)
TABLE_BOX = '<div class="scroll" role="group" aria-label="Table" tabindex="0">'


class Theme:
    """Renders the site's templates; everything that is not marked as sanitised HTML is escaped."""

    def __init__(self) -> None:
        self._environment = open_templates()
        self.forms = Forms()
        """The forms of the texts that visitors read lately."""
        self.documents = RenderedDocuments()

    def render(self, template: str, **context: Any) -> str:
        """The document that a template makes of its context."""
        return self._environment.get_template(template).render(context)


@cache
def open_templates() -> Environment:
    """The site's templates, each compiled once for all sites of a process, with the filters that they use."""
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "plain": write_plain,
        "short": write_short,
        "xml": write_xml,
        "day": write_day,
        "boxed": box_tables,
        "rfc822": date_header,
    }
    environment.globals["version"] = sha256(STYLE + STATES_STYLE + ELEMENTOR_STYLE + ICON).hexdigest()[:8]
    return environment


def write_plain(html: str) -> str:
    """HTML as text on one line, for a link or a title; never empty."""
    return Markup(html).striptags() or NO_TITLE  # noqa: S704, text comes out, which is escaped again


def write_short(html: str, characters: int = 0) -> str:
    """The beginning of an HTML text, as text: so many words, or within so many characters."""
    words = Markup(BLOCK_TAG.sub(" <", html)).striptags().split()  # noqa: S704, likewise
    short = " ".join(words[:EXCERPT_WORDS])
    if characters and len(short) > characters:
        short = short[:characters].rsplit(" ", 1)[0]
        return short.rstrip(",.;: ") + "…"
    return short + "…" if len(words) > EXCERPT_WORDS else short


def write_xml(value: str) -> str:
    """Text without the characters that XML forbids."""
    return NOT_XML.sub("", value)


def write_day(moment: str, timezone: str, language: str) -> str:
    """The day of a moment on the site's clock; in words where the language is English, else as ISO 8601 has it."""
    local = datetime.fromisoformat(moment)
    with contextlib.suppress(OverflowError):  # the very first and last day of the calendar stay in UTC
        local = local.astimezone(ZoneInfo(timezone))
    return f"{local.day} {local:%B %Y}" if language.lower().startswith("en") else f"{local:%Y-%m-%d}"


def box_tables(html: str) -> Markup:
    """Sanitised HTML with each table in a box that scrolls sideways, which the keyboard reaches too."""
    return Markup(TAG.sub(_box_table, html))  # noqa: S704, sanitised when it was stored


def _box_table(tag: re.Match[str]) -> str:
    match (tag["name"] or "").lower():
        case "table":
            return TABLE_BOX + tag[0]
        case "/table":
            return tag[0] + "</div>"
    return tag[0]
