"""Stored text as visitors see it: paragraphs, captions, and only the HTML that WordPress allows an editor.

The stored text itself is never changed. Every function here is pure; its answer is safe to put into a page as it is.
"""

# ruff: noqa: SIM905 - long lists of plain names read best as text
import html
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

import nh3

from sitehand.blocks.converting.paragraphs import add_paragraphs, drop_comments
from sitehand.hosts.builtin.block_states import list_names, name_look, name_variable
from sitehand.hosts.builtin.formatting import limit_formatting
from sitehand.hosts.builtin.hidden_blocks import leave_out_hidden
from sitehand.hosts.builtin.plain_paragraphs import is_changed, mark_up_paragraphs, read_paragraphs

Mark = Callable[[str], str]

EXCERPT_WORDS = 55
UNCHECKED_LENGTH = 5000
"""Characters below which no markup takes the cleaner noticeable time."""

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


def _build_cleaner(
    tags: frozenset[str], attributes: Mapping[str, set[str]] = ATTRIBUTES, styles: set[str] = STYLES
) -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=set(tags),
        attributes={tag: names for tag, names in attributes.items() if tag in tags or tag == "*"},
        clean_content_tags=DROPPED_WITH_CONTENT,
        filter_style_properties=styles,
        generic_attribute_prefixes={"data-", "aria-"},
        url_schemes=SCHEMES,
        # By default nh3 adds a `rel` to each link.
        link_rel=None,
        attribute_filter=_check_attribute,
        strip_comments=True,
    )


# https://developer.wordpress.org/reference/functions/wp_kses_allowed_html/ for what visitors write, with paragraphs.
_COMMENT = nh3.Cleaner(
    tags=set("a abbr b blockquote br cite code del em i p q s strike strong".split()),
    attributes={"a": {"href", "title"}, "abbr": {"title"}, "blockquote": {"cite"}, "del": {"datetime"}, "q": {"cite"}},
    clean_content_tags=DROPPED_WITH_CONTENT,
    url_schemes=SCHEMES,
    link_rel="nofollow ugc noopener",
    attribute_filter=_check_attribute,
    strip_comments=True,
)
SLOT_TAG = "wp-slot"
"""Where a dynamic block stands in HTML that is about to be shown; see `public/rendering`."""
LAYOUT_STYLES = {
    *(f"--wp--style--{name}" for name in ("block-gap", "column-gap", "content-size", "grid-columns", "grid-width")),
    *(f"--wp--style--{name}" for name in ("link-color", "link-hover-color", "heading-color")),
    *(f"--wp--style--{name}" for name in ("button-color", "button-background")),
    "--wp--block-button--width",
    *(name_variable(name_look(*names)) for names in list_names()),
}
MATH_TAGS = frozenset(
    "annotation math merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace"
    " msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics".split()
)
MATH_ATTRIBUTES = set(
    "accent columnalign display encoding fence linethickness mathvariant scriptlevel stretchy".split()
)
_TITLE = _build_cleaner(TITLE_TAGS)
_CONTENT = _build_cleaner(INLINE_TAGS | BLOCK_TAGS)
_FRAGMENT = _build_cleaner(
    INLINE_TAGS | BLOCK_TAGS | MATH_TAGS | {SLOT_TAG},
    {**ATTRIBUTES, **dict.fromkeys(MATH_TAGS, MATH_ATTRIBUTES), SLOT_TAG: {"name"}},
    STYLES | LAYOUT_STYLES,
)
_WORDS = nh3.Cleaner(tags=set(), clean_content_tags=DROPPED_WITH_CONTENT | {"figcaption", "figure"})

