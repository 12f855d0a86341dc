"""The user that the service is connected as: what everybody else wrote is untrusted."""

from sitehand.hosts.wordpress.client import Client


class OwnUser:
    """Asks for it once."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._id = 0

    async def read(self) -> int:
        """Its id."""
        if not self._id:
            self._id = int((await self._client.read("/wp/v2/users/me", {"_fields": "id"})).value["id"])
        return self._id
