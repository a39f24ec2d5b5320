"""Folders: one holds at most 30 files, and no two include each other.

A folder is a room where one knows what lies; past LIMIT files it is parted by what they are. Two folders that include
each other are one in two places. A generated file (its first line says so) lists what others are, and counts for no
pair.
"""

import os
import re

LIMIT = 30

_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
_GENERATED = re.compile(r"\s*(?://|/\*|#)\s*Generated\b")


def crowded(paths):
    """Complaints about folders of more than LIMIT files; files of folders in them are their own."""
    counts = {}
    for path in paths:
        folder = os.path.dirname(path)
        counts[folder] = counts.get(folder, 0) + 1
    return [f"{folder}: {count} files, limit {LIMIT}: part it by what they are"
            for folder, count in sorted(counts.items()) if count > LIMIT]


def mutual(files):
    """{(folder, folder): an include each way} of the C++ files that include each other's folders."""
    includes = {}
    for path, text in files.items():
        if not path.endswith((".cpp", ".h")) or _GENERATED.match(text):
            continue
        for header in _INCLUDE.findall(text):
            ends = os.path.dirname(path), os.path.dirname(header)
            if header in files and ends[0] != ends[1]:
                includes.setdefault(ends, f"{path} includes {header}")
    return {(a, b): f"{way}, {includes[b, a]}" for (a, b), way in sorted(includes.items())
            if a < b and (b, a) in includes}


def check(files, paths):
    """files: {path: text} of the sources; paths: of all files, pages too. (complaints, report)"""
    pairs = mutual(files)
    found = crowded(paths) + [f"{a} and {b} include each other: {ways}" for (a, b), ways in pairs.items()]
    folders = {os.path.dirname(path) for path in paths}
    return found, f"{len(folders)} folders, {len(pairs)} pairs include each other"
