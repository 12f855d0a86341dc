"""Both parts of the catalogue."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sitehand.elementor.catalogue.controls import ClassicCatalogue, ElementType, load_classic
from sitehand.elementor.catalogue.schema import AtomicCatalogue, load_atomic
from sitehand.elementor.components.component import Component
from sitehand.elementor.shared.names import SharedNames


class Catalogue(NamedTuple):
    """What is known of elements: Sitehand's own, or with a site's registry in place of a part.

    `shared` is what elements of this site may name by label; None where nobody looked it up, and no name is refused.
    `components` are those of the site that edits may name.
    """

    classic: ClassicCatalogue
    atomic: AtomicCatalogue
    shared: SharedNames | None = None
    components: Sequence[Component] = ()

    def add_widgets(self, widgets: Mapping[str, ElementType]) -> "Catalogue":
        """Add classic widgets to the catalogue."""
        return self._replace(classic=self.classic.add_widgets(widgets))


def load_catalogue(shared: SharedNames | None = None, components: Sequence[Component] = ()) -> Catalogue:
    """The catalogue that Sitehand brings, with what a site's elements share."""
    return Catalogue(load_classic(), load_atomic(), shared, components)
