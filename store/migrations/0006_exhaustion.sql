-- Version 6: what an exhausted form is believed to hold, and how that was found.

ALTER TABLE runs ADD COLUMN exhaustion TEXT CHECK (exhaustion IS NULL OR json_valid(exhaustion));
