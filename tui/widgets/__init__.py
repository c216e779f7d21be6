"""The pieces that screens are made of, one a file. They know nothing of recordings and runs."""
