"""The proofs find what they look for. Short ones run in :mod:`tests.benchmarks.test_groups`."""
