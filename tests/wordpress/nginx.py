"""nginx in front of a server, as owners have it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser import require
from tests.processes import free_port
from tests.wordpress.site import run_process, wait_for_answer

CONFIG = """daemon off; user root; pid {folder}/pid; events {{}}
http {{ access_log off; {temporary} proxy_cache_path {folder}/cache keys_zone=kept:1m;
server {{ listen 127.0.0.1:{port}{how}; {server} location / {{ proxy_pass {upstream}; {location} }} }} }}
"""
KINDS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@contextmanager
def run_nginx(folder: Path, upstream: str, *, how: str = "", server: str = "", location: str = "") -> Iterator[str]:
    """Host and port of it while the block runs. `how` it listens, such as " ssl"; "kept" is a cache that it may use."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    require(bool(program), "nginx")
    port, file = free_port(), folder / "nginx.conf"
    temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in KINDS)
    given = {"folder": folder, "port": port, "upstream": upstream, "temporary": temporary}
    file.write_text(CONFIG.format(**given, how=how, server=server, location=location))
    with run_process([str(program), "-c", str(file), "-e", "stderr"], folder / "log") as process:
        wait_for_answer(f"http://127.0.0.1:{port}", process, folder / "log")
        yield f"127.0.0.1:{port}"
