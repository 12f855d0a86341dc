"""The style of an element, changed by plain CSS: the local style of an atomic one, settings of any other."""

from collections.abc import Collection
from functools import partial

from sitehand.elementor.atomic import BREAKPOINTS
from sitehand.elementor.catalogue.controls import ElementType
from sitehand.elementor.catalogue.schema import AtomicCatalogue
from sitehand.elementor.document import Element
from sitehand.elementor.draft import Draft, refuse_edit
from sitehand.elementor.style.controls import convert_to_settings
from sitehand.elementor.style.local import PREFIX, name_style, style_locally
from sitehand.elementor.style.sheet import convert_css
from sitehand.elementor.style.suggesting import check_properties, suggest, suggest_styles
from sitehand.elementor.writing import prepare_settings, refuse_faults


def restyle(
    draft: Draft, element: Element, css: str, breakpoint: str = BREAKPOINTS[0], remove: Collection[str] = ()
) -> None:
    """Change the style of an element by plain CSS; remove properties of an atomic one."""
    if not element.is_atomic:
        _set_controls(draft, element, css, breakpoint, remove)
        return
    variables = draft.catalogue.shared.variables if draft.catalogue.shared else {}
    variants, wrong = convert_css(css, draft.catalogue.atomic, breakpoint, variables=variables)
    faults = [
        *suggest_styles(wrong, draft.catalogue.atomic, variables),
        *check_properties(remove, draft.catalogue.atomic),
    ]
    refuse_faults(element.id, (fault._replace(path=f"{PREFIX}{fault.path}") for fault in faults))
    made = style_locally(element, variants, [(breakpoint, name) for name in remove])
    draft.merge(element, "styles", {made["id"]: made})
    classes = name_style(element, made)
    if classes:
        draft.merge(element, "settings", {"classes": classes})


def _set_controls(draft: Draft, element: Element, css: str, breakpoint: str, remove: Collection[str]) -> None:
    """Set the settings that are what the CSS says. Raises Problem(invalid_arguments) where one has none."""
    found = draft.catalogue.classic.types.get(element.kind)
    if found is None or remove:
        raise refuse_edit("This takes no CSS.", "Name settings, in `settings` and `remove`: get_widget tells them.")
    variants, faults = convert_css(css, draft.catalogue.atomic, breakpoint)
    converted = [(variant, *convert_to_settings(variant, found)) for variant in variants]
    faults += [fault for _, _, some in converted for fault in some]
    works = partial(works_in_settings, found=found, catalogue=draft.catalogue.atomic)
    told = suggest(faults, works, draft.catalogue.atomic)
    refuse_faults(element.id, (fault._replace(path=f"{PREFIX}{fault.path}") for fault in told))
    for variant, settings, _ in converted:
        suffix = "" if variant.breakpoint == BREAKPOINTS[0] else variant.breakpoint
        draft.merge(element, "settings", prepare_settings(element, settings, draft.catalogue, suffix))


def works_in_settings(css: str, found: ElementType, catalogue: AtomicCatalogue) -> bool:
    """Whether the settings of a classic element take a style."""
    variants, faults = convert_css(css, catalogue)
    return not faults and not any(convert_to_settings(variant, found)[1] for variant in variants)
