"""The admin screens, in a real browser and over plain HTTP."""
