"""Words by which forms of many languages say what they do, and how they are looked for. No judgement is made here."""
