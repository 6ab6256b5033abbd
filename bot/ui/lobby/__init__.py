"""Tables: players gather here before a match."""
