"""What ``docs/proof.md`` tells of: hours of failures, attacks and months, run as ``python -m benchmarks NAME``."""
