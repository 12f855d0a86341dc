"""Servers that say when they answer; uvicorn's own say it only in its log."""

from collections.abc import Callable
from socket import socket

from uvicorn import Config, Server
from uvicorn.supervisors import Multiprocess

Announce = Callable[[], None]


class OneServer(Server):
    """A server in this process."""

    def __init__(self, config: Config, announce: Announce) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self._announce()


class ManyServers(Multiprocess):
    """Servers in processes of their own, and the look after them."""

    def __init__(self, config: Config, announce: Announce) -> None:
        super().__init__(config, sockets=[config.bind_socket()])
        self._announce: Announce | None = announce

    def keep_subprocess_alive(self) -> None:
        """Look after the processes, twice a second; the first that answers is told of."""
        super().keep_subprocess_alive()
        if self._announce and any(process.is_ready() for process in self.processes if process.process.is_alive()):
            self._announce()
            self._announce = None
