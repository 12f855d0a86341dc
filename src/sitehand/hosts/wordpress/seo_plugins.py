"""SEO plugins of WordPress, by the meta keys that they keep SEO fields under.

Which of the keys can be used is up to each site: a key counts when WordPress shows it over REST. SEOPress registers
title, description and noindex for all types; Yoast SEO of 2026 title, description and focus word, of posts alone. Rank
Math and The SEO Framework register none: a few lines of PHP do so (docs/hosts.md). All in One SEO has a table of its
own, Slim SEO one object, which its abilities change.
Sources: wp-seopress-public, src/Actions/Api/Metas; wordpress-seo, inc/class-wpseo-meta.php and pull request 23240;
rankmath.com/kb, meta data in the database; theseoframework.com/docs, data stored in your database.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from sitehand.hosts.wordpress.resources import Fields
from sitehand.hosts.wordpress.seo_robots import Flag, Listed, Meta, Robots, flag_all
from sitehand.site.seo import Values


@dataclass(frozen=True, slots=True)
class SeoPlugin:
    """A plugin: the key of each text field, of the focus words, of which it keeps `most_words`, and of robots.

    `mark` begins a placeholder that it fills in where it shows a text.
    """

    name: str
    mark: str
    texts: Mapping[str, str]
    words: str
    most_words: int
    robots: tuple[Robots, ...] = field(repr=False)

    def count_keys(self, keys: Collection[str]) -> int:
        """How many of these keys are its own."""
        own = {*self.texts.values(), self.words, *(each.key for each in self.robots)}
        return len(own & set(keys))

    def list_fields(self, meta: Collection[str]) -> list[str]:
        """The fields that can be written where these keys are shown."""
        texts = [name for name, key in self.texts.items() if key in meta]
        words = ["focus_words"] if self.words in meta else []
        return [*texts, *words, *(["robots"] if self.list_directives(meta) else [])]

    def list_directives(self, meta: Collection[str]) -> list[str]:
        """The robots directives that can be written where these keys are shown."""
        return [each for part in self.robots if part.key in meta for each in part.directives]

    def read(self, meta: Meta) -> Values:
        """The fields that are set."""
        found: dict[str, Any] = {name: " ".join(str(meta.get(key) or "").split()) for name, key in self.texts.items()}
        words = str(meta.get(self.words) or "")
        found["focus_words"] = [each.strip() for each in words.split(",", self.most_words - 1) if each.strip()]
        found["robots"] = list(dict.fromkeys(each for part in self.robots for each in part.read(meta)))
        return {name: value for name, value in found.items() if value}

    def write(self, values: Values, meta: Meta) -> Fields:
        """What is sent so that these fields are set, and no others: the keys of those that change."""
        old = self.read(meta)
        texts = {name: values.get(name, "") for name in self.texts if values.get(name) != old.get(name)}
        sent = {self.texts[name]: value for name, value in texts.items()}
        if values.get("focus_words") != old.get("focus_words"):
            sent[self.words] = ",".join(values.get("focus_words", ()))
        for part in self.robots:
            sent |= part.write(values.get("robots", ()), meta) if part.key in meta else {}
        return {key: value for key, value in sent.items() if key in meta}


SEOPRESS = SeoPlugin(
    "SEOPress",
    mark="%%",
    texts={
        **{"title": "_seopress_titles_title", "description": "_seopress_titles_desc"},
        **{"canonical": "_seopress_robots_canonical", "og_title": "_seopress_social_fb_title"},
        **{"og_description": "_seopress_social_fb_desc", "og_image": "_seopress_social_fb_img"},
        **{"x_title": "_seopress_social_twitter_title", "x_description": "_seopress_social_twitter_desc"},
        **{"x_image": "_seopress_social_twitter_img"},
    },
    words="_seopress_analysis_target_kw",
    most_words=10,
    robots=flag_all(
        {
            **{"noindex": "_seopress_robots_index", "nofollow": "_seopress_robots_follow"},
            **{"noimageindex": "_seopress_robots_imageindex", "nosnippet": "_seopress_robots_snippet"},
            **{"noarchive": "_seopress_robots_archive"},
        },
        on="yes",
        off="",
    ),
)
YOAST = SeoPlugin(
    "Yoast SEO",
    mark="%%",
    texts={
        **{"title": "_yoast_wpseo_title", "description": "_yoast_wpseo_metadesc"},
        **{"canonical": "_yoast_wpseo_canonical", "og_title": "_yoast_wpseo_opengraph-title"},
        **{"og_description": "_yoast_wpseo_opengraph-description", "og_image": "_yoast_wpseo_opengraph-image"},
        **{"x_title": "_yoast_wpseo_twitter-title", "x_description": "_yoast_wpseo_twitter-description"},
        **{"x_image": "_yoast_wpseo_twitter-image"},
    },
    words="_yoast_wpseo_focuskw",
    most_words=1,
    robots=(
        Flag("_yoast_wpseo_meta-robots-noindex", "noindex", on="1", off="0"),
        Flag("_yoast_wpseo_meta-robots-nofollow", "nofollow", on="1", off="0"),
        Listed("_yoast_wpseo_meta-robots-adv", ("noimageindex", "noarchive", "nosnippet")),
    ),
)
RANK_MATH = SeoPlugin(
    "Rank Math",
    mark="%",
    texts={
        **{"title": "rank_math_title", "description": "rank_math_description", "canonical": "rank_math_canonical_url"},
        **{"og_title": "rank_math_facebook_title", "og_description": "rank_math_facebook_description"},
        **{"og_image": "rank_math_facebook_image"},
    },
    words="rank_math_focus_keyword",
    most_words=10,
    robots=(Listed("rank_math_robots", ("noindex", "nofollow", "noarchive", "noimageindex", "nosnippet")),),
)
SEO_FRAMEWORK = SeoPlugin(
    "The SEO Framework",
    mark="%%",
    texts={
        **{"title": "_genesis_title", "description": "_genesis_description", "canonical": "_genesis_canonical_uri"},
        **{"og_title": "_open_graph_title", "og_description": "_open_graph_description"},
        **{"og_image": "_social_image_url", "x_title": "_twitter_title", "x_description": "_twitter_description"},
    },
    words="",
    most_words=1,
    robots=flag_all(
        {"noindex": "_genesis_noindex", "nofollow": "_genesis_nofollow", "noarchive": "_genesis_noarchive"},
        on="1",
        off="0",
    ),
)
PLUGINS = (SEOPRESS, YOAST, RANK_MATH, SEO_FRAMEWORK)


def find_plugin(keys: Collection[str]) -> SeoPlugin | None:
    """The plugin of which the most keys are shown; None when none of any is."""
    best = max(PLUGINS, key=lambda plugin: plugin.count_keys(keys))
    return best if best.count_keys(keys) else None
