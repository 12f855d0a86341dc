"""The dynamic tags that are known: Elementor Pro's. Elementor itself registers none, other plugins register their own.

Names, groups, what a tag gives and what its settings may be: no texts, no titles (decision 194).
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple


class TagSetting(NamedTuple):
    """A setting of a tag: one of several values where there are `options`."""

    kind: Literal["text", "number", "switch", "media"] = "text"
    options: tuple[str, ...] = ()


class KnownTag(NamedTuple):
    """A tag: the `group` that Elementor sorts it into, what it `gives`, and its settings."""

    group: str
    gives: tuple[str, ...]
    settings: Mapping[str, TagSetting]


TEXT, NUMBER, SWITCH, MEDIA = TagSetting(), TagSetting("number"), TagSetting("switch"), TagSetting("media")
AROUND = {"before": TEXT, "after": TEXT, "fallback": TEXT}
"""What every tag that gives text has: what is around it, and what in its place when it says nothing."""
MOMENTS = TagSetting(options=("post_date_gmt", "post_modified_gmt"))
DAYS = ("default", "F j, Y", "Y-m-d", "m/d/Y", "d/m/Y")
TIMES = ("default", "g:i a", "g:i A", "H:i")


def _text(group: str, *gives: str, **settings: TagSetting) -> KnownTag:
    return KnownTag(group, ("text", *gives), {**settings, **AROUND})


def _url(group: str, **settings: TagSetting) -> KnownTag:
    return KnownTag(group, ("url",), settings)


def _choice(*options: str) -> TagSetting:
    return TagSetting(options=options)


KNOWN: Mapping[str, KnownTag] = {
    "post-title": _text("post"),
    "post-excerpt": _text("post", max_length=NUMBER, apply_to_post_content=SWITCH),
    "post-date": _text("post", type=MOMENTS, format=_choice(*DAYS, "human", "custom"), custom_format=TEXT),
    "post-time": _text("post", type=MOMENTS, format=_choice(*TIMES, "custom"), custom_format=TEXT),
    "post-id": _text("post"),
    "post-terms": _text("post", taxonomy=TEXT, separator=TEXT, link=SWITCH),
    "post-custom-field": _text("post", "url", "post_meta", "color", key=TEXT, custom_key=TEXT),
    "post-url": _url("post"),
    "post-featured-image": KnownTag("post", ("image",), {"fallback": MEDIA}),
    "post-gallery": KnownTag("post", ("gallery",), {}),
    "page-title": _text("site", include_context=SWITCH, show_home_title=SWITCH),
    "site-title": _text("site"),
    "site-tagline": _text("site"),
    "site-url": _url("site"),
    "site-logo": KnownTag("site", ("image",), {}),
    "current-date-time": _text(
        "site", date_format=_choice(*DAYS, "", "custom"), time_format=_choice(*TIMES, ""), custom_format=TEXT
    ),
    "internal-url": _url(
        "site",
        type=_choice("post", "taxonomy", "attachment", "author"),
        **dict.fromkeys(("post_id", "taxonomy_id", "attachment_id", "author_id"), NUMBER),
    ),
    "request-arg": _text("site", "post_meta", request_type=_choice("get", "post", "query_var"), param_name=TEXT),
    "shortcode": _text("site", "number", "url", "post_meta", shortcode=TEXT),
    "user-info": _text("site", type=TEXT, meta_key=TEXT),
    "user-profile-picture": KnownTag("site", ("image",), {}),
    "author-name": _text("author"),
    "author-info": _text("author", key=_choice("description", "email", "url")),
    "author-meta": _text("author", key=TEXT),
    "author-url": _url("author", url=_choice("archive", "website")),
    "author-profile-picture": KnownTag("author", ("image",), {}),
    "comments-number": _text(
        "comments",
        "number",
        format_no_comments=TEXT,
        format_one_comments=TEXT,
        format_many_comments=TEXT,
        link_to=_choice("", "comments_link"),
    ),
    "comments-url": _url("comments"),
    "archive-title": _text("archive", include_context=SWITCH),
    "archive-description": _text("archive"),
    "archive-meta": _text("archive", key=TEXT),
    "archive-url": _url("archive"),
    "featured-image-data": _text(
        "media", "url", "post_meta", attachment_data=_choice("title", "alt", "caption", "description", "src", "href")
    ),
    "lightbox": _url("action", type=_choice("video", "image"), image=MEDIA, video_url=TEXT),
    "contact-url": _url(
        "action",
        link_type=TEXT,
        **dict.fromkeys(("mail_to", "mail_subject", "mail_body", "tel_number", "username", "waze_address"), TEXT),
    ),
    "popup": _url("action", popup=TEXT),
}

TAKES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("text", "textarea", "wysiwyg", "code"), ("text", "url", "number", "color")),
    "url": ("url",),
    "media": ("image", "media"),
    "gallery": ("gallery",),
    "number": ("number",),
    "slider": ("number",),
    "color": ("color",),
}
"""What a classic setting takes, by the type of its control: a text shows an address or a number too."""
