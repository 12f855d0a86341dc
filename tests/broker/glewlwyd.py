"""A second real broker, of another make: Debian's glewlwyd, a process of its own that is set up through its admin API.

Sources: its own API.md and OIDC.md, in /usr/share/doc/glewlwyd.
"""

import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from tests.browser import require
from tests.processes import STOP_SECONDS, free_port, wait_until_served

PROGRAM = shutil.which("glewlwyd") or "/usr/bin/glewlwyd"
SCHEMA = Path("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3")
"""Its tables, and a first administrator: admin, whose password is password."""
SCOPES = ("site:read", "site:write")
SITE = {"client_id": "site", "client_secret": "letters-and-digits-as-it-does-not-decode-others"}
PERSON = {"username": "anna", "password": "the password of anna"}
BRIEF_SECONDS = 3
CONFIGURATION = """
port = {port}
bind_address = "127.0.0.1"
external_url = "http://127.0.0.1:{port}"
login_url = "login.html"
api_prefix = "api"
log_mode = "console"
log_level = "WARNING"
cookie_secure = 0
user_module_path = "/usr/lib/glewlwyd/user"
client_module_path = "/usr/lib/glewlwyd/client"
user_auth_scheme_module_path = "/usr/lib/glewlwyd/scheme"
plugin_module_path = "/usr/lib/glewlwyd/plugin"
hash_algorithm = "SHA512"
database = {{ type = "sqlite3" path = "{database}" }}
"""


@dataclass(frozen=True, slots=True)
class Glewlwyd:
    """One of the brokers in a running glewlwyd: `long`, or `brief`, whose tokens end after `BRIEF_SECONDS`."""

    address: str
    resources: Sequence[str]
    name: str = "long"
    clients: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: {"site": SITE})

    @property
    def issuer(self) -> str:
        """Its name, which is where it is too."""
        return f"{self.address}/api/{self.name}"

    def know(self, resource: str) -> None:
        """It issues tokens for the resources that it was set up with."""
        assert resource in self.resources


@contextmanager
def start_glewlwyd(folder: Path, resources: Sequence[str]) -> Iterator[Glewlwyd]:
    """Run glewlwyd over a new database until the block ends, set up to issue tokens for these resources."""
    require(Path(PROGRAM).is_file() and SCHEMA.is_file(), "glewlwyd (Debian's package glewlwyd)")
    port, log = free_port(), folder / "glewlwyd.log"
    address = f"http://127.0.0.1:{port}"
    configuration = write_configuration(folder, port)
    with log.open("wb") as output:
        process = subprocess.Popen([PROGRAM, "-c", configuration], stdout=output, stderr=output)
    try:
        wait_until_served(process, f"{address}/config", log)
        broker = Glewlwyd(address, resources)
        set_up(broker)
        yield broker
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise


def write_configuration(folder: Path, port: int) -> Path:
    """Its database and its configuration in that folder; gives where the latter is."""
    database, configuration = folder / "glewlwyd.db", folder / "glewlwyd.conf"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(f"BEGIN; {SCHEMA.read_text('utf-8')}; COMMIT;")
    configuration.write_text(CONFIGURATION.format(port=port, database=database), "utf-8")
    return configuration


def set_up(broker: Glewlwyd) -> None:
    """What its owner does once: scopes, the two brokers, a client for the site, a person."""
    with httpx2.Client(base_url=f"{broker.address}/api", trust_env=False) as http:
        send(http, "/auth/", {"username": "admin", "password": "password"})
        for scope in SCOPES:
            send(http, "/scope/", {"name": scope, "display_name": scope, "password_required": False, "scheme": {}})
        for name, seconds in (("long", 3600), ("brief", BRIEF_SECONDS)):
            plugin = {"module": "oidc", "name": name, "display_name": name, "order_rank": 0, "readonly": False}
            parameters = describe_plugin(f"{broker.address}/api/{name}", broker.resources, seconds)
            send(http, "/mod/plugin/", {**plugin, "parameters": parameters})
        rights = {"confidential": True, "authorization_type": ["client_credentials"], "redirect_uri": [], "scope": []}
        send(http, "/client/", {**SITE, **rights, "token_endpoint_auth_method": ["client_secret_basic"]})
        send(http, "/user/", {**PERSON, "enabled": True, "scope": ["g_profile", *SCOPES]})


def send(http: httpx2.Client, path: str, value: Mapping[str, Any]) -> None:
    """Post something to its admin API, which must take it."""
    answer = http.post(path, json=value)
    assert answer.status_code == 200, (path, answer.text)


def describe_plugin(issuer: str, resources: Sequence[str], seconds: int) -> dict[str, Any]:
    """The parameters of one broker. It signs with a key pair: only its signed answers (RFC 9701) name the issuer."""
    key = rsa.generate_private_key(65537, 2048)
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    keys = {"jwt-type": "rsa", "jwt-key-size": "256", "key": private.decode(), "cert": public.decode()}
    durations = {"access-token-duration": seconds, "refresh-token-duration": 3600, "code-duration": 600}
    names = ("allow-non-oidc", "auth-type-code-enabled", "auth-type-client-enabled", "auth-type-refresh-enabled")
    more = ("pkce-allowed", "pkce-required", "jwks-show", "resource-allowed", "register-client-allowed")
    introspection = ("introspection-revocation-allowed", "introspection-revocation-allow-target-client")
    return {
        "iss": issuer,
        **keys,
        **durations,
        **dict.fromkeys((*names, *more, *introspection), True),
        # Without a scope here a client may ask about its own tokens alone, and the site is not whom they are issued to.
        "introspection-revocation-auth-scope": ["introspect"],
        "resource-scope": {scope: list(resources) for scope in SCOPES},
        "register-client-auth-scope": [],
        "register-client-credentials-scope": [],
    }
