"""Samples of what only the owner may do, in an order in which the owner can."""

from collections.abc import Mapping
from typing import Any

from tests.samples.sample import Example, Sample

CATEGORY = "site"
PASSWORD, SECRET = "a sentence that nobody else knows", "broker-secret-a1b2c3d4"


def call(arguments: Mapping[str, Any] | None = None, *, code: str | None = None, journaled: bool = True) -> Sample:
    """One that the owner calls with these arguments."""
    return Sample([Example(arguments or {}, code)], who="owner", journaled=journaled)


SAMPLES = {
    "init": call(),
    "set_password": call({"password": PASSWORD}),
    "set_site_settings": call({"name": "Taken over", "plan": "pro"}),
    "set_limits": call({"plan": "pro", "requests_per_minute": 99}),
    "add_approval_rule": call({"role": "author", "transition": "public"}),
    "remove_approval_rule": call({"role": "author", "transition": "public"}),
    "set_block_rule": call({"block": "acme/*", "action": "refuse", "replacement": "core/group"}),
    "remove_block_rule": call({"block": "acme/*"}),
    "set_ability_rule": call({"ability": "acme/*", "category": "content", "role": "editor"}),
    "remove_ability_rule": call({"ability": "acme/*"}),
    "clear_rules": call({"setting": "block_policy"}, code="conflict", journaled=False),
    "switch_operations": call({"off": ["get_page"]}),
    "pause_writes": call(),
    "resume_writes": call(),
    "enroll_site": call(
        {"issuer": "http://127.0.0.1:1", "client_id": "site", "secret": SECRET},
        code="broker_unavailable",
        journaled=False,
    ),
    "disconnect_site": call(journaled=False),
    "test_broker": call(journaled=False),
    "connect_wordpress": call(
        {
            "root": "https://wordpress.example/wp-json/",
            "home": "https://wordpress.example",
            "name": "Another site",
            "user": "sitehand",
            "password": SECRET,
        }
    ),
    "find_wordpress": call({"address": "http://127.0.0.1:1"}, code="host_unavailable", journaled=False),
    "test_wordpress": call(journaled=False),
    "disconnect_wordpress": call(),
    "import_export": call({"file": "small.xml"}),
    "import_site": call(),
}
