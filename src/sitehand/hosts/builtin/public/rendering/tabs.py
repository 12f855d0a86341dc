"""Tabs as elements that open by themselves, one at a time: beside each other where there is room, else below."""

from sitehand.hosts.builtin.public.rendering.markup import escape
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot, keep_slots
from sitehand.hosts.builtin.public.rendering.supports import wrap, write_attributes


@renders("core/tabs")
def draw_tabs(block: Slot, scene: Scene) -> str:
    """The panels, each below its own name."""
    group = f"tabs-{scene.work.number('tabs')}"
    return wrap(block, "div", scene.grouped(group).draw(keep_slots(block.inner)))


@renders("core/tab-panel")
def draw_panel(block: Slot, scene: Scene) -> str:
    """A panel; the one that its author chose is open."""
    number = scene.work.number(scene.group)
    active = block.context["core/tabs"].number("activeTabIndex", 0) if "core/tabs" in block.context else 0
    label = block.attributes.text("label") or f"Tab {number}"
    given = {"class": "tab", "name": scene.group, "open": "open" if number == active + 1 else ""}
    summary = f"<summary>{escape(label)}</summary>"
    return f"<details{write_attributes(**given)}>{summary}{scene.grouped('').draw(block.inner)}</details>"
