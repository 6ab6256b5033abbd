"""How the bot's health is known from outside the process (docs/adr/0038)."""
