"""How Sphinx builds the documentation: `sphinx-build -W -n -b html docs OUTPUT`, with the extra `docs`."""

from mayi_rules import __version__

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
# Names of Python's own library are not looked up over the network, and inner modules are no part of the API.
nitpick_ignore_regex = [
    ("py:.*", r"(?!mayi_rules\b).*"),
    ("py:.*", r"mayi_rules\.(profile|game|melds|records|cards|errors|reasons|fix|engine|documents|moves)\..*"),
]
