"""`python .ci/audit.py PIP_AUDIT LOCK …`: known weaknesses of what lock files name, which the public index tells of.

An index that cannot tell is no clean bill: that is said aloud, and is an error but in CI, which may be behind a mirror.
"""

import json
import os
import subprocess
import sys

NOT_AUDITED = "NOT AUDITED"


def main(pip_audit: str, locks: list[str]) -> int:
    worst = 0
    for lock in locks:
        ending, said = _told(pip_audit, lock)
        worst = max(worst, ending)
        sys.stdout.write(f"{lock}: {said}\n")
    return worst


def _told(pip_audit: str, lock: str) -> tuple[int, str]:
    """The exit code for a lock file, and what is to be said of it."""
    asked = [pip_audit, "--disable-pip", "--require-hashes", "--progress-spinner", "off", "-f", "json", "-r", lock]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except ValueError:
        return _not_audited(done.stderr.strip().splitlines()[-1:] or ["pip-audit said nothing"])
    skipped = [each["name"] for each in packages if "skip_reason" in each]
    if weak := [f"{each['name']} {found['id']}" for each in packages for found in each.get("vulns", ())]:
        return 1, f"weaknesses are known: {', '.join(weak)}"
    if skipped:
        return _not_audited([f"the index tells nothing of {len(skipped)} of {len(packages)} packages"])
    return 0, f"nothing is known against its {len(packages)} packages"


def _not_audited(why: list[str]) -> tuple[int, str]:
    return int("CI" not in os.environ), f"{NOT_AUDITED}: {why[0]}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], sys.argv[2:]))
