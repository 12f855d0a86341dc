"""The table of bytes and versions: what each release shows, and stores of an update, for a text that it was given.

Measured over REST on 6.1.9, 6.8.7 and 7.1.4, as a user with `unfiltered_html`. All of them store a new text as it is.
6.1 does so with an update too, and shows what is stored. 6.8 and 7.1 parse blocks and write them anew, both when they
show a text and when they store an update.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Row(NamedTuple):
    """A text, and the form that a release has of it; a release that is not named keeps the text."""

    text: str
    forms: Mapping[str, str] = {}


def _both(form: str) -> Mapping[str, str]:
    return {"6.8": form, "7.1": form}


def _wrap(name: str) -> str:
    return f'<!-- {name} {{"a":1}} --><p>x</p><!-- /{name} -->'


NESTED = (
    "<!-- wp:group -->\n<div><!-- wp:p {style} -->\n<p>x</p>\n<!-- /wp:p -->\n\n<!-- wp:p -->\n<p>y</p>\n"
    "<!-- /wp:p --></div>\n<!-- /wp:group -->\n\nbetween\n\n{last}"
)
LETTERS = _both('<!-- wp:p {"a":"\\u003cb\\u003e \\u0026 \\u002d\\u002d \\u0022 é"} /-->')
TABLE: Mapping[str, Row] = {
    "backslashes": Row(
        '<!-- wp:p {"a":"c:\\\\x"} --><p>C:\\dir \\\\ \\n</p><!-- /wp:p -->',
        {"7.1": '<!-- wp:p {"a":"c:\\u005cx"} --><p>C:\\dir \\\\ \\n</p><!-- /wp:p -->'},
    ),
    "an escaped backslash": Row('<!-- wp:p {"a":"a\\u005cb"} /-->', {"6.8": '<!-- wp:p {"a":"a\\\\b"} /-->'}),
    "a backslash at the end": Row(
        '<!-- wp:p {"a":"x\\\\"} /-->',
        {
            "6.8": '<!-- wp:p {"a":"x\\\\u0022} /-->',
            "7.1": '<!-- wp:p {"a":"x\\u005c"} /-->',
        },
    ),
    "escapes": Row('<!-- wp:p {"a":"\\u003cb\\u003e \\u0026 \\u002d\\u002d \\u0022 \\u00e9"} /-->', LETTERS),
    "4-byte text": Row('<!-- wp:p {"a":"😀"} --><p>😀 𝒳</p><!-- /wp:p -->'),
    "right-to-left text": Row('<!-- wp:p --><p dir="rtl">שלום \u200fمرحبا</p><!-- /wp:p -->'),
    "an empty object": Row('<!-- wp:p {"style":{},"l":[]} /-->', _both('<!-- wp:p {"style":[],"l":[]} /-->')),
    "no attributes": Row("<!-- wp:p {} /-->", _both("<!-- wp:p /-->")),
    "numbered keys": Row('<!-- wp:p {"a":{"0":"x"}} /-->', _both('<!-- wp:p {"a":["x"]} /-->')),
    "numbers": Row('<!-- wp:p {"a":1.0,"b":0.1,"c":1e3} /-->', _both('<!-- wp:p {"a":1,"b":0.1,"c":1000} /-->')),
    "a large number": Row(
        '<!-- wp:p {"a":12345678901234567890} /-->', _both('<!-- wp:p {"a":1.2345678901234567e+19} /-->')
    ),
    "slashes": Row('<!-- wp:p {"u":"https:\\/\\/a"} /-->', _both('<!-- wp:p {"u":"https://a"} /-->')),
    "spaces in JSON": Row('<!-- wp:p { "b":1, "a":2 } /-->', _both('<!-- wp:p {"b":1,"a":2} /-->')),
    "a key twice": Row('<!-- wp:p {"a":1,"a":2} /-->', _both('<!-- wp:p {"a":2} /-->')),
    "attributes that are no JSON": Row('<!-- wp:p {"a":1,} /-->', _both("<!-- wp:p /-->")),
    "half a character": Row('<!-- wp:p {"a":"\\ud83d"} /-->', _both("<!-- wp:p /-->")),
    "core's own name": Row(_wrap("wp:core/p"), _both(_wrap("wp:p"))),
    "nothing in it": Row("<!-- wp:x/y --><!-- /wp:x/y -->", _both("<!-- wp:x/y /-->")),
    "nested blocks": Row(
        NESTED.format(style='{"a":{}}', last="<!-- wp:x/y  /-->"),
        _both(NESTED.format(style='{"a":[]}', last="<!-- wp:x/y /-->")),
    ),
    "no closer": Row("<!-- wp:p --><div><p>x</p>", _both("<!-- wp:p --><div><p>x</p><!-- /wp:p -->")),
    "no blocks": Row("a \\ b \\u003c & <em>d</em>\n\n<!-- more -->\n\né 😀 &amp; {}"),
}
_LOST = {"a large number", "half a character"}
LOST: Mapping[str, set[str]] = {"6.1": set(), "6.8": {*_LOST, "a backslash at the end"}, "7.1": _LOST}
"""What a release reads as something else than is written: an update would lose it."""
UNCLOSED = "no closer"
LINES: Mapping[str, str] = {
    "backslashes": "C:\\dir \\\\ \\n",
    "escapes": "\\u003c \\/ {} 1.0",
    "4-byte text": "😀 𝒳",
    "right-to-left text": "שלום \u200fمرحبا",
    "tags": "a & b <em>c</em>",
}
"""Titles and excerpts, which every release stores and shows as they are."""
