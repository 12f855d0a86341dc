"""The notes of a text, which are in the field `footnotes` of the item as JSON: what the editor writes there."""

import json
from typing import Any

from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot, mend_halves
from sitehand.hosts.builtin.public.rendering.supports import wrap, write_attributes
from sitehand.hosts.builtin.rendering import clean_fragment
from sitehand.site.field_values import FOOTNOTES


@renders("core/footnotes")
def draw_footnotes(block: Slot, scene: Scene) -> str:
    """A list, each note with a link back to where the text refers to it; nothing for an item without notes."""
    post = scene.post
    if post.protected and post.id not in scene.inside:
        return ""
    notes = _read_notes(scene.site.field(post.id, FOOTNOTES.name))
    drawn = "".join(_draw_note(number, note) for number, note in enumerate(notes, 1))
    return wrap(block, "ol", drawn) if drawn else ""


def _read_notes(stored: Any) -> list[Attributes]:
    try:
        notes = mend_halves(json.loads(stored)) if isinstance(stored, str) else []
    except (ValueError, RecursionError):
        return []
    return [Attributes(note) for note in notes if isinstance(note, dict)] if isinstance(notes, list) else []


def _draw_note(number: int, note: Attributes) -> str:
    anchor, label = note.text("id"), f"Jump to footnote reference {number}"
    back = f"<a{write_attributes(href=f'#{anchor}-link', aria_label=label)}>↩︎</a>"
    return f"<li{write_attributes(id=anchor)}>{clean_fragment(note.text('content')).html} {back}</li>"
