"""What every room may use: errors, events, stops, work in the background. Knows no site."""
