"""A WordPress as owners have it: in production, behind TLS, with a certificate of an authority of their own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from sitehand.hosts.wordpress.version import read_public_version
from tests.processes import make_key, run_sitehand, serve_process
from tests.wordpress.nginx import run_nginx
from tests.wordpress.site import WordPress
from tests.wordpress.test_connect import connect

SERVER = "client_max_body_size 8m; ssl_certificate {file}; ssl_certificate_key {file};"
LOCAL, PRODUCTION = "'WP_ENVIRONMENT_TYPE', 'local'", "'WP_ENVIRONMENT_TYPE', 'production'"
DAY = timedelta(days=1)


@pytest.fixture
def secured(wordpress: WordPress, tmp_path: Path) -> Iterator[WordPress]:
    """The site at an address with https; `authority.pem` in the test's folder vouches for it."""
    config = wordpress.root / "wp-config.php"
    plain = config.read_text()
    with open_front(tmp_path, wordpress.url) as url:
        settings = plain.replace(LOCAL, PRODUCTION).replace(wordpress.url, url)
        config.write_text(settings.replace("<?php", "<?php $_SERVER['HTTPS'] = 'on';", 1))
        try:
            yield replace(wordpress, url=url)
        finally:
            config.write_text(plain)


@contextmanager
def open_front(folder: Path, upstream: str) -> Iterator[str]:
    """nginx, which has the certificate, before a server without; its address. `authority.pem` vouches for it."""
    folder.mkdir(exist_ok=True)
    write_certificates(folder)
    server, location = SERVER.format(file=folder / "server.pem"), "proxy_set_header Host $http_host;"
    with run_nginx(folder, upstream, how=" ssl", server=server, location=location) as place:
        yield f"https://{place}"


def write_certificates(folder: Path) -> None:
    """An authority, and what it has signed for this machine."""
    own, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "An authority of one's own")]), datetime.now(UTC)
    empty = x509.CertificateBuilder(issuer_name=name, not_valid_before=now - DAY, not_valid_after=now + DAY)
    authority = (
        empty.subject_name(name)
        .public_key(own.public_key())
        .serial_number(x509.random_serial_number())
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(own, hashes.SHA256())
    )
    server = (
        empty.subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(own, hashes.SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "authority.pem").write_bytes(authority.public_bytes(Encoding.PEM))
    (folder / "server.pem").write_bytes(secret + server.public_bytes(Encoding.PEM))


def test_a_site_behind_tls_needs_its_authority(
    secured: WordPress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it nothing is sent; with it everything works as in the five minutes of the docs."""
    data = tmp_path / "data"
    refused = connect(secured, data)
    assert (refused.returncode, "CERTIFICATE_VERIFY_FAILED" in refused.stderr, data.exists()) == (1, True, False)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    done = connect(secured, data)
    assert (done.returncode, f"WordPress {secured.version}" in done.stderr) == (0, True), done.stderr
    key = make_key(data)
    looked = run_sitehand("doctor", "--data", data)
    assert looked.returncode == 0, looked.stderr
    assert "WordPress clock: as here" in looked.stderr
    assert "upload limit: requests of 4 MiB come through" in looked.stderr
    with serve_process(data) as served:
        page = {"title": "Secured", "content": "<p>Behind TLS</p>", "status": "publish"}
        status, made = served.call("POST", "/pages", key, page)
    assert (status, made["link"].startswith(secured.url), made["visible"]) == (201, True, "yes")


async def test_the_version_is_read_over_tls(
    secured: WordPress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the pages, as before 6.9."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    assert await read_public_version(secured.url) == secured.version
