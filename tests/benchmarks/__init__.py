"""The benchmarks give the figures that they promise. How large these are is none of the tests' business."""
