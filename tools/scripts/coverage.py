#!/usr/bin/env python3
"""Line coverage of a build of the preset `coverage`, folder by folder.

  cmake --preset coverage
  ninja -C build/coverage importers_common_test importers_onnx_test
  build/coverage/test/importers/importers_common_test; build/coverage/test/importers/importers_onnx_test
  tools/scripts/coverage.py build/coverage importers            what ran, by folder
  tools/scripts/coverage.py build/coverage importers --missing  and the lines that did not

Needs gcov, gcc's own. A line counts as run where any object has it run.
"""

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def counts_of(notes, gcov):
    """{source: {line: times run}} of object files, by their .gcno."""
    lines = defaultdict(lambda: defaultdict(int))
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, len(notes), 32):
            done = subprocess.run([gcov, "--json-format", "--stdout", *notes[start:start + 32]], cwd=folder,
                                  capture_output=True, check=True)
            for text in done.stdout.splitlines():
                for file in json.loads(gzip.decompress(text) if text[:2] == b"\x1f\x8b" else text)["files"]:
                    for line in file["lines"]:
                        lines[file["file"]][line["line_number"]] += line["count"]
    return lines


def ranges(numbers):
    """1, 2, 3, 7 → "1-3, 7"."""
    parts = []
    for n in sorted(numbers):
        if parts and parts[-1][1] == n - 1:
            parts[-1][1] = n
        else:
            parts.append([n, n])
    return ", ".join(f"{a}-{b}" if a != b else str(a) for a, b in parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("room", nargs="?", default="importers")
    parser.add_argument("--missing", action="store_true", help="the lines that did not run, file by file")
    parser.add_argument("--gcov", default="gcov")
    options = parser.parse_args()
    notes = sorted(str(p.resolve()) for p in (options.build / options.room).rglob("*.gcno")
                   if p.with_suffix(".gcda").exists())
    if not notes:
        raise SystemExit(f"coverage.py: nothing of {options.room} ran in {options.build}: build the preset "
                         "coverage, run its tests, then ask again")
    folders, missing = defaultdict(lambda: [0, 0]), {}
    for source, lines in counts_of(notes, options.gcov).items():
        path = Path(source)
        if not path.is_relative_to(ROOT / options.room):
            continue
        name = path.relative_to(ROOT)
        ran = sum(count > 0 for count in lines.values())
        for place in (str(name.parent), options.room + ", in all"):
            folders[place][0] += ran
            folders[place][1] += len(lines)
        missing[str(name)] = [n for n, count in lines.items() if count == 0], 100 * ran / len(lines)
    for place, (ran, every) in sorted(folders.items()):
        print(f"{place:32} {ran:6} of {every:6} lines {100 * ran / every:6.1f} %")
    for name, (numbers, percent) in sorted(missing.items()) if options.missing else []:
        if numbers:
            print(f"{name}, {percent:.1f} %: {ranges(numbers)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
