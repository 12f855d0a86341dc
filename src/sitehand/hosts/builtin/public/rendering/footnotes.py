"""The notes of a text, which are in the field `footnotes` of the item as JSON: what the editor writes there."""

import json
from typing import Any

from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot
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
    drawn = [_draw_note(number, **note) for number, note in enumerate(notes, 1)]
    return wrap(block, "ol", "".join(drawn)) if drawn else ""


def _read_notes(stored: Any) -> list[dict[str, str]]:
    try:
        notes = json.loads(stored) if isinstance(stored, str) else []
    except (ValueError, RecursionError):
        return []
    given = [note for note in notes if isinstance(note, dict)] if isinstance(notes, list) else []
    return [{name: str(note.get(name, "")) for name in ("id", "content")} for note in given]


def _draw_note(number: int, id: str, content: str) -> str:
    label = f"Jump to footnote reference {number}"
    back = f"<a{write_attributes(href=f'#{id}-link', aria_label=label)}>↩︎</a>"
    return f"<li{write_attributes(id=id)}>{clean_fragment(content).html} {back}</li>"
