"""Instances of components: the component's element is drawn in their place, with their values."""

from collections.abc import Iterator
from contextlib import contextmanager

from sitehand.elementor.components.instances import INSTANCE, Instance, read_instance
from sitehand.elementor.parsing import read_document
from sitehand.elementor.rendering.canvas import MAX_DEPTH, Canvas, Part
from sitehand.elementor.rendering.characters import replace_halves
from sitehand.elementor.rendering.others import draw_other
from sitehand.elementor.rendering.registry import draws


@draws(INSTANCE)
def draw_instance(part: Part) -> str:
    """The component; an empty box where it is gone, and nothing where it is drawn already around this."""
    canvas, instance = part.canvas, read_instance(part.settings.values)
    text = canvas.references.components.get(instance.component, "")
    if not text:
        return draw_other(part)
    if instance.component in canvas.within:
        return ""
    canvas.unread -= len(text)
    if part.depth >= MAX_DEPTH or canvas.unread < 0:
        canvas.ended = True
        return ""
    root = read_document(replace_halves(text))
    with _inside(canvas, instance):
        return "".join(canvas.draw(each, canvas, part.depth + 1) for each in root.children)


@contextmanager
def _inside(canvas: Canvas, instance: Instance) -> Iterator[None]:
    before = canvas.instance, canvas.within
    canvas.instance, canvas.within = instance.values, (*canvas.within, instance.component)
    try:
        yield
    finally:
        canvas.instance, canvas.within = before
