"""robots.txt as RFC 9309 and Google's published tests have it: which crawlers may read which addresses.

Groups of the same agent count as one; the longest pattern that matches decides, and of two as long the one that allows.
Patterns are compared as they are written, with other than ASCII characters percent-encoded.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote

MAX_BYTES = 500 * 1024
"""Google reads so much of a file. Source: https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec."""
MAX_LINE = 2083 * 8
NAMES = {"useragent": "user-agent", "user agent": "user-agent"}
NAMES |= dict.fromkeys(("dissallow", "dissalow", "disalow", "diasllow", "disallaw"), "disallow")
OTHERS = frozenset({"sitemap", "crawl-delay", "host", "clean-param", "request-rate", "visit-time", "noindex"})
"""Lines that crawlers know and that say nothing about access."""
_AGENT = re.compile("[A-Za-z_-]*")
_ESCAPE = re.compile("%[0-9a-fA-F]{2}")
INDEX = "/index.html"


class Pattern(NamedTuple):
    """A line of a group: whether it allows, and which paths."""

    allows: bool
    path: str

    def matches(self, path: str) -> bool:
        """Whether a path with its query is one of them. Takes time with the product of both lengths at most."""
        anchored = self.path.endswith("$")
        first, *rest = self.path.removesuffix("$").split("*")
        if not path.startswith(first):
            return False
        at = len(first)
        last = rest.pop() if anchored and rest else None
        for part in rest:
            found = path.find(part, at)
            if found < 0:
                return False
            at = found + len(part)
        if last is None:
            return not anchored or at == len(path)
        return len(path) - len(last) >= at and path.endswith(last)


class Line(NamedTuple):
    """A line with a name, both as they are compared; `number` counts from 1."""

    number: int
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Group:
    """Agents, in lower case, and what they may read."""

    agents: frozenset[str]
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Robots:
    """A robots.txt that was read. `faults` are its lines that no crawler follows."""

    groups: tuple[Group, ...] = ()
    sitemaps: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()

    def allows(self, agent: str, address: str) -> bool:
        """Whether an agent may read an address, which is percent-encoded."""
        named = [group for group in self.groups if agent.lower() in group.agents]
        chosen = named or [group for group in self.groups if "*" in group.agents]
        path = take_path(address)
        matching = [each for group in chosen for each in group.patterns if each.path and each.matches(path)]
        best = max(matching, key=lambda each: (len(each.path), each.allows), default=None)
        return best is None or best.allows


NO_ROBOTS = Robots()


def read_robots(text: str) -> Robots:
    """Read a robots.txt. What nobody understands is passed over."""
    lines = list(_list_lines(text[:MAX_BYTES].removeprefix("\ufeff")))
    faults = tuple(f"{each.number}: {each.name}: {each.value}"[:200] for each in _list_idle(lines))
    sitemaps = tuple(each.value for each in lines if each.name == "sitemap")
    return Robots(tuple(_list_groups(lines)), sitemaps, faults)


def take_path(address: str) -> str:
    """The path of an address with its query, which is all that patterns are compared with."""
    start = address.find("//")
    rest = address[start + 2 :] if start >= 0 else address
    at = min((found for mark in "/?;" if (found := rest.find(mark)) >= 0), default=-1)
    path = (rest[at:] if at >= 0 else "").partition("#")[0]
    return path if path.startswith("/") else f"/{path}"


def _list_lines(text: str) -> Iterator[Line]:
    for number, whole in enumerate(re.split("\r\n|\r|\n", text), 1):
        line = whole[: MAX_LINE - 1].partition("#")[0].strip()
        name, colon, value = line.partition(":")
        if not colon:  # Google takes "disallow /" for what it means
            name, _, value = line.partition(" ")
            value = "" if len(value.split()) > 1 else value
        if line:
            name = name.strip().lower()
            yield Line(number, NAMES.get(name, name), value.strip())


def _list_idle(lines: list[Line]) -> Iterator[Line]:
    """Lines without any effect: no directives, rules for nobody, paths without a slash, sitemaps without an address."""
    known, named = {"user-agent", "allow", "disallow", *OTHERS}, False
    for line in lines:
        named = named or line.name == "user-agent"
        is_lost = line.name in ("allow", "disallow") and not (named and line.value[:1] in ("", "/", "*"))
        is_nowhere = line.name == "sitemap" and not line.value.lower().startswith(("https://", "http://"))
        if line.name not in known or is_lost or is_nowhere:
            yield line


def _list_groups(lines: list[Line]) -> Iterator[Group]:
    agents: set[str] = set()
    patterns: list[Pattern] = []
    for line in lines:
        if line.name == "user-agent":
            if patterns:
                yield Group(frozenset(agents), tuple(patterns))
                agents, patterns = set(), []
            agents.add(_read_agent(line.value))
        elif line.name in ("allow", "disallow") and agents:
            patterns += _read_patterns(line)
    yield Group(frozenset(agents), tuple(patterns))


def _read_agent(value: str) -> str:
    """A name up to the first character that no name has; "*" alone, or before a space, stands for all."""
    if value.startswith("*") and not value[1:2].strip():
        return "*"
    found = _AGENT.match(value)
    return found.group().lower() if found else ""


def _read_patterns(line: Line) -> Iterator[Pattern]:
    encoded = quote(line.value, safe="".join(map(chr, range(33, 127))) + " ")
    path = _ESCAPE.sub(lambda found: found.group().upper(), encoded)
    yield Pattern(line.name == "allow", path)
    if line.name == "allow" and path.endswith(INDEX):
        yield Pattern(True, path.removesuffix("index.html") + "$")
    elif not path:
        yield Pattern(line.name == "allow", "")
