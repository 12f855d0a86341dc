"""Decides whether an address belongs to the public internet. An address that is not known to does not.

Sources: IANA IPv4 and IPv6 Special-Purpose Address Registries; RFC 6890; RFC 4291.
"""

import ipaddress

REFUSED_4 = [
    ipaddress.IPv4Network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"),
        *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
    )
]
"""Private, shared, link-local, loopback, for documentation and tests, multicast; the metadata service of a cloud."""
PUBLIC_6 = ipaddress.IPv6Network("2000::/3")
"""All that is routed on the internet: no loopback, no mapped or translated IPv4, no private or link-local network."""
REFUSED_6 = [
    ipaddress.IPv6Network(network) for network in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "3ffe::/16")
]
"""Within it: tunnels, which lead to any IPv4 address, and networks for documentation."""


def is_public(address: str) -> bool:
    """Whether an address, as the resolver writes it, is one of the public internet; one with a zone is not."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv4Address):
        return not any(parsed in network for network in REFUSED_4)
    return not parsed.scope_id and parsed in PUBLIC_6 and not any(parsed in network for network in REFUSED_6)
