"""`python trafilatura_reader.py FILE …`: what trafilatura makes of pages, one JSON object a line. For an environment
that has trafilatura; imports nothing of ours.
"""

import json
import sys
from pathlib import Path


def main(files: list[str]) -> None:
    import trafilatura

    for file in files:
        page = Path(file).read_bytes()
        said = trafilatura.extract_metadata(page)
        body = trafilatura.extract(page, include_comments=False) or ""
        print(json.dumps({"title": (said.title if said else None) or "", "body": body}))


if __name__ == "__main__":
    main(sys.argv[1:])
