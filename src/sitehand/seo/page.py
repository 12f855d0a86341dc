"""A public page as search engines read it: its head, headings, links, images, text and structured data, parsed once."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit

from turbohtml import Element, Namespace, Text, parse

from sitehand.seo.graph import NO_GRAPH, Graph, read_graph
from sitehand.seo.labels import MAX_LABEL, UNREAD, read_labels

LEVELS = {f"h{level}": level for level in range(1, 7)}
UNSAID = UNREAD | {"nav", "form"}
"""Elements whose text is no part of what a page says."""
NO_PROSE = UNSAID | {"header", "footer", "aside", "address", "figure", "table", "pre", "ul", "ol", "dl", *LEVELS}
"""Elements whose text is no prose; what is left are paragraphs."""
RESOURCES = {"img": "src", "script": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src"}
JSON_LD = "application/ld+json"
VALUED = ("max-snippet", "max-image-preview", "max-video-preview", "unavailable_after")
"""Directives for crawlers that have a value after a colon."""
_AGENT = re.compile("[a-z_-]+")
LABELLED = frozenset({*LEVELS, "a"})
"""Elements of which is told what is read for them."""
Labels = Mapping[Element, str]


class Heading(NamedTuple):
    """A heading: its level, 1 to 6, and its text with single spaces."""

    level: int
    text: str


class Link(NamedTuple):
    """An `a` element.

    `href` is as written, None without one; `label` what is read for it: its ARIA label, text or image. `scripted` says
    that it has a script of its own.
    """

    href: str | None
    label: str
    rel: frozenset[str]
    scripted: bool


class Image(NamedTuple):
    """An `img`; `alt` is None without the attribute, and empty for what only decorates."""

    src: str
    alt: str | None
    sized: bool


class Alternate(NamedTuple):
    """A translation that the head names."""

    language: str
    href: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page. `address` is absolute; `robots` are the directives of its head and headers, lower case, by agent.

    `titles`, `descriptions` and `canonicals` have every element of their kind; `text` is that of `main`, else of
    the body, and `lead` its paragraphs. `resources` are the addresses that the page loads by itself, absolute; `graph`
    is its JSON-LD. `frame` has the links and images outside of `main`: header, navigation and footer. `locked`: `main`
    asks for a password.
    """

    address: str
    status: int = 200
    language: str = ""
    titles: tuple[str, ...] = ()
    descriptions: tuple[str, ...] = ()
    canonicals: tuple[str, ...] = ()
    robots: Mapping[str, frozenset[str]] = field(default_factory=dict)
    alternates: tuple[Alternate, ...] = ()
    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    images: tuple[Image, ...] = ()
    resources: tuple[str, ...] = ()
    graph: Graph = NO_GRAPH
    text: str = ""
    lead: str = ""
    frame: tuple[Link | Image, ...] = ()
    locked: bool = False

    def without(self, frame: Container[Link | Image]) -> "Page":
        """This page without the links and images that its frame shares with another frame. Those in `main` stay, even
        where they are equal.
        """
        shared: Counter[Any] = Counter(each for each in self.frame if each in frame)
        links, images = Counter(self.links) - shared, Counter(self.images) - shared
        return replace(self, links=tuple(links.elements()), images=tuple(images.elements()))

    def directives(self, agent: str = "googlebot") -> frozenset[str]:
        """What crawlers of that name are told: everybody's directives and their own."""
        return self.robots.get("robots", frozenset()) | self.robots.get(agent, frozenset())

    @property
    def indexed(self) -> bool:
        """Whether search engines may list it."""
        return not {"noindex", "none"} & self.directives()

    def resolve(self, href: str) -> str:
        """An address as a browser would ask for it, without its fragment; empty for what is no web address."""
        try:
            found = urlsplit(urljoin(self.address, href.strip()))
        except ValueError:
            return ""
        if found.scheme not in ("http", "https") or not found.netloc:
            return ""
        return found._replace(netloc=found.netloc.lower(), path=found.path or "/", fragment="").geturl()


