"""Instances of components in a document that becomes blocks: copies of what they show stand in their place."""

from sitehand.elementor.components.baking import bake
from sitehand.elementor.components.instances import INSTANCE, SETTING, read_instance
from sitehand.elementor.document import Element
from sitehand.elementor.parsing import read_document
from sitehand.elementor.rendering.canvas import MAX_PLACED
from sitehand.exchange.report import Report
from sitehand.exchange.site import Site


def replace_instances(root: Element, site: Site, report: Report) -> None:
    """Put what instances show in their place. One that shows nothing stays: of a component that is gone or around it.

    As on public pages, `MAX_PLACED` characters of components are read; the instances beyond that stay too.
    """
    room = MAX_PLACED
    waiting: list[tuple[Element, tuple[int, ...]]] = [(root, ())]
    while waiting:
        parent, within = waiting.pop()
        children, parent.children = parent.children, []
        for child in children:
            instance = read_instance(child.settings if child.kind == INSTANCE else {})
            text = "" if instance.component in within else site.components.get(instance.component, "")
            room -= len(text)
            if not text or room < 0:
                parent.children.append(child)
                waiting.append((child, within))
                continue
            copies = read_document(text)
            bake(copies, instance.values)
            report.change(child.id, SETTING, "a copy of the component, which does not follow it")
            for each in copies.children:
                each.parent = parent
                parent.children.append(each)
                waiting.append((each, (*within, instance.component)))
