"""The proofs detect the problems they look for. Short ones run in :mod:`tests.benchmarks.test_groups`."""
