"""Whether the site still is what the pattern was learnt on: step health, drift, decline."""
