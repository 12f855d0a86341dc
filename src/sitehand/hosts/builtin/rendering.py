"""Stored text as visitors see it: paragraphs, captions, and only the HTML that WordPress allows an editor.

The stored text itself is never changed. Every function here is pure; its answer is safe to put into a page as it is.
"""

# ruff: noqa: SIM905 - long lists of plain names read best as text
import html
import re
from collections.abc import Mapping

import nh3

from sitehand.hosts.builtin.formatting import limit_formatting
from sitehand.hosts.builtin.paragraphs import add_paragraphs

EXCERPT_WORDS = 55
# The parser's time grows with the square of the nesting; no real document comes near this.
MAX_NESTING = 1000
MAX_BESIDE_TABLES = 30_000
TABLE_PARTS = frozenset("caption col colgroup table tbody td tfoot th thead tr".split())
# Below this length no nesting takes noticeable time.
UNCHECKED_LENGTH = 20_000

# https://developer.wordpress.org/reference/functions/wp_kses_allowed_html/ for "post", without what can send a form.
INLINE_TAGS = frozenset(
    "a abbr b bdi bdo big br cite code data del dfn em font i img ins kbd mark q s samp small span strike strong sub"
    " sup time tt u var wbr".split()
)
BLOCK_TAGS = frozenset(
    "address area article aside audio blockquote button caption center col colgroup dd details dir div dl dt fieldset"
    " figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr label legend li main map menu nav ol p picture pre"
    " rb rp rt rtc ruby section source summary table tbody td tfoot th thead tr track ul video".split()
)
TITLE_TAGS = INLINE_TAGS - {"a", "img"}
ATTRIBUTES: Mapping[str, set[str]] = {
    "*": {"class", "id", "style", "title", "dir", "lang", "role", "hidden", "align"},
    "a": {"href", "rel", "rev", "name", "target", "hreflang", "download"},
    "area": {"alt", "coords", "href", "nohref", "shape", "target"},
    "audio": {"autoplay", "controls", "loop", "muted", "preload", "src"},
    "blockquote": {"cite"},
    "button": {"disabled", "name", "type", "value"},
    "col": {"span", "width", "valign"},
    "colgroup": {"span", "width", "valign"},
    "data": {"value"},
    "del": {"datetime", "cite"},
    "details": {"open"},
    "font": {"color", "face", "size"},
    "hr": {"noshade", "size", "width"},
    "img": {
        *("alt", "border", "height", "hspace", "loading", "decoding", "fetchpriority", "vspace", "src"),
        *("srcset", "sizes", "usemap", "width"),
    },
    "ins": {"datetime", "cite"},
    "label": {"for"},
    "li": {"value"},
    "map": {"name"},
    "ol": {"start", "type", "reversed"},
    "pre": {"width"},
    "q": {"cite"},
    "source": {"src", "srcset", "sizes", "type", "media", "width", "height"},
    "table": {"bgcolor", "border", "cellpadding", "cellspacing", "rules", "summary", "width"},
    "td": {"abbr", "axis", "bgcolor", "colspan", "headers", "height", "nowrap", "rowspan", "scope", "valign", "width"},
    "th": {"abbr", "axis", "bgcolor", "colspan", "headers", "height", "nowrap", "rowspan", "scope", "valign", "width"},
    "time": {"datetime"},
    "tr": {"bgcolor", "valign"},
    "track": {"default", "kind", "label", "src", "srclang"},
    "ul": {"type"},
    "video": {
        *("autoplay", "controls", "height", "loop", "muted", "playsinline", "poster", "preload", "src", "width"),
    },
}
STYLES = set(
    "align-content align-items align-self aspect-ratio background-color border border-bottom border-bottom-color"
    " border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width border-collapse"
    " border-color border-left border-left-color border-left-style border-left-width border-radius border-right"
    " border-right-color border-right-style border-right-width border-spacing border-style border-top"
    " border-top-color border-top-left-radius border-top-right-radius border-top-style border-top-width border-width"
    " box-shadow caption-side clear color column-count column-gap column-width columns direction display flex"
    " flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family font-size font-style"
    " font-variant font-weight gap grid-column grid-row grid-template-columns height justify-content justify-items"
    " justify-self letter-spacing line-height list-style-type margin margin-block-end margin-block-start margin-bottom"
    " margin-inline-end margin-inline-start margin-left margin-right margin-top max-height max-width min-height"
    " min-width object-fit object-position opacity overflow padding padding-bottom padding-left padding-right"
    " padding-top row-gap text-align text-decoration text-indent text-transform vertical-align white-space width"
    " word-spacing writing-mode".split()
)
SCHEMES = {"http", "https", "mailto", "tel"}
# What these hold is a program or a style, not text; with other unknown tags only the tag goes.
DROPPED_WITH_CONTENT = {"script", "style", "template", "noscript", "iframe", "object", "embed", "noembed", "noframes"}


# Addresses that the parser does not know as such; these must be relative or of the web.
_OTHER_ADDRESSES = frozenset({"cite", "srcset", "usemap"})
_WEB_ADDRESSES = re.compile(r"\s*(?:https?:|/|\.|#|[^:]*$)", re.IGNORECASE)


