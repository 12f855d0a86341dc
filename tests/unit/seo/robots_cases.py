"""Verdicts that Google publishes for its own robots.txt matcher, all that are about addresses and agents.

Source: https://github.com/google/robotstxt/blob/master/robots_test.cc
"""

from typing import NamedTuple


class Case(NamedTuple):
    """A robots.txt, whose lines are joined by "|", and for an agent the addresses that it may and may not read."""

    robots: str
    agent: str
    allowed: str = ""
    refused: str = ""


FISH = "/fish /fish.html /fish/salmon.html /fishheads /fishheads/yummy.html /fish.html?id=anything"
MIXED = "{0}: FooBot|{1}: /x/|{2}: /"
NAMED = "User-Agent: {0}|Allow: /x/|Disallow: /"
ONE = "user-agent: FooBot|"
GROUPS = (
    "allow: /foo/bar/||user-agent: FooBot|disallow: /|allow: /x/|user-agent: BarBot|disallow: /|allow: /y/|||allow: /w/"
    "|user-agent: BazBot||user-agent: FooBot|allow: /z/|disallow: /"
)
GLOBAL = "user-agent: *|allow: /|user-agent: FooBot|disallow: /"
FIRST_SPACE = "User-Agent: *|Disallow: /|User-Agent: Foo Bar|Allow: /x/|Disallow: /"
SECONDARY = "User-agent: BarBot|Sitemap: https://foo.bar/sitemap|User-agent: *|Disallow: /"
UNKNOWN = "User-agent: FooBot|Invalid-Unknown-Line: unknown|User-agent: *|Disallow: /"
ENCODED = "User-agent: FooBot|Disallow: /|Allow: /foo/bar"
CASES = [
    Case("", "FooBot", "/"),
    Case("", "", "/"),
    Case(ONE + "disallow: /", "", "/"),
    Case(ONE + "disallow: /", "FooBot", "", "/ /x/y"),
    Case("foo: FooBot|bar: /", "FooBot", "/x/y"),
    Case("user-agent FooBot|disallow /", "FooBot", "", "/x/y"),
    Case(GROUPS, "FooBot", "/x/b /z/d", "/y/c /foo/bar/"),
    Case(GROUPS, "BarBot", "/y/c /w/a", "/z/d /foo/bar/"),
    Case(GROUPS, "BazBot", "/z/d", "/foo/bar/"),
    *(Case(SECONDARY, agent, "", "/") for agent in ("FooBot", "BarBot")),
    *(Case(UNKNOWN, agent, "", "/") for agent in ("FooBot", "BarBot")),
    Case(MIXED.format("USER-AGENT", "ALLOW", "DISALLOW"), "FooBot", "/x/y", "/a/b"),
    Case(MIXED.format("user-agent", "allow", "disallow"), "FooBot", "/x/y", "/a/b"),
    Case(MIXED.format("uSeR-aGeNt", "AlLoW", "dIsAlLoW"), "FooBot", "/x/y", "/a/b"),
    *(Case(NAMED.format(n), a, "/x/y", "/a/b") for n in ("FOO BAR", "foo bar", "FoO bAr") for a in ("Foo", "foo")),
    Case(FIRST_SPACE, "Foo", "/x/y"),
    Case(FIRST_SPACE, "Foo Bar", "", "/x/y"),
    Case(GLOBAL, "FooBot", "", "/x/y"),
    Case(GLOBAL, "BarBot", "/x/y"),
    Case(ONE + "allow: /|user-agent: BarBot|disallow: /|user-agent: BazBot|disallow: /", "QuxBot", "/x/y"),
    Case(ONE + "disallow: /x/", "FooBot", "", "/x/y"),
    Case(ONE + "disallow: /X/", "FooBot", "/x/y"),
    Case(ONE + "disallow: /x/page.html|allow: /x/", "FooBot", "", "/x/page.html"),
    Case(ONE + "allow: /x/page.html|disallow: /x/", "FooBot", "/x/page.html", "/x/"),
    Case(ONE + "disallow: |allow: ", "FooBot", "/x/page.html"),
    Case(ONE + "disallow: /|allow: /", "FooBot", "/x/page.html"),
    Case(ONE + "disallow: /x|allow: /x/", "FooBot", "/x/", "/x"),
    Case(ONE + "disallow: /x/page.html|allow: /x/page.html", "FooBot", "/x/page.html"),
    Case(ONE + "allow: /page|disallow: /*.html", "FooBot", "/page", "/page.html"),
    Case(ONE + "allow: /x/page.|disallow: /*.html", "FooBot", "/x/page.html", "/x/y.html"),
    Case("User-agent: *|Disallow: /x/|User-agent: FooBot|Disallow: /y/", "FooBot", "/x/page", "/y/page"),
    Case(
        "User-agent: FooBot|Disallow: /|Allow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par",
        "FooBot",
        "/foo/bar?qux=taz&baz=http://foo.bar?tar&par",
    ),
    Case(ENCODED + "/ツ", "FooBot", "/foo/bar/%E3%83%84", "/foo/bar/ツ"),
    Case(ENCODED + "/%E3%83%84", "FooBot", "/foo/bar/%E3%83%84", "/foo/bar/ツ"),
    Case(ENCODED + "/%62%61%7A", "FooBot", "/foo/bar/%62%61%7A", "/foo/bar/baz"),
    Case(
        "User-agent: FooBot|Disallow: /foo/bar/quz|Allow: /foo/*/qux",
        "FooBot",
        "/foo/quz /foo//quz /foo/bax/quz",
        "/foo/bar/quz",
    ),
    Case(
        "User-agent: FooBot|Disallow: /foo/bar$|Allow: /foo/bar/qux",
        "FooBot",
        "/foo/bar/qux /foo/bar/ /foo/bar/baz",
        "/foo/bar",
    ),
    Case("User-agent: FooBot|# Disallow: /|Disallow: /foo/quz#qux|Allow: /", "FooBot", "/foo/bar", "/foo/quz"),
    Case(
        "User-Agent: *|Allow: /allowed-slash/index.html|Disallow: /",
        "foobot",
        "/allowed-slash/ /allowed-slash/index.html",
        "/allowed-slash/index.htm /anyother-url",
    ),
    Case(ONE + "disallow: /|allow: /fish", "FooBot", FISH, "/bar /Fish.asp /catfish /?id=fish"),
    Case(ONE + "disallow: /|allow: /fish*", "FooBot", FISH, "/bar /Fish.bar /catfish /?id=fish"),
    Case(
        ONE + "disallow: /|allow: /fish/",
        "FooBot",
        "/fish/ /fish/salmon /fish/?salmon /fish/salmon.html /fish/?id=anything",
        "/bar /fish /fish.html /Fish/Salmon.html",
    ),
    Case(
        ONE + "disallow: /|allow: /*.php",
        "FooBot",
        "/filename.php /folder/filename.php /folder/filename.php?parameters //folder/any.php.file.html /filename.php/"
        " /index?f=filename.php/",
        "/bar /php/ /index?php /windows.PHP",
    ),
    Case(
        ONE + "disallow: /|allow: /*.php$",
        "FooBot",
        "/filename.php /folder/filename.php",
        "/bar /filename.php?parameters /filename.php/ /filename.php5 /php/ /filename?php /aaaphpaaa //windows.PHP",
    ),
    Case(
        ONE + "disallow: /|allow: /fish*.php",
        "FooBot",
        "/fish.php /fishheads/catfish.php?parameters",
        "/bar /Fish.PHP",
    ),
    Case(ONE + "allow: /p|disallow: /", "FooBot", "/page"),
    Case(ONE + "allow: /folder|disallow: /folder", "FooBot", "/folder/page"),
    Case(ONE + "allow: /page|disallow: /*.htm", "FooBot", "", "/page.htm"),
    Case(ONE + "allow: /$|disallow: /", "FooBot", "/", "/page.html"),
]
