"""The conformance suite: tests that every registered game and every toy game must pass."""
