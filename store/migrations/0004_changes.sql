-- Version 4: what of a target has changed, its words alone or its structure too.

ALTER TABLE pages ADD COLUMN structure TEXT;
ALTER TABLE runs ADD COLUMN changed_text INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN changed_structure INTEGER NOT NULL DEFAULT 0;

-- Before, changes were not told apart.
UPDATE runs SET changed_text = changed;
