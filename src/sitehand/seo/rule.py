"""What a rule is: a code that stays, how bad it is, the official page that it follows, and the check itself."""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from sitehand.seo.page import Image, Link, Page
from sitehand.seo.robots import NO_ROBOTS, Robots

Severity = Literal["error", "warning", "info"]
RULES_VERSION = "8"
"""Changes with what any rule finds: pages that have not changed are then judged anew."""


class Fix(NamedTuple):
    """A call that repairs what was found: an operation and its arguments."""

    operation: str
    arguments: Mapping[str, Any]


class Fault(NamedTuple):
    """What a rule has found. `evidence` is what is there; `key` tells several of one rule on one page apart."""

    evidence: str
    key: str = ""
    fix: Fix | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """The item that a page shows; all is empty for an address that shows none, such as the home page.

    `title` is HTML.
    """

    id: int = 0
    type: str = ""
    slug: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a page is judged beside: the item that it shows, robots.txt, and the addresses in the sitemap.

    `home` is the site's address with a slash at its end; `sitemap` is None when nobody could read it. `frame` are the
    links and images of the home page's header, navigation and footer: those are judged once, there. `has_language` says
    whether the home page names its language: where it does not, that is judged there alone too.
    """

    home: str
    item: Item = field(default_factory=Item)
    robots: Robots = NO_ROBOTS
    sitemap: Container[str] | None = None
    frame: frozenset[Link | Image] = frozenset()
    has_language: bool = True

    def is_home(self, address: str) -> bool:
        """Whether an address is the home page's, with or without a fragment."""
        return address.partition("#")[0].rstrip("/") == self.home.rstrip("/")


Check = Callable[[Page, Surroundings], Iterable[Fault]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule over one page. `source` is the page that says why."""

    code: str
    severity: Severity
    source: str
    check: Check


class Found(NamedTuple):
    """A fault and the rule that found it."""

    rule: str
    severity: Severity
    source: str
    fault: Fault


GOOGLE = "https://developers.google.com/search/docs/"
CRAWLING = "https://developers.google.com/crawling/docs/"
