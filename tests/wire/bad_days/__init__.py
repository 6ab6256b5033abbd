"""Discord on its bad days: whatever goes wrong there, every match goes on, and nothing is lost or said twice."""
