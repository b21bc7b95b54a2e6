"""Which files of the library import which."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp


def test_no_file_imports_itself_by_way_of_others():
    """Also not inside a function; names that only type checkers read are no imports."""
    graph = grimp.build_graph("mayi_rules", exclude_type_checking_imports=True, cache_dir=None)
    assert len(graph.modules) > 200
    TopologicalSorter({one: graph.find_modules_directly_imported_by(one) for one in graph.modules}).prepare()
