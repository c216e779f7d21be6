"""`python .ci/write_sbom.py OUT`: a release's software bill of materials, in CycloneDX 1.6: what `pip install
recorder` brings with it, in the versions and with the hashes of `requirements.lock`: the same bytes of the same commit.
"""

import json
import os
import re
import sys
import uuid
from datetime import UTC, datetime
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCK = Path(__file__).parents[1] / "requirements.lock"
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;]+)(.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)


def main(out: Path) -> None:
    pinned = {canonicalize_name(name): (version, rest) for name, version, rest in _PINNED.findall(LOCK.read_text())}
    needed: dict[str, list[str]] = {}
    _walk(distribution("recorder"), needed)
    ours = distribution("recorder")
    components = [_component(name, *pinned[name]) for name in sorted(needed) if name != "recorder"]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(components))}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC).isoformat(),
            "component": {"type": "application", "bom-ref": "recorder", "name": "recorder", "version": ours.version},
        },
        "components": components,
        "dependencies": [{"ref": name, "dependsOn": sorted(needed[name])} for name in sorted(needed)],
    }
    out.write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")


def _walk(of: Distribution, needed: dict[str, list[str]], extras: frozenset[str] = frozenset({""})) -> None:
    """What it needs without its own extras, and all that this needs in turn."""
    name = canonicalize_name(of.name)
    known = needed.setdefault(name, [])
    for line in of.requires or ():
        asked = Requirement(line)
        if asked.marker and not any(asked.marker.evaluate({"extra": extra}) for extra in extras):
            continue
        below = canonicalize_name(asked.name)
        if below not in known:
            known.append(below)
        if below not in needed or asked.extras:
            _walk(distribution(below), needed, frozenset({"", *asked.extras}))


def _component(name: str, version: str, rest: str) -> dict[str, Any]:
    """With the hashes of each file of it that may be installed."""
    place = f"https://pypi.org/project/{name}/{version}/#files"
    hashes = re.findall(r"--hash=sha256:([0-9a-f]{64})", rest)
    return {
        "type": "library",
        "bom-ref": name,
        "name": name,
        "version": version,
        "purl": f"pkg:pypi/{name}@{version}",
        "externalReferences": [
            {"type": "distribution", "url": place, "hashes": [{"alg": "SHA-256", "content": each}]} for each in hashes
        ],
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]))
