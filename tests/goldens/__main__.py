"""Make the goldens anew: `python -m tests.goldens`; with `--records` the recorded games, too, which they tell of."""

from __future__ import annotations

import sys

from mayi_rules import bundled_profiles
from tests.goldens.files import write

if __name__ == "__main__":
    write(bundled_profiles(), records="--records" in sys.argv)
