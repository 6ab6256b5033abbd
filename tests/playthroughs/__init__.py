"""Golden playthroughs: matches whose every line must come out the same when they are replayed."""
