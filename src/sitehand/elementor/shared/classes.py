"""Global classes: styles with a label that elements on any page have in common."""

from collections.abc import Sequence
from dataclasses import dataclass

from sitehand.elementor.atomic import BREAKPOINTS, LABEL
from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.shared.entries import Entries, Items
from sitehand.elementor.style.local import change_variants
from sitehand.elementor.style.sheet import Variant, convert_css
from sitehand.elementor.style.suggesting import check_properties, suggest_styles
from sitehand.elementor.writing import refuse_faults
from sitehand.errors import Code, Problem

MAX_CLASSES = 1_000
"""Classes of one site: Elementor's own limit."""
PREFIX = "g-"


@dataclass(frozen=True, slots=True)
class ClassChange:
    """A class by its label, which is new where none has it. `variants` join its style; `remove` are properties."""

    label: str
    variants: Sequence[Variant] = ()
    remove: Sequence[str] = ()
    rename: str = ""


@dataclass(frozen=True, slots=True)
class ClassChanges:
    """What is set, which come first, and what goes, by label. Removals come first, the order last."""

    set: Sequence[ClassChange] = ()
    order: Sequence[str] = ()
    remove: Sequence[str] = ()


def read_style(css: str, remove: Sequence[str], path: str, catalogue: Catalogue) -> Sequence[Variant]:
    """The variants that plain CSS says; `remove` are properties. Raises Problem(invalid_arguments).

    It takes long, and needs nothing of what is stored but the names of variables.
    """
    variables = catalogue.shared.variables if catalogue.shared else {}
    variants, wrong = convert_css(css, catalogue.atomic, variables=variables)
    faults = [*suggest_styles(wrong, catalogue.atomic, variables), *check_properties(remove, catalogue.atomic)]
    refuse_faults(path, (fault._replace(path=f"style.{fault.path}") for fault in faults))
    return variants


def change_classes(items: Items, ranking: Sequence[str], changes: ClassChanges) -> tuple[Items, Sequence[str]]:
    """The classes with the changes. Raises Problem(invalid_arguments)."""
    entries = Entries("class", PREFIX, items, ranking)
    entries.remove(changes.remove)
    for number, change in enumerate(changes.set):
        _set_class(entries, change, f"classes[{number}]")
    entries.reorder(changes.order)
    if len(entries.items) > MAX_CLASSES:
        raise Problem(Code.INVALID_ARGUMENTS, f"There would be {len(entries.items)} classes.", hint="1,000 at most.")
    return entries.stored


def _set_class(entries: Entries, change: ClassChange, path: str) -> None:
    identifier = entries.find(change.label)
    label = change.rename or change.label
    member = f"{path}.rename" if change.rename else f"{path}.label"
    if not LABEL.fullmatch(label):
        expected = "2 to 50 letters, digits, _ or -, and no digit first"
        raise entries.refuse("A class cannot have this label.", member, expected, label)
    if change.rename and identifier is None:
        identifier = entries.need(change.label, f"{path}.label")
    entries.check_free(label, member, identifier)
    stored = entries.items.get(identifier or "", {"id": "", "type": "class", "label": label, "variants": []})
    removed = [(BREAKPOINTS[0], name) for name in change.remove]
    made = {**stored, "label": label, "variants": change_variants(stored.get("variants"), change.variants, removed)}
    if identifier is None:
        entries.add(made)
    else:
        entries.put(identifier, made)