def _check_attribute(_tag: str, name: str, value: str) -> str | None:
    if name not in _OTHER_ADDRESSES:
        return value
    return value if all(map(_WEB_ADDRESSES.match, value.split(","))) else None


def _build_cleaner(tags: frozenset[str]) -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=set(tags),
        attributes={tag: names for tag, names in ATTRIBUTES.items() if tag in tags or tag == "*"},
        clean_content_tags=DROPPED_WITH_CONTENT,
        filter_style_properties=STYLES,
        generic_attribute_prefixes={"data-", "aria-"},
        url_schemes=SCHEMES,
        link_rel=None,
        attribute_filter=_check_attribute,
        strip_comments=True,
    )


_TITLE = _build_cleaner(TITLE_TAGS)
_CONTENT = _build_cleaner(INLINE_TAGS | BLOCK_TAGS)
_WORDS = nh3.Cleaner(tags=set(), clean_content_tags=DROPPED_WITH_CONTENT | {"figcaption", "figure"})

# A tag that ends a word for the eye, although not for the parser.
_PARTING = re.compile(rf"<(?!!|/?(?:{'|'.join(sorted(INLINE_TAGS - {'br'}))})(?![\w-]))", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)[^<>]*+>?")
# Elements without content, and those that the next of their kind ends.
NEVER_NESTED = frozenset(
    "area base br col dd dt embed hr img input li link meta option p param source td th tr track wbr".split()
)

# Neither part may reach over another [caption, so that the search stays linear in the length of the text.
_CAPTION = re.compile(r"\[caption\b([^\[\]]*)\]((?:(?!\[caption\b).)*?)\[/caption\]", re.DOTALL)
_CAPTIONED = re.compile(r"\s*((?:<a\s[^<>]*>\s*)?<img\s[^<>]*>(?:\s*</a>)?)(.*)", re.DOTALL)
_ATTRIBUTE = re.compile(r"""([a-z_]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")


def render_title(raw: str) -> str:
    """A title as HTML: inline tags stay, stray `<` and `&` become entities."""
    return _TITLE.clean(limit_formatting(raw))


def render_content(raw: str) -> str:
    """Content as HTML. Blocks lose their comments; text without blocks gets paragraphs, as WordPress does."""
    raw = flatten(raw)
    marked_up = raw if "<!-- wp:" in raw else add_paragraphs(expand_captions(raw))
    return _CONTENT.clean(limit_formatting(marked_up.strip())).strip()


def render_excerpt(raw_excerpt: str, raw_content: str) -> str:
    """The excerpt as HTML; when nobody wrote one, the first 55 words of the content."""
    if raw_excerpt.strip():
        return _CONTENT.clean(limit_formatting(add_paragraphs(flatten(raw_excerpt)).strip())).strip()
    words = extract_text(raw_content).split()
    if not words:
        return ""
    ending = " […]" if len(words) > EXCERPT_WORDS else ""
    return f"<p>{html.escape(' '.join(words[:EXCERPT_WORDS]), quote=False)}{ending}</p>"


def extract_text(raw: str) -> str:
    """The words of a text, without tags, comments, scripts and captions."""
    return html.unescape(_WORDS.clean(_PARTING.sub(" <", limit_formatting(expand_captions(flatten(raw))))))


def flatten(raw: str) -> str:
    """The text as it is, or without any tag when its tags are nested absurdly deep, or misplaced in tables."""
    if len(raw) < UNCHECKED_LENGTH or (_measure_nesting(raw) <= MAX_NESTING and not _may_be_misplaced(raw)):
        return raw
    return html.escape(_TAG.sub(" ", raw), quote=False)


def _measure_nesting(raw: str) -> int:
    depth = deepest = 0
    for closing, name in _TAG.findall(raw):
        if name.lower() not in NEVER_NESTED:
            depth = max(depth - 1, 0) if closing else depth + 1
            deepest = max(deepest, depth)
    return deepest


def _may_be_misplaced(raw: str) -> bool:
    """Whether so many tags could stand in a table outside its cells: the parser's time grows with their square.

    Source: HTML Living Standard, 13.2.6.1, foster parenting.
    """
    if "<table" not in raw.lower():
        return False
    return sum(name.lower() not in TABLE_PARTS for closing, name in _TAG.findall(raw)) > MAX_BESIDE_TABLES


def expand_captions(raw: str) -> str:
    """WordPress's [caption] shortcode as a figure (https://developer.wordpress.org/reference/functions/img_caption_shortcode/)."""
    return _CAPTION.sub(_make_figure, raw) if "[/caption]" in raw else raw


def _make_figure(match: re.Match[str]) -> str:
    values = {name: one or other for name, one, other in _ATTRIBUTE.findall(match[1])}
    picture, text = match[2], values.get("caption", "")
    if captioned := _CAPTIONED.fullmatch(match[2]):
        picture, text = captioned[1], captioned[2].strip() or text
    width = f' style="width:{values["width"]}px"' if values.get("width", "").isdecimal() else ""
    identity = f' id="{html.escape(values["id"])}"' if values.get("id") else ""
    caption = f'<figcaption class="wp-caption-text">{text}</figcaption>' if text else ""
    classes = html.escape(f"wp-caption {values.get('align', 'alignnone')}")
    return f'<figure{identity} class="{classes}"{width}>{picture}{caption}</figure>'
