"""Files of real WordPress releases: Debian's packages, fetched under the archive's signed index and unpacked once.

Without apt, or without a network, a test skips on a laptop, with the reason, and fails where CI is set.
"""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.browser import require

SUITES: Mapping[str, str] = {"6.1": "bookworm", "6.8": "trixie", "7.1": "sid"}
"""The Debian suite that has a release."""
NEWEST = "7.1"
THEMES = {"6.1": "twentytwentythree", "6.8": "twentytwentyfive", "7.1": "twentytwentyfive"}
"""The default theme of a release, which is a package of its own."""
PACKAGES = ("wordpress", "libphp-phpmailer", "php-getid3")
"""With the libraries that the package's files link to."""
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
TIMEOUT_SECONDS = 300


def unpack_release(release: str) -> Path:
    """The folder of the files of a release, such as "7.1", as `usr/share/wordpress` of the package has them."""
    require(
        shutil.which("apt-get") is not None and Path(KEYRING).is_file(), "apt-get of a Debian, for WordPress's files"
    )
    folder = _cache() / SUITES[release]
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:  # several processes of one run may want it at once
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "files").is_dir():
            _fetch(folder, SUITES[release], f"wordpress-theme-{THEMES[release]}")
    return folder / "files" / "usr" / "share" / "wordpress"


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sitehand-tests" / "wordpress"


def _fetch(folder: Path, suite: str, theme: str) -> None:
    (folder / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    (folder / "sources.list").write_text(f"deb [signed-by={KEYRING}] {_find_mirror()} {suite} main\n")
    places = {
        "Dir::Etc::sourcelist": folder / "sources.list",
        "Dir::Etc::sourceparts": "-",
        "Dir::State::lists": folder / "lists",
        "Dir::Cache": folder / "cache",
    }
    options = [word for name, value in places.items() for word in ("-o", f"{name}={value}")]
    _run(folder, "apt-get", "-qq", *options, "update")
    _run(folder, "apt-get", "-qq", *options, "download", *PACKAGES, theme)
    for package in sorted(folder.glob("*.deb")):
        _run(folder, "dpkg-deb", "-x", str(package), "unpacking")
        package.unlink()
    (folder / "unpacking").rename(folder / "files")


def _find_mirror() -> str:
    """The archive that this machine uses."""
    lines = _run(Path.cwd(), "apt-get", "indextargets", "--format", "$(LABEL) $(REPO_URI)", "Created-By: Packages")
    mirrors = [line.split()[1] for line in lines.splitlines() if line.startswith("Debian http")]
    require(bool(mirrors), "an archive of Debian in apt's sources")
    return mirrors[0]


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False)
    if done.returncode:
        pytest.fail(f"{' '.join(command)}: {done.stderr}")
    return done.stdout
