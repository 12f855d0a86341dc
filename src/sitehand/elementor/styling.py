"""The local style of an atomic element, changed by plain CSS."""

from collections.abc import Collection

from sitehand.elementor.atomic import BREAKPOINTS
from sitehand.elementor.document import Element
from sitehand.elementor.draft import Draft, refuse_edit
from sitehand.elementor.findings import Fault
from sitehand.elementor.style.local import PREFIX, name_style, style_locally
from sitehand.elementor.style.sheet import convert_css
from sitehand.elementor.writing import refuse_faults


def restyle(
    draft: Draft, element: Element, css: str, breakpoint: str = BREAKPOINTS[0], remove: Collection[str] = ()
) -> None:
    """Change the local style of an atomic element by plain CSS, and remove properties of it."""
    if not element.is_atomic:
        raise refuse_edit("Only atomic elements take CSS.", "Use `settings`; get_widget tells those of a widget.")
    variants, faults = convert_css(css, draft.catalogue.atomic, breakpoint)
    known = draft.catalogue.atomic.style_props
    faults += [
        Fault(name, "no_property", "a property of Elementor's styles", name) for name in remove if name not in known
    ]
    refuse_faults(element.id, (fault._replace(path=f"{PREFIX}{fault.path}") for fault in faults))
    made = style_locally(element, variants, [(breakpoint, name) for name in remove])
    draft.merge(element, "styles", {made["id"]: made})
    classes = name_style(element, made)
    if classes:
        draft.merge(element, "settings", {"classes": classes})
