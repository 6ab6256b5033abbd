"""Hostile input: malicious text, forged interactions, names that are markup."""
