"""Tables, before a match begins."""
