"""Long-running checks behind ``docs/proof.md``, run as ``python -m benchmarks NAME``."""
