"""How long a fresh process takes until the list of commands is printed, or a bundled profile is loaded.

`python -m tests.benchmarks.start_up OTHER` compares this tree with another one (a folder that holds `mayi_rules`): both
run in turn, so that a machine that becomes slower does so for both, and the median of the ratios of the pairs counts.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
PROGRAMS = {
    "mayi --help": ["-m", "mayi_rules", "--help"],
    "load_profile": ["-c", "import mayi_rules; mayi_rules.load_profile('petras')"],
}
PAIRS = 30


def seconds(tree: Path, program: list[str], caches: str) -> float:
    """How long a program takes with the library in this folder; what is compiled is kept, as it is when installed."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env |= {"PYTHONPATH": str(tree), "PYTHONPYCACHEPREFIX": caches}
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-P", *program], env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def main() -> None:
    """Measure and print."""
    other = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else HERE
    with tempfile.TemporaryDirectory() as caches:
        for name, program in PROGRAMS.items():
            pairs = [(seconds(HERE, program, caches), seconds(other, program, caches)) for _ in range(PAIRS + 1)][1:]
            here, there = (statistics.median(times) * 1000 for times in zip(*pairs, strict=True))
            ratio = statistics.median(one / two for one, two in pairs)
            print(f"{name:<14} {here:6.1f} ms, the other tree {there:6.1f} ms, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