# A tag that ends a word for the eye, although not for the parser.
_PARTING = re.compile(rf"<(?!!|/?(?:{'|'.join(sorted(INLINE_TAGS - {'br'}))})(?![\w-]))", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*+>?")

# Neither part may reach over another [caption, so that the search stays linear in the length of the text.
_CAPTION = re.compile(r"\[caption\b([^\[\]]*)\]((?:(?!\[caption\b).)*?)\[/caption\]", re.DOTALL)
_CAPTIONED = re.compile(r"\s*((?:<a\s[^<>]*>\s*)?<img\s[^<>]*>(?:\s*</a>)?)(.*)", re.DOTALL)
# A name is looked for at its beginning alone, or a long one would be read from each of its letters on.
_ATTRIBUTE = re.compile(r"""(?<![a-z_])([a-z_]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)')""")


class Rendered(NamedTuple):
    """A text as HTML. `plain`: markup of it was left out, because cleaning it would take absurdly long; `removed`: what
    the cleaner took out, as `removals.list_removals` names it.
    """

    html: str
    plain: bool = False
    removed: tuple[str, ...] = ()


def render_title(raw: str) -> Rendered:
    """A title as HTML: inline tags stay, stray `<` and `&` become entities."""
    return _clean(_TITLE, raw, str, str)


def render_content(raw: str) -> Rendered:
    """Content as HTML. Blocks lose their comments, and hidden ones are left out; text without blocks gets
    paragraphs, as WordPress does.
    """
    if "[/caption]" not in raw and (paragraphs := mark_up_paragraphs(raw)) is not None:
        return Rendered(paragraphs.strip())
    mark_up = str.strip if "<!-- wp:" in raw else _mark_up_content
    return _stripped(_clean(_CONTENT, leave_out_hidden(raw), mark_up, add_paragraphs))


def clean_fragment(html: str) -> Rendered:
    """A part of a page as it is about to be shown: what content may have, formulas, and slots for dynamic blocks."""
    return _clean(_FRAGMENT, html, str, add_paragraphs)


def render_excerpt(raw: str) -> Rendered:
    """An excerpt that somebody wrote, as HTML."""
    return _stripped(_clean(_CONTENT, raw, _mark_up_excerpt, add_paragraphs))


def render_comment(raw: str) -> Rendered:
    """A comment as HTML: of its markup only what WordPress lets visitors write, with links that vouch for nothing."""
    return _stripped(_clean(_COMMENT, raw, _mark_up_excerpt, add_paragraphs))


def render_summary(raw_content: str) -> Rendered:
    """The excerpt where nobody wrote one, as HTML: the first 55 words of the content."""
    text, plain = extract_text(leave_out_hidden(raw_content))
    words = text.split(maxsplit=EXCERPT_WORDS)
    if not words:
        return Rendered("", plain)
    ending = " […]" if len(words) > EXCERPT_WORDS else ""
    return Rendered(f"<p>{html.escape(' '.join(words[:EXCERPT_WORDS]), quote=False)}{ending}</p>", plain)


def extract_text(raw: str) -> tuple[str, bool]:
    """The words of a text, without tags, comments, scripts and captions; and whether it was too intricate to clean."""
    if (plain := read_paragraphs(raw)) and "[/caption]" not in raw:
        return " ".join(plain), False
    words = _clean(_WORDS, raw, _mark_up_words, str)
    return html.unescape(words.html), words.plain


def _clean(cleaner: nh3.Cleaner, raw: str, mark_up: Mark, mark_up_plain: Mark) -> Rendered:
    """The text marked up and cleaned; where that would take absurdly long, its words alone, as plain text."""
    marked_up = mark_up(raw)
    if not is_changed(marked_up) or (cleaner is _CONTENT and read_paragraphs(marked_up)):
        return Rendered(marked_up)
    limited = limit_formatting(marked_up)
    if len(limited) >= UNCHECKED_LENGTH and _is_intricate(limited):
        # Nothing in it is markup any more, so there is nothing to clean.
        return Rendered(mark_up_plain(html.escape(_drop_tags(raw), quote=False)), plain=True)
    return Rendered(cleaner.clean(limited), plain=limited is not marked_up)


def _is_intricate(marked_up: str) -> bool:
    """Whether cleaning would take absurdly long. A service that only reads never loads the parser that tells."""
    from sitehand.hosts.builtin.intricacy import is_intricate  # noqa: PLC0415

    return is_intricate(marked_up)


def _stripped(rendered: Rendered) -> Rendered:
    shown = rendered.html.strip()
    return rendered if shown == rendered.html else Rendered(shown, rendered.plain)


def _mark_up_content(raw: str) -> str:
    return add_paragraphs(expand_captions(raw)).strip()


def _mark_up_words(raw: str) -> str:
    return _PARTING.sub(" <", expand_captions(raw))


def _mark_up_excerpt(raw: str) -> str:
    return add_paragraphs(raw).strip()


def _drop_tags(raw: str) -> str:
    """The text without its tags and comments, entities as the characters that they stand for."""
    return html.unescape(_TAG.sub(" ", drop_comments(raw))).replace("\0", "")


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
