"""Somebody at a screen who logs in to the club, by keyboard, in the browser that `recorder session open` shows, and
closes it. To be run below `xvfb-run`, with `xdotool` for hands: URL, FILE and the password are its arguments.
"""

import subprocess
import sys
import time

PATIENCE = 60


def keys(*words: str) -> None:
    subprocess.run(["xdotool", *words], check=True)


def window(title: str) -> str:
    """The number of the window with this title, as soon as there is one."""
    for _ in range(PATIENCE * 5):
        found = subprocess.run(["xdotool", "search", "--name", title], capture_output=True, text=True, check=False)
        if found.stdout.split():
            return found.stdout.split()[0]
        time.sleep(0.2)
    raise TimeoutError(title)


def main(url: str, file: str, password: str) -> int:
    opened = subprocess.Popen([sys.executable, "-m", "recorder", "session", "open", f"{url}/login", "--to", file])
    try:
        keys("windowfocus", window("Welcome"))
        keys("type", "--delay", "40", f"me\t{password}\n")
        keys("windowfocus", window("The club"))
        time.sleep(2)  # the person looks around
        keys("key", "ctrl+w")
        return opened.wait(PATIENCE)
    finally:
        opened.kill()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
