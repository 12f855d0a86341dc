"""Elements found by what they are, show, set or refer to."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.document import Element, walk
from sitehand.elementor.outline import find_references, strip_html
from sitehand.elementor.replacement import find_texts, is_read


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for; what is empty does not matter, and an element fits all of the rest.

    `type` is `heading`, `section`, `e-flexbox`; `text` a part of what people read, in any case; `setting` the name of a
    setting that is set; `value` a part of a text in the settings or styles, such as an address or a colour;
    `references` ids of global classes, variables, or colours or fonts of the kit, of which it names one.
    """

    type: str = ""
    text: str = ""
    setting: str = ""
    value: str = ""
    references: frozenset[str] = frozenset()


def find_elements(root: Element, query: Query, catalogue: Catalogue) -> Iterator[Element]:
    """The elements that fit, in the order of the document."""
    return (element for element in walk(root) if _fits(element, query, catalogue))


def _fits(element: Element, query: Query, catalogue: Catalogue) -> bool:
    if query.type and element.kind != query.type:
        return False
    if query.setting and element.settings.get(query.setting) in (None, "", [], {}):
        return False
    if query.references and query.references.isdisjoint(chain.from_iterable(find_references(element))):
        return False
    if query.value and not any(query.value.lower() in text.lower() for _, text in find_texts(element)):
        return False
    return not query.text or _shows(element, query.text.lower(), catalogue)


def _shows(element: Element, text: str, catalogue: Catalogue) -> bool:
    """Whether a text is in what people read, without its HTML."""
    found = (each for path, each in find_texts(element) if is_read(element, path, each, catalogue))
    return any(text in strip_html(each, len(each)).lower() for each in found)
