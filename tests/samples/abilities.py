"""Samples of operations on abilities. Those that succeed are of core; the owner has to open them first."""

import sqlite3
from pathlib import Path

from sitehand.store.database import FILE_NAME
from tests.samples.sample import UNKNOWN, Example, Fresh, Placeholders, Sample, Write

CATEGORY = "site"
RULES = '[{"ability": "core/*", "category": "site", "role": "admin"}]'
ONE, CLOSED = {"name": "core/get-site-info"}, {"name": "acme/close-shop"}


def open_core(folder: Path) -> Placeholders:
    """Open the abilities of core, as the owner does."""
    with sqlite3.connect(folder / FILE_NAME) as database:
        database.execute("INSERT OR REPLACE INTO settings (name, value) VALUES ('ability_policy', ?)", (RULES,))
    database.close()
    return {}


FRESH = {"open_core": Fresh(open_core)}
REFUSED = (Example(CLOSED, "ability_not_open"), Example({"name": "acme"}, "invalid_arguments"), UNKNOWN)
RUN = Write(
    ONE,
    other={**ONE, "input": {}},
    idle="An ability is run each time.",
    newer="Nothing changes a run.",
    fresh="open_core",
)


def run() -> Sample:
    """One that runs an ability that changes something; tests/wordpress has such."""
    return Sample(
        [Example(ONE, fresh="open_core"), *REFUSED],
        [RUN],
        drawn="A site without plugins has none that changes anything.",
        who="everyone",
        exempt=frozenset({"undo", "verified"}),
    )


SAMPLES = {
    "list_site_abilities": Sample([Example(), Example({"search": "shop"}), UNKNOWN], who="everyone"),
    "describe_site_ability": Sample([Example(ONE, fresh="open_core"), *REFUSED], who="everyone"),
    "read_site_ability": Sample([Example(ONE, fresh="open_core"), *REFUSED], who="everyone"),
    "change_site_ability": run(),
    "destroy_site_ability": run(),
}
