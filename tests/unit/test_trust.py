"""The certificate authorities that all clients of a process share."""

from pathlib import Path

import pytest

from sitehand.trust import read_authorities
from tests.broker.certificates import Authority


def test_authorities_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every client has the same ones, without reading them again."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    assert read_authorities() is read_authorities()


def test_authorities_are_read_anew_when_they_have_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next client trusts what stands in the file by then, without a restart."""
    file = tmp_path / "authorities.pem"
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    file.write_text(Authority().certificate)
    (first,) = read_authorities().get_ca_certs()
    file.write_text(Authority().certificate + Authority().certificate)
    assert len(read_authorities().get_ca_certs()) == 2
    assert first not in read_authorities().get_ca_certs()
