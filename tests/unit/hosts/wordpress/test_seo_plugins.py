"""How each SEO plugin of WordPress keeps the fields, under its own meta keys."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.hosts.wordpress.seo_plugins import (
    PLUGINS,
    RANK_MATH,
    SEO_FRAMEWORK,
    SEOPRESS,
    YOAST,
    SeoPlugin,
    find_plugin,
)


def empty(plugin: SeoPlugin) -> dict[str, Any]:
    """What WordPress shows of an item without fields, where all keys are registered."""
    meta: dict[str, Any] = dict.fromkeys((*plugin.texts.values(), *([plugin.words] if plugin.words else [])), "")
    return {
        **meta,
        **{part.key: "" for part in plugin.robots},
        **({"rank_math_robots": []} if plugin is RANK_MATH else {}),
    }


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.name)
@settings(max_examples=25)
@given(data=st.data())
def test_what_is_written_is_read_and_removed_again(plugin: SeoPlugin, data: st.DataObject) -> None:
    """Any fields that it has, in any words; nothing else is sent, and nothing when nothing changes."""
    meta, text = empty(plugin), st.text("ab %é&", min_size=1).map(str.strip).map(lambda one: " ".join(one.split()))
    values: dict[str, Any] = {name: data.draw(text) for name in plugin.texts}
    values["robots"] = data.draw(st.lists(st.sampled_from(plugin.list_directives(meta)), unique=True))
    if plugin.words:
        values["focus_words"] = data.draw(
            st.lists(st.sampled_from(["rye", "oat"]), max_size=plugin.most_words, unique=True)
        )
    wanted = {name: value for name, value in values.items() if value}
    stored = {**meta, **plugin.write(wanted, meta)}
    found = plugin.read(stored)
    assert {**found, "robots": set(found.get("robots", ()))} == {**wanted, "robots": set(wanted.get("robots", ()))}
    assert plugin.write(found, stored) == {}
    cleared = {**stored, **plugin.write({}, stored)}
    assert plugin.read(cleared) == {}
    assert find_plugin(meta) is plugin


def test_the_words_of_each_plugin() -> None:
    """As their own sources have them; what they keep beside our directives stays, unless it says the opposite."""
    yoast = {**empty(YOAST), "_yoast_wpseo_meta-robots-noindex": "2", "_yoast_wpseo_meta-robots-adv": "noarchive"}
    assert YOAST.read(yoast) == {"robots": ["noarchive"]}
    assert YOAST.write({"robots": ["noindex", "noarchive"]}, yoast) == {"_yoast_wpseo_meta-robots-noindex": "1"}
    assert YOAST.write({"robots": ["noarchive"], "title": "Rye"}, yoast) == {"_yoast_wpseo_title": "Rye"}
    rank_math = {**empty(RANK_MATH), "rank_math_robots": ["index", "follow", "max-snippet:1"]}
    assert RANK_MATH.write({"robots": ["noindex"]}, rank_math) == {
        "rank_math_robots": ["follow", "max-snippet:1", "noindex"]
    }
    framework = {**empty(SEO_FRAMEWORK), "_genesis_noindex": 0}
    assert SEO_FRAMEWORK.write({"robots": ["noindex"]}, framework) == {"_genesis_noindex": 1}


def test_flags_keep_the_type_that_they_are_registered_with() -> None:
    """A site may register them as booleans, whatever words the plugin stores."""
    for plugin, key in ((SEOPRESS, "_seopress_robots_index"), (SEO_FRAMEWORK, "_genesis_noindex")):
        off, on = {key: False}, {key: True}
        assert (plugin.read(off), plugin.read(on)) == ({}, {"robots": ["noindex"]})
        assert (plugin.write({"robots": ["noindex"]}, off), plugin.write({}, on)) == (on, off)


def test_only_what_changes_is_sent() -> None:
    """A text of several lines that somebody typed in the plugin's own screen stays when another field is set."""
    meta = {"_yoast_wpseo_title": "", "_yoast_wpseo_metadesc": "One\n\ntwo"}
    assert YOAST.read(meta) == {"description": "One two"}
    assert YOAST.write({"title": "Rye", "description": "One two"}, meta) == {"_yoast_wpseo_title": "Rye"}


def test_no_keys_are_no_plugin() -> None:
    """Custom fields of others are none of its."""
    assert find_plugin({"servings": 4}) is None
    assert find_plugin([]) is None
