"""Settings: the environment, the rules, and the addresses that follow."""

from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from pydantic import ValidationError
from pydantic_settings import SettingsError

from sitehand.settings import Settings


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting from outside."""
    for name in Settings.model_fields:
        monkeypatch.delenv(f"SITEHAND_{name.upper()}", raising=False)


def test_every_setting_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text, numbers, switches and lists; a value that is given wins."""
    values = {"PORT": "9000", "PUBLIC_SITE": "false", "CORS_ORIGINS": '["https://a.example"]', "DATA": "/srv/site"}
    for name, value in values.items():
        monkeypatch.setenv(f"SITEHAND_{name}", value)
    settings = Settings()
    assert (settings.port, settings.public_site, settings.cors_origins) == (9000, False, ["https://a.example"])
    assert settings.data == Path("/srv/site")
    assert Settings(port=1).port == 1


def test_every_setting_is_described() -> None:
    """The reference is made from the table."""
    assert all(field.description for field in Settings.model_fields.values())


@pytest.mark.parametrize(
    ("url", "host", "port", "site"),
    [
        ("", "127.0.0.1", 8000, "http://127.0.0.1:8000"),
        ("", "0.0.0.0", 80, "http://localhost:80"),
        ("", "::1", 8000, "http://[::1]:8000"),
        ("", "::", 8000, "http://localhost:8000"),
        ("https://example.org/", "127.0.0.1", 8000, "https://example.org"),
        ("https://example.org/blog/", "127.0.0.1", 8000, "https://example.org/blog"),
    ],
)
def test_the_site_has_one_address_without_a_last_slash(url: str, host: str, port: int, site: str) -> None:
    """Its own where one is set, else where the server listens."""
    assert Settings(url=url, host=host, port=port).site_url == site


def test_the_admin_screens_stand_beside_the_versioned_root() -> None:
    """Wherever the root is."""
    assert Settings().admin_path == "/sitehand/admin"
    assert Settings(path="/api/v1").admin_path == "/api/admin"


@pytest.mark.parametrize(
    "given",
    [
        {"path": "sitehand/v1"},
        {"path": "/sitehand"},
        {"url": "ftp://example.org"},
        {"url": "https://"},
        {"port": 65536},
        {"workers": 0},
        {"log": "loud"},
        {"max_body_bytes": 0},
        {"broker_key": "too short"},
        {"broker_key": "é" * 44},
        {"broker_seconds": 0},
        {"broker_seconds": 31},
        {"broker_connections": 0},
        {"read_scope": ""},
        {"write_scope": "two words"},
        {"write_scope": 'a"b'},
        {"unknown": 1},
    ],
)
def test_a_wrong_value_names_its_setting(given: dict[str, object]) -> None:
    """The fault's place is the setting, so that a message can name the variable."""
    with pytest.raises(ValidationError) as caught:
        Settings(**given)  # type: ignore[arg-type]
    assert caught.value.errors()[0]["loc"] == tuple(given)


def test_the_key_of_the_brokers_secret_is_not_shown() -> None:
    """Neither when it is right nor, by its setting, when it is wrong."""
    key = Fernet.generate_key().decode()
    settings = Settings(broker_key=key)
    assert settings.broker_key == key
    assert key not in repr(settings)


def test_a_list_that_is_no_json_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the setting's name in the message."""
    monkeypatch.setenv("SITEHAND_ALLOWED_HOSTS", "a.example")
    with pytest.raises(SettingsError, match="allowed_hosts"):
        Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("allowed_hosts", ["a.example", "https://a.example"]), ("allowed_hosts", ["a.example."])),
        *(("allowed_origins", ["a.example"]), ("allowed_origins", ["https://a.example/path"])),
        *(("url", "https://user@a.example"), ("url", "https://a.example:0"), ("url", "https://a\u202eb.example")),
    ],
)
def test_what_no_request_could_match_is_refused(name: str, value: object) -> None:
    """A host that is none, an origin that is none, an address with a user in it."""
    with pytest.raises(ValidationError, match=name):
        Settings.model_validate({name: value})


@pytest.mark.parametrize("url", ["", "s3://files", "s3://hill-example/site", "s3://hill.example/a/b_c/"])
def test_a_bucket_is_named_by_its_address(url: str) -> None:
    """With or without a folder in it; none stands for the data folder."""
    assert Settings(files_url=url, files_endpoint="https://objects.example").files_url == url


@pytest.mark.parametrize(
    "given",
    [
        *(
            {"files_url": url}
            for url in ("files", "s3://", "s3://A", "https://hill.example", "s3://hill/../x", "s3://a b")
        ),
        *({"files_endpoint": url} for url in ("objects.example", "ftp://objects.example", "https://")),
    ],
)
def test_what_is_no_bucket_is_refused_at_the_start(given: dict[str, str]) -> None:
    """With a word on what it should be."""
    with pytest.raises(ValidationError, match="must"):
        Settings(**given)  # type: ignore[arg-type]


def test_a_bucket_needs_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has not installed it is told its name."""
    monkeypatch.setattr("sitehand.settings.find_spec", lambda name: None)
    assert Settings().files_url == ""
    with pytest.raises(ValidationError, match="extra s3"):
        Settings(files_url="s3://files")
