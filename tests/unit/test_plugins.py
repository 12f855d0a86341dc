"""The plugins that are installed: found by their entry points."""

from pathlib import Path

import pytest

from sitehand.plugins import ENTRY_POINT_GROUP, build_plugins


def install(folder: Path, package: str, name: str) -> None:
    """A package with an empty plugin, as pip leaves it."""
    (folder / f"{package}.py").write_text("")
    described = folder / f"{package}-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(f"[{ENTRY_POINT_GROUP}]\n{name} = {package}\n")


def test_each_package_is_a_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the name of its entry point."""
    install(tmp_path, "hill_lamps", "lamps")
    install(tmp_path, "brook_lamps", "lanterns")
    monkeypatch.syspath_prepend(tmp_path)
    assert {"lamps", "lanterns"} <= {name for name, _ in build_plugins().list_name_plugin()}


def test_two_plugins_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In words that name both packages, since neither may be left out in silence."""
    install(tmp_path, "hill_lamps", "lamps")
    install(tmp_path, "brook_lamps", "lamps")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match=r"have the name 'lamps'.*Uninstall one") as refusal:
        build_plugins()
    assert "hill_lamps of hill_lamps" in str(refusal.value)
    assert "brook_lamps of brook_lamps" in str(refusal.value)
