"""Atomic headings, paragraphs, buttons and lines."""

from sitehand.elementor.rendering.atomic.frame import choose_tag, draw_atomic, find_link, get_setting
from sitehand.elementor.rendering.atomic.props import read_text
from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.markup import tag
from sitehand.elementor.rendering.registry import draws


def _words(part: Part, name: str) -> str:
    found = read_text(get_setting(part, name))
    return part.canvas.clean(found) if found else ""


@draws("e-heading")
def draw_heading(part: Part) -> str:
    """A heading, its words a link where it has one."""
    return _draw_text(part, choose_tag(part, ("h2", "h1", "h3", "h4", "h5", "h6")), _words(part, "title"))


@draws("e-paragraph")
def draw_paragraph(part: Part) -> str:
    """A paragraph, its words a link where it has one."""
    return _draw_text(part, choose_tag(part, ("p", "span")), _words(part, "paragraph"))


def _draw_text(part: Part, name: str, words: str) -> str:
    link = find_link(part)
    return draw_atomic(part, name, tag("a", words, **link) if link else words)


@draws("e-button")
def draw_button(part: Part) -> str:
    """A link that looks like a button; without an address it is text that does."""
    link = find_link(part)
    return draw_atomic(part, "a" if link else "span", _words(part, "text"), **link)


@draws("e-divider")
def draw_divider(part: Part) -> str:
    """A line."""
    return draw_atomic(part, "hr")
