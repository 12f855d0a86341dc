"""Accordions as elements that open by themselves, since the public site has no script."""

from sitehand.hosts.builtin.public.rendering.markup import cut_between
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot, keep_slots
from sitehand.hosts.builtin.public.rendering.supports import wrap
from sitehand.hosts.builtin.rendering import render_title

NAME = "wp-block-accordion"
TITLE = f'class="{NAME}-heading__toggle-title"'


@renders("core/accordion")
def draw_accordion(block: Slot, scene: Scene) -> str:
    """The sections; with `autoclose` opening one closes the others."""
    closes = block.attributes.flag("autoclose")
    group = f"accordion-{scene.work.number('accordion')}" if closes else ""
    return wrap(block, "div", scene.grouped(group).draw(keep_slots(block.inner)))


@renders("core/accordion-item")
def draw_item(block: Slot, scene: Scene) -> str:
    """A section: its heading opens it."""
    is_open = block.attributes.flag("openByDefault")
    content = scene.draw(keep_slots(block.inner))
    more = {"name": scene.group, "open": "open" if is_open else ""}
    return wrap(block, "details", content, "is-open" if is_open else "", **more)


@renders("core/accordion-heading")
def draw_heading(block: Slot, scene: Scene) -> str:
    """The heading, without the button that a script would listen to."""
    _, _, given = cut_between(scene.draw(block.inner), TITLE, "</span>").partition(">")
    title = render_title(given).html or "More"
    level = block.attributes.number("level", 3, 1, 6)
    words = f"<span {TITLE}>{title}</span>"
    return f'<summary class="{NAME}-heading__toggle">{wrap(block, f"h{level}", words)}</summary>'


@renders("core/accordion-panel")
def draw_panel(block: Slot, scene: Scene) -> str:
    """What a section holds; accordions within it open by themselves."""
    return scene.grouped("").draw(block.inner)
