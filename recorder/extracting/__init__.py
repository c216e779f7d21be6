"""From target pages to tables of records."""
