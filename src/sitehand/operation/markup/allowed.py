"""The elements, attributes and addresses that WordPress 7.1 lets those write who may not write all HTML.

Source: https://developer.wordpress.org/reference/functions/wp_kses_allowed_html/, `wp-includes/kses.php`. Left out are
`object`, whose PDF must lie on the site itself, and `data-wp-*`, which binds attributes to programs.
"""

# ruff: noqa: SIM905 - long lists of plain names read best as text
import re
from collections.abc import Mapping

from sitehand.site.kind import Form

Elements = Mapping[str, frozenset[str]]
"""The elements that a text may have, and the attributes of each."""

EVERYWHERE = frozenset(
    "aria-controls aria-current aria-describedby aria-details aria-expanded aria-hidden aria-label aria-labelledby"
    " aria-live class dir hidden id lang role style tabindex title xml:lang".split()
)
MATH = frozenset("displaystyle mathbackground mathcolor mathsize scriptlevel".split())
_HTML = {
    "abbr acronym address b bdo big br cite code dd dfn dl dt em fieldset i kbd mark rb rp rt rtc ruby s samp": "",
    "search small strike strong sub sup title tt u var wbr": "",
    "article aside caption figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup legend main nav p": "align",
    "section span summary": "align",
    "a": "download href name rel rev target",
    "area": "alt coords href nohref shape target",
    "audio": "autoplay controls loop muted preload src",
    "blockquote q": "cite",
    "button": "aria-haspopup command commandfor disabled name popovertarget popovertargetaction type value",
    "col colgroup": "align char charoff span valign width",
    "data": "value",
    "del time": "datetime",
    "details": "align name open",
    "dialog": "autofocus closedby open popover",
    "div": "align popover",
    "font": "color face size",
    "hr": "align noshade size width",
    "img": "align alt border height hspace loading longdesc src usemap vspace width",
    "ins": "cite datetime",
    "label": "for",
    "li": "align value",
    "map": "name",
    "menu": "type",
    "meter": "high low max min optimum value",
    "ol": "reversed start type",
    "pre": "width",
    "progress": "max value",
    "table": "align bgcolor border cellpadding cellspacing rules summary width",
    "tbody tfoot thead": "align char charoff valign",
    "td th": "abbr align axis bgcolor char charoff colspan headers height nowrap rowspan scope valign width",
    "textarea": "cols disabled name readonly rows",
    "tr": "align bgcolor char charoff valign",
    "track": "default kind label src srclang",
    "ul": "popover type",
    "video": "autoplay controls height loop muted playsinline poster preload src width",
}
_MATH = {
    "annotation": "encoding",
    "math": "display",
    "menclose": "notation",
    "merror mmultiscripts mn mphantom mprescripts mroot mrow ms msqrt mstyle msub msubsup msup mtext semantics": "",
    "mfrac": "linethickness",
    "mi": "mathvariant",
    "mo": "fence form largeop lspace maxsize minsize movablelimits rspace separator stretchy symmetric",
    "mover munder munderover": "accent accentunder",
    "mpadded": "depth height lspace voffset width",
    "mspace": "depth height width",
    "mtable": "align columnalign columnlines columnspacing frame framespacing rowalign rowlines rowspacing width",
    "mtd": "columnalign columnspan rowalign rowspan",
    "mtr": "columnalign rowalign",
}
_INLINE = {
    "b cite code em i s strike strong": "",
    "a": "href title",
    "abbr acronym": "title",
    "blockquote q": "cite",
    "del": "datetime",
}


def _read(table: Mapping[str, str], shared: frozenset[str] = frozenset()) -> Elements:
    return {name: frozenset(own.split()) | shared for names, own in table.items() for name in names.split()}


CONTENT = {**_read(_HTML, EVERYWHERE), **_read(_MATH, EVERYWHERE | MATH)}
INLINE = _read(_INLINE)
DESCRIPTION = {**INLINE, "a": INLINE["a"] | {"rel", "target"}}
ALLOWED: Mapping[Form, Elements] = {
    "content": CONTENT,
    "inline": INLINE,
    "description": DESCRIPTION,
    "words": {},
    "json": CONTENT,
}

ADDRESSES = frozenset("cite href longdesc poster src usemap".split())
"""Attributes that hold an address. Source: `wp_kses_uri_attributes`, as far as they are allowed."""
SCHEMES = frozenset(
    "http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal"
    " urn".split()
)
"""Source: `wp_allowed_protocols`."""
_DATA = re.compile(r"data-(?!wp-)[a-z0-9_-]+")
PASSED_OVER = re.compile(r"[\x00-\x20\x7f-\xa0\u2028\u2029]+")
"""What browsers pass over in an address: spaces and controls."""
_SCHEME = re.compile(r"([^/?#:]*):")


def allows_attribute(elements: Elements, tag: str, name: str, value: str) -> bool:
    """Whether an attribute may stand in a tag that may; what a style says is looked at elsewhere."""
    allowed = elements[tag]
    if name not in allowed:
        return "class" in allowed and _DATA.fullmatch(name) is not None
    if name in ADDRESSES:
        return allows_address(value)
    return name != "download" or not value


def allows_address(address: str) -> bool:
    """Whether an address has no scheme, or one of those above."""
    scheme = _SCHEME.match(PASSED_OVER.sub("", address))
    return scheme is None or scheme[1].lower() in SCHEMES
