"""Input that nobody sends by mistake: what people type, what modified clients press, names that are markup."""
