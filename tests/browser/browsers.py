"""A browser for the tests: the one that is there, or one that is fetched.

``python -m tests.browser.browsers`` makes sure that there is one, and says which.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def installed() -> str | None:
    """A browser of the system, if it has one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    """Start a browser without a window: the system's, else Playwright's own."""
    # The sandbox of Chromium refuses to start for root, as in most containers.
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=installed(), args=arguments)


def fetched() -> bool:
    """Whether Playwright has fetched a browser of its own."""
    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def fetch() -> None:
    """Get a browser: Playwright's own, or the system's package where that cannot be had."""
    ways = [[sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"]]
    if shutil.which("apt-get"):
        ways.append(["apt-get", "install", "--yes", "--no-install-recommends", "chromium"])
        ways.append(["sh", "-c", "apt-get update && " + " ".join(ways[-1])])
    for way in ways:
        subprocess.run(way, check=False)
        if installed() or fetched():
            return
    raise SystemExit("No browser could be installed; put chromium on the PATH and try again.")


def main() -> None:
    """Make sure that there is a browser."""
    if not installed() and not fetched():
        fetch()
    print(f"browser for the tests: {installed() or 'the one of Playwright'}")


if __name__ == "__main__":
    main()
