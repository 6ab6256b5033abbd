"""What the bot posts on its own."""
