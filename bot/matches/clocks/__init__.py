"""Time control: availability, clocks and deadlines."""
