"""The releases of WordPress whose blocks are known: each writes some of them in its own way."""

from enum import StrEnum


class Dialect(StrEnum):
    """A release, by the way that it writes blocks. The built-in site's is the newest."""

    V6_8 = "6.8"
    V7_1 = "7.1"
