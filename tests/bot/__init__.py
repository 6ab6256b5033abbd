"""Tests of the bot, by package."""
