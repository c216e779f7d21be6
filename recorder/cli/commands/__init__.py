"""One file for each command of `recorder`. A module here is imported only when its command runs."""