def read_page(html: str, address: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Page:
    """Parse a page. `headers` are those of its answer, their names in lower case. Of any HTML something is made."""
    document = parse(html)
    elements = list(document.iter_elements())
    of, labels = _group(elements), read_labels(document, LABELLED)
    metas = [(_text(each, "name").lower(), _text(each, "content")) for each in of.get("meta", ())]
    page = Page(address)
    told = [*metas, *_read_header((headers or {}).get("x-robots-tag", ""))]
    return Page(
        address,
        status,
        language=next((_text(each, "lang") for each in elements[:1]), ""),
        titles=tuple(_squeeze(each.text) for each in of.get("title", ()) if each.namespace is Namespace.HTML),
        descriptions=tuple(_squeeze(content) for name, content in metas if name == "description"),
        canonicals=tuple(_text(each, "href") for each in of.get("link", ()) if "canonical" in _words(each, "rel")),
        robots=_read_robots(told),
        alternates=tuple(_read_alternates(of.get("link", ()))),
        headings=tuple(_read_headings(elements, labels)),
        links=tuple(_read_link(each, labels) for each in of.get("a", ())),
        images=tuple(_read_image(each) for each in of.get("img", ())),
        resources=tuple(filter(None, (page.resolve(one) for one in _list_resources(elements)))),
        graph=read_graph([each.text for each in of.get("script", ()) if _text(each, "type") == JSON_LD]),
        text=_read_text(_find_main(of), UNSAID),
        lead=_read_text(_find_first(_find_main(of), "article"), NO_PROSE),
        frame=tuple(_read_frame(elements, labels)),
        locked=_is_locked(_find_main(of)),
    )


def _group(elements: list[Element]) -> dict[str, list[Element]]:
    found: dict[str, list[Element]] = {}
    for each in elements:
        found.setdefault(each.tag, []).append(each)
    return found


def _text(element: Element, name: str) -> str:
    """An attribute as text; empty without it."""
    value = element.attrs.get(name)
    return (" ".join(value) if isinstance(value, list) else value or "").strip()


def _words(element: Element, name: str) -> frozenset[str]:
    return frozenset(_text(element, name).lower().split())


def _squeeze(text: str) -> str:
    return " ".join(text.split())


def _read_header(value: str) -> Iterator[tuple[str, str]]:
    """The directives of X-Robots-Tag, each with the agent that it is for: that whose name stands before, or all."""
    agent = "robots"
    for part in value.lower().split(","):
        name, colon, rest = part.strip().partition(":")
        is_named = bool(colon) and name not in VALUED and _AGENT.fullmatch(name) is not None
        agent = name if is_named else agent
        yield agent, rest if is_named else part


def _read_robots(told: list[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """Directives by agent; `told` are names of agents, "robots" for all, each with directives between commas."""
    agents = [one for one in told if one[0] in ("robots", "googlebot", "bingbot") and one[1]]
    found: dict[str, frozenset[str]] = {}
    for name, content in agents:
        words = frozenset(word.strip().lower() for word in content.split(","))
        found[name] = found.get(name, frozenset()) | words
    return found


def _read_alternates(links: list[Element] | tuple[()]) -> Iterator[Alternate]:
    for each in links:
        if "alternate" in _words(each, "rel") and "hreflang" in each.attrs:
            yield Alternate(_text(each, "hreflang"), _text(each, "href"))


def _read_headings(elements: list[Element], labels: Labels) -> Iterator[Heading]:
    for each in elements:
        if each.tag in LEVELS:
            yield Heading(LEVELS[each.tag], _label(each, labels))


def _read_link(element: Element, labels: Labels) -> Link:
    href = _text(element, "href") if "href" in element.attrs else None
    return Link(href, _label(element, labels), _words(element, "rel"), "onclick" in element.attrs)


def _label(element: Element, labels: Labels) -> str:
    """What is read for an element: its ARIA label, its text, or the alternative text of the images in it."""
    return _text(element, "aria-label")[:MAX_LABEL] or labels.get(element, "")


def _read_image(element: Element) -> Image:
    sized = bool(_text(element, "width") and _text(element, "height")) or "aspect-ratio" in _text(element, "style")
    return Image(_text(element, "src"), _text(element, "alt") if "alt" in element.attrs else None, sized)


def _list_resources(elements: list[Element]) -> Iterator[str]:
    for each in elements:
        if source := RESOURCES.get(each.tag):
            yield _text(each, source)
        elif each.tag == "link" and "stylesheet" in _words(each, "rel"):
            yield _text(each, "href")


def _read_frame(elements: list[Element], labels: Labels) -> Iterator[Link | Image]:
    """What is before and after `main`, in the order of the page; nothing where there is none."""
    start = next((number for number, each in enumerate(elements) if each.tag == "main"), len(elements))
    end = start + sum(1 for _ in elements[start].iter_elements()) + 1 if start < len(elements) else 0
    for each in (*elements[:start], *elements[end:]) if end else ():
        if each.tag == "a":
            yield _read_link(each, labels)
        elif each.tag == "img":
            yield _read_image(each)


def _is_locked(main: Element | None) -> bool:
    within = main.iter_elements() if main is not None else ()
    return any(each.tag == "input" and _text(each, "type").lower() == "password" for each in within)


def _find_main(of: Mapping[str, list[Element]]) -> Element | None:
    return next(iter(of.get("main") or of.get("body") or ()), None)


def _find_first(whole: Element | None, tag: str) -> Element | None:
    """The first element of that tag in another; without one, that itself."""
    within = whole.iter_elements() if whole is not None else ()
    return next((each for each in within if each.tag == tag), whole)


def _read_text(whole: Element | None, unread: frozenset[str]) -> str:
    return _squeeze(" ".join(_list_texts(whole, unread))) if whole is not None else ""


def _list_texts(element: Element, unread: frozenset[str]) -> Iterator[str]:
    """The texts in an element in their order. A stack, not recursion: pages nest as deep as they like."""
    stack = list(reversed(list(element.children)))
    while stack:
        node = stack.pop()
        if isinstance(node, Text):
            yield node.data
        elif isinstance(node, Element) and node.tag not in unread:
            stack.extend(reversed(list(node.children)))
