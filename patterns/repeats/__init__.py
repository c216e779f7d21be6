"""Repeats: pages that only say again what another page says, and the address that stands for all of them."""
