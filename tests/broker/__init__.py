"""Sign-in through a real OAuth 2.1 broker: tokens, clients, and what happens when the broker fails."""
