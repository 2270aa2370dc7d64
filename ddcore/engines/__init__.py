"""Tables in databases, on clusters and in files too large for memory -> tallies: only these leave the engine."""
