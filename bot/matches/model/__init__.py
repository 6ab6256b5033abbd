"""Values of matches: no SQL, nothing that reads or writes."""
