"""Rules over structured data: is it JSON-LD that search engines can read, with what their results need?"""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from sitehand.seo.data_types import ADDRESSES, ALL_TYPES, DATES, GALLERY, NO_RICH_RESULT, TYPES
from sitehand.seo.graph import Graph, Node, list_types
from sitehand.seo.page import Page
from sitehand.seo.rule import GOOGLE, Fault, Rule, Surroundings

POLICIES, UPDATES = GALLERY + "sd-policies", "https://developers.google.com/search/updates"
INTRO, BREADCRUMB = GALLERY + "intro-structured-data", GALLERY + "breadcrumb"
OF_SITE = {"WebSite", "Organization", *(name for name, kind in ALL_TYPES.items() if kind is TYPES["Organization"])}
_DATE = re.compile(r"\d{4}-\d{2}(-\d{2})?(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?")


def check_json(page: Page, around: Surroundings) -> Iterator[Fault]:
    """JSON-LD that is no JSON."""
    for number, fault in enumerate(page.graph.faults):
        yield Fault(f"JSON-LD cannot be read: {fault}", f"{number}")


def check_required(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A property is missing without which there is no rich result."""
    graph = page.graph
    for number, kind, node in _list_known(graph, around):
        missing = [each.replace("|", " or ") for each in ALL_TYPES[kind].required if not graph.has(node, each)]
        if missing:
            source = ALL_TYPES[kind].source
            yield Fault(f"{kind} lacks {', '.join(missing)} ({source})", f"{number} {kind}")


def check_recommended(page: Page, around: Surroundings) -> Iterator[Fault]:
    """Properties are missing that Google recommends."""
    graph = page.graph
    for number, kind, node in _list_known(graph, around):
        missing = [each.replace("|", " or ") for each in ALL_TYPES[kind].recommended if not graph.has(node, each)]
        if missing:
            yield Fault(f"{kind} has no {', '.join(missing)}", f"{number} {kind}")


def check_values(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A date that is not ISO 8601, or an address that is not one."""
    own = [each for each in enumerate(page.graph.nodes) if not _is_of_site(each[1], around)]
    for number, node in own:
        for name, value in node.items():
            if isinstance(value, str) and not _fits(name, value):
                yield Fault(f"{name} is {value[:100]!r}", f"{number} {name}")


def check_breadcrumbs(page: Page, around: Surroundings) -> Iterator[Fault]:
    """An entry of a breadcrumb list without position, name or, but for the last, address."""
    for number, kind, node in _list_known(page.graph, around):
        if kind == "BreadcrumbList":
            listed = node.get("itemListElement")
            entries = [each for each in (listed if isinstance(listed, list) else [listed]) if isinstance(each, dict)]
            for place, entry in enumerate(entries):
                if lacks := _lacks(entry, last=place == len(entries) - 1):
                    yield Fault(f"Entry {place + 1} lacks {lacks}", f"{number} {place}")


def check_ids(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A reference to a node that the page does not have."""
    graph = page.graph
    for each in sorted(graph.references - set(graph.ids)):
        if page.resolve(each).startswith(page.resolve(page.address)):
            yield Fault(f"@id leads to nothing on this page: {each[:200]}", each[:200])


def check_retired(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A type that gives no rich result any more. It does no harm."""
    kinds = {kind for node in page.graph.nodes for kind in list_types(node)}
    for kind in sorted(kinds & set(NO_RICH_RESULT)):
        since, source = NO_RICH_RESULT[kind]
        yield Fault(f"{kind} gives no rich result, {since} ({source})", kind)


def _list_known(graph: Graph, around: Surroundings) -> Iterator[tuple[int, str, Node]]:
    """Nodes that say something, of types with a rich result; those of the site on its home page alone."""
    for number, node in enumerate(graph.nodes):
        if _is_of_site(node, around):
            continue
        for kind in list_types(node)[:1]:
            if kind in ALL_TYPES and (kind != "Organization" or "@id" not in node or len(node) > 2):  # noqa: PLR2004
                yield number, kind, node


def _is_of_site(node: Node, around: Surroundings) -> bool:
    """Whether a page of an item repeats it from the home page: the site, or who publishes it."""
    is_site = not {*list_types(node)}.isdisjoint(OF_SITE)
    return bool(around.item.id) and is_site and around.is_home(str(node.get("@id") or node.get("url") or ""))


def _fits(name: str, value: str) -> bool:
    if name in DATES:
        return _DATE.fullmatch(value) is not None
    return name not in ADDRESSES or _is_address(value)


def _is_address(value: str) -> bool:
    try:
        found = urlsplit(value)
    except ValueError:
        return False
    return found.scheme in ("http", "https") and bool(found.netloc) and " " not in value


def _lacks(entry: Node, *, last: bool) -> str:
    item = entry.get("item")
    named = entry.get("name") or (isinstance(item, dict) and item.get("name"))
    lacks = {"position": "position" not in entry, "name": not named, "item": not item and not last}
    return ", ".join(name for name, is_missing in lacks.items() if is_missing)


RULES = (
    Rule("data_invalid", "error", INTRO, check_json),
    Rule("data_required", "error", POLICIES, check_required),
    Rule("data_recommended", "info", POLICIES, check_recommended),
    Rule("data_value", "warning", POLICIES, check_values),
    Rule("data_breadcrumb", "error", BREADCRUMB, check_breadcrumbs),
    Rule("data_reference", "info", GOOGLE + "appearance/structured-data/intro-structured-data", check_ids),
    Rule("data_retired", "info", UPDATES, check_retired),
)
