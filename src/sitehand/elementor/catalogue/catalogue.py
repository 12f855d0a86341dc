"""Both parts of the catalogue."""

from typing import NamedTuple

from sitehand.elementor.catalogue.controls import ClassicCatalogue, load_classic
from sitehand.elementor.catalogue.schema import AtomicCatalogue, load_atomic


class Catalogue(NamedTuple):
    """What is known of elements: Sitehand's own, or with a site's registry in place of a part."""

    classic: ClassicCatalogue
    atomic: AtomicCatalogue


def load_catalogue() -> Catalogue:
    """The catalogue that Sitehand brings."""
    return Catalogue(load_classic(), load_atomic())
