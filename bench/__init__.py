"""Benchmarks: `make bench` prints speed and accuracy as ratios measured in one run."""
