"""Make the goldens anew: `python -m tests.goldens`.

With `--records` the recorded games, too, which they tell of; with `--exchanges` the sessions with the server only.
"""

from __future__ import annotations

import sys

from mayi_rules import bundled_profiles
from tests.goldens.files import write, write_exchanges

if __name__ == "__main__":
    if "--exchanges" in sys.argv:
        write_exchanges()
    else:
        write(bundled_profiles(), records="--records" in sys.argv)
