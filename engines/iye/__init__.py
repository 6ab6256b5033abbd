"""İYE: two apprentices move one drum and hand each other the spirits it calls."""
