"""Load handling: rate limits, queues and priorities when the bot cannot do everything at once."""
