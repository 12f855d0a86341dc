"""Certificates for tests: an authority of our own, and servers' certificates that it has signed."""

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate and its key, both as PEM."""

    certificate: str
    key: str

    def context(self, folder: Path) -> ssl.SSLContext:
        """What a server in this process needs to show it. The folder takes the two as a file."""
        path = folder / "server.pem"
        path.write_text(self.key + self.certificate, "ascii")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context


class Authority:
    """Signs certificates. `certificate` is its own, as PEM."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Authority of the tests")])
        usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
        signed = (
            begin(self._name, self._name, self._key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self._key.public_key()), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        self.certificate = signed.public_bytes(Encoding.PEM).decode()

    def sign(self, host: str) -> Certificate:
        """A certificate for a host of this name."""
        key = ec.generate_private_key(ec.SECP256R1())
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        signed = (
            begin(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)]), self._name, key.public_key())
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
            .add_extension(issuer, critical=False)
            .sign(self._key, hashes.SHA256())
        )
        pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        return Certificate(signed.public_bytes(Encoding.PEM).decode(), pem)


def begin(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    """What every certificate has: it is good from yesterday until tomorrow."""
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(subject_name=subject, issuer_name=issuer, public_key=key)
    lasting = builder.not_valid_before(now - ONE_DAY).not_valid_after(now + ONE_DAY)
    return lasting.serial_number(x509.random_serial_number())
