"""A real WordPress on a loopback port: a release's files, MariaDB over a socket, PHP's own server.

A site is made in some seconds, for the whole run; tests that change it use names of their own.
"""

import os
import secrets
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser import require
from tests.processes import free_port
from tests.wordpress.releases import NEWEST, SUITES, unpack_release

Process = subprocess.Popen[bytes]
PHP_WORKERS = 4
"""With one the site locks up when it asks itself."""
START_SECONDS = 60
LOOK_SECONDS = 0.05
"""Between two looks at a server that starts."""
GUARD = 'exec 3<&0; { read -r _ <&3; kill -9 0; } & exec "$@" </dev/null 3<&-'
"""Runs a server, and kills its group when nobody holds the other end of its input any more: a test process that is
killed ends nothing by itself."""
CONFIG = """<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'wordpress'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:{socket}'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_ENVIRONMENT_TYPE', 'local'); define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true);
foreach (['AUTH_KEY','SECURE_AUTH_KEY','LOGGED_IN_KEY','NONCE_KEY','AUTH_SALT','SECURE_AUTH_SALT','LOGGED_IN_SALT',
    'NONCE_SALT'] as $name) define($name, $name . 'test');
define('WP_HOME', '{url}'); define('WP_SITEURL', '{url}'); define('WP_DEBUG', false);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
"""
INSTALL = """<?php
define('WP_INSTALLING', true); require '{root}/wp-load.php'; require_once ABSPATH . 'wp-admin/includes/upgrade.php';
switch_theme(basename(current(glob(ABSPATH . 'wp-content/themes/twenty*'))));
ob_start(); wp_install('Real site', 'admin', 'owner@example.org', true, '', '{password}'); ob_end_clean();
add_option('theme_mods_' . get_stylesheet(), []); add_option('current_theme', wp_get_theme()->get('Name'));
foreach (['theme_switched', 'medium_crop', 'medium_large_crop', 'large_crop'] as $name) add_option($name, '');
list($made) = WP_Application_Passwords::create_new_application_password(1, ['name' => 'Tests']);
echo $made, "\\n", get_bloginfo('version');
"""
"""Adds options that a site in use has: the database would be asked for each that is missing, in every request."""
CHANGING = """{root}/wp-config.php
{root}/wp-content/mu-plugins/*
{root}/wp-content/plugins/*
"""
"""Files that tests write: PHP reads them anew in each request, and no other file, which takes a tenth less time."""


@dataclass(frozen=True, slots=True)
class WordPress:
    """A site that runs. `password` is an application password of `user`, who is an administrator."""

    url: str
    user: str
    password: str
    version: str
    root: Path
    socket: Path

    @property
    def release(self) -> str:
        """The release of its version, such as "7.1"."""
        return ".".join(self.version.split(".")[:2])

    @property
    def has_notes(self) -> bool:
        """Whether its release knows notes, and tells over REST which are resolved."""
        return tuple(map(int, self.release.split("."))) >= (6, 9)

    def run_sql(self, statement: str) -> str:
        """What the database answers, a line for each row, past WordPress."""
        client = ("mariadb", "-u", "root", "-S", str(self.socket), "--default-character-set=utf8mb4")
        return _run(*client, "-NB", "--raw", "wordpress", "-e", statement)


