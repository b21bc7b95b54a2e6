"""How Sphinx builds the documentation: `sphinx-build -W -n -b html docs OUTPUT`, with the extra `docs`."""

import sys
from pathlib import Path
from typing import Any

from mayi_rules import __version__

sys.path.insert(0, str(Path(__file__).parent))

from public_names import first_fronts

project = "mayi_rules"
author = "The mayi_rules authors"
copyright = author  # noqa: A001 - Sphinx's name
release = version = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "examples"]
html_theme = "furo"
html_title = f"mayi_rules {release}"
html_show_copyright = False

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
default_role = "literal"  # `x` in docstrings is code

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_class_signature = "separated"
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True

nitpicky = True
# Names of Python's own library are not looked up over the network, and private modules are no part of the API.
nitpick_ignore_regex = [("py:.*", r"(?!mayi_rules\b).*"), ("py:.*", r"mayi_rules\.\w+\..*")]


def find_public(_app: Any, env: Any, node: Any, content: Any) -> Any:
    """Lead from the module in which a name is written, as annotations have it, to the front that exports it."""
    if node.get("refdomain") != "py":
        return None
    written_in, _, name = node["reftarget"].rpartition(".")
    if not written_in:
        fronts = {front for (_, one), front in first_fronts().items() if one == name}
    else:
        fronts = {front for (home, one), front in first_fronts().items() if (home, one) == (written_in, name)}
    if len(fronts) != 1:
        return None
    target = f"{fronts.pop()}.{name}"
    domain = env.get_domain("py")
    return domain.resolve_xref(env, node["refdoc"], env.app.builder, "obj", target, node, content)


def setup(app: Any) -> None:
    """Is called by Sphinx."""
    app.connect("missing-reference", find_public)
