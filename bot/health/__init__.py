"""The bot's health, as other processes can read it (docs/adr/0038)."""