@contextmanager
def run_wordpress(release: str) -> Iterator[WordPress]:
    """A new site of a release while the block runs."""
    require(all(map(shutil.which, ("php", "mariadbd", "mariadb"))), "PHP and MariaDB, for a real WordPress")
    with ExitStack() as stack:
        files = unpack_release(release)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="wordpress-")))
        beside = stack.enter_context(tempfile.TemporaryDirectory(prefix="site-", dir=files.parents[3]))
        root = _link_files(files, Path(beside) / "site")
        sql_socket = stack.enter_context(_run_database(folder))
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        (root / "wp-config.php").unlink()
        (root / "wp-config.php").write_text(CONFIG.replace("{socket}", str(sql_socket)).replace("{url}", url))
        (folder / "install.php").write_text(
            INSTALL.replace("{root}", str(root)).replace("{password}", secrets.token_hex(8))
        )
        password, version = _run("php", str(folder / "install.php")).splitlines()
        (folder / "changing").write_text(CHANGING.replace("{root}", str(root.resolve())))
        stack.enter_context(_serve(root, port, folder))
        yield WordPress(url, "admin", password, version, root, sql_socket)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Choose the release that tests of a WordPress run on."""
    parser.addoption("--wordpress", choices=list(SUITES), default=NEWEST, help="the release of the WordPress")


@pytest.fixture(scope="session")
def wordpress(request: pytest.FixtureRequest) -> Iterator[WordPress]:
    """A site of the chosen release, the newest unless the run says otherwise, for all tests of it."""
    with run_wordpress(request.config.getoption("--wordpress")) as site:
        yield site


@pytest.fixture
def with_notes(wordpress: WordPress) -> WordPress:
    """The same, if its release has notes."""
    if not wordpress.has_notes:
        pytest.skip("Notes are of 6.9 and later.")
    return wordpress


def _link_files(release: Path, target: Path) -> Path:
    """A copy of a release that costs no space: links to its files, on the same disk; links within the package kept."""
    unpacked = release.parents[2]
    shutil.copytree(unpacked, target, symlinks=True, copy_function=os.link)
    root = target / release.relative_to(unpacked)
    (root / "wp-content" / "uploads").mkdir(exist_ok=True)
    return root


@contextmanager
def _run_database(folder: Path) -> Iterator[Path]:
    data, sql_socket, temporary = folder / "db", folder / "s", folder / "tmp"
    temporary.mkdir()  # a server that starts clears its folder of temporary tables, also of those of another server
    own = [
        "--no-defaults",
        f"--datadir={data}",
        f"--tmpdir={temporary}",
        *(["--user=root"] if os.geteuid() == 0 else []),
    ]
    _run("mariadb-install-db", *own, "--auth-root-authentication-method=normal", "--skip-test-db")
    server = ["mariadbd", *own, f"--socket={sql_socket}", "--skip-networking", f"--pid-file={folder / 'pid'}"]
    with run_process(server, folder / "db.log") as process:
        client = ["mariadb", "-u", "root", "-S", str(sql_socket), "-e"]
        _wait_until(lambda: _succeeds([*client, "SELECT 1"]), process, folder / "db.log")
        _run(*client, "CREATE DATABASE wordpress; CREATE USER wordpress@localhost")
        _run(*client, "GRANT ALL ON wordpress.* TO wordpress@localhost")
        yield sql_socket


@contextmanager
def _serve(root: Path, port: int, folder: Path) -> Iterator[None]:
    log, changing = folder / "php.log", f"opcache.blacklist_filename={folder / 'changing'}"
    known = ["-d", "opcache.validate_timestamps=0", "-d", changing]
    command = ["php", *known, "-S", f"127.0.0.1:{port}", "-t", str(root)]
    with run_process(command, log, {"PHP_CLI_SERVER_WORKERS": str(PHP_WORKERS)}) as process:
        wait_for_answer(f"http://127.0.0.1:{port}/?rest_route=/", process, log)
        yield


@contextmanager
def run_process(
    command: list[str], log: Path, environment: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A server that runs until the block ends, or this process does."""
    given, guarded = {**os.environ, **(environment or {})}, ["sh", "-c", GUARD, "sh", *command]
    with (
        log.open("wb") as out,
        subprocess.Popen(
            guarded, stdin=subprocess.PIPE, stdout=out, stderr=out, env=given, start_new_session=True
        ) as process,
    ):
        try:
            yield process
        finally:
            os.killpg(process.pid, 9)  # PHP's workers are processes of their own, and nothing of it is kept


def wait_for_answer(url: str, process: Process, log: Path) -> None:
    """Wait until a server answers anything."""
    _wait_until(lambda: _answers(url), process, log)


def _wait_until(ready: Callable[[], bool], process: Process, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while not ready():
        if process.poll() is not None or time.monotonic() > end:
            pytest.fail(f"{process.args!r} did not start: {log.read_text(errors='replace')[-2000:]}")
        with suppress(subprocess.TimeoutExpired):
            process.wait(LOOK_SECONDS)


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=START_SECONDS):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=START_SECONDS, check=False)
    if done.returncode:
        pytest.fail(f"{command[0]}: {done.stderr or done.stdout}")
    return done.stdout
