"""Tests of what belongs to the public internet."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.files.networks import is_public


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "2a00:1450:4001::200e"])
def test_the_public_internet(address: str) -> None:
    """Addresses of sites."""
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.255.0.3", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"),
        *("169.254.169.254", "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192", "198.18.0.1"),
        *("224.0.0.1", "255.255.255.255", "240.0.0.1", "203.0.113.7", "192.88.99.1"),
        *("::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1"),
        *("2002:7f00:1::", "2001::1", "2001:db8::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254"),
        *("fec0::1", "ff02::1", "2606:2800:220:1::1%2", "localhost", "", "1.2.3", "0x7f.1", "2130706433"),
    ],
)
def test_everything_else(address: str) -> None:
    """Loopback, private, shared, link-local, metadata, mapped, tunnels, zones, and what is no address."""
    assert not is_public(address)


@given(st.ip_addresses(v=4))
def test_no_private_address_is_public(address: ipaddress.IPv4Address) -> None:
    """Nor one that Python knows as not global, in any form that holds it."""
    if not address.is_global or address.is_multicast:
        assert not is_public(str(address))
    assert not is_public(f"::ffff:{address}")
    assert not is_public(str(ipaddress.IPv6Address((0x2002 << 112) | (int(address) << 80))))
