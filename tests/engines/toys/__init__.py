"""Two small games that live in tests only and show that the protocol fits more than İYE."""
