"""Make the goldens anew: `python -m tests.goldens` (texts and counts), with `--records` the recorded games too."""

from __future__ import annotations

import sys

from mayi_rules import bundled_profiles
from tests.goldens.files import write

if __name__ == "__main__":
    write(bundled_profiles(), records="--records" in sys.argv)
