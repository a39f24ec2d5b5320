#!/usr/bin/env python3
"""Counts the cases behind ctest's entries, and names those that were skipped.

Usage: count_cases.py JUNIT RESULTS

JUNIT is what `ctest --output-junit` wrote. An entry with a file in the folder RESULTS, of
test/run_cases.py (ENTRY.cases) or of lit (ENTRY.xml), counts as that file's cases; any other as one.
The last line is `cases: N passed, N failed, N skipped`. An entry that failed though none of its cases did
is a failed case, too. Exit status 1 where nothing was counted.
"""

import collections
import os
import sys
import xml.etree.ElementTree as xml

ENTRY_STATES = {"run": "passed", "fail": "failed", "notrun": "skipped", "disabled": "skipped"}


def entries(junit):
    """(name, state, reason) of each of ctest's entries."""
    for case in xml.parse(junit).getroot().iter("testcase"):
        skipped = case.find("skipped")
        printed = case.findtext("system-out") or ""
        lines = [line for line in printed.splitlines() if line.strip()]
        state = ENTRY_STATES.get(case.get("status"), "failed")
        reason = lines[-1].strip() if skipped is not None and lines else ""
        yield case.get("name"), state, reason


def cases_of_gtest(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield tuple(line.rstrip("\n").split("\t", 2))


def cases_of_lit(path):
    for case in xml.parse(path).getroot().iter("testcase"):
        skipped = case.find("skipped")
        state = "skipped" if skipped is not None else "failed" if case.find("failure") is not None else "passed"
        yield state, case.get("name"), skipped.get("message") if skipped is not None else ""


def all_cases(junit, results):
    """(state, name, reason) of each case of each entry that ran."""
    for name, state, reason in entries(junit):
        listed = os.path.join(results, name + ".cases")
        lit = os.path.join(results, name + ".xml")
        if os.path.exists(listed) and os.path.getsize(listed):
            cases = cases_of_gtest(listed)
        elif os.path.exists(lit):
            cases = cases_of_lit(lit)
        else:
            yield state, name, reason
            continue
        is_named = False
        for case_state, case, case_reason in cases:
            is_named |= case_state == "failed"
            yield case_state, f"{name}: {case}", case_reason
        if state == "failed" and not is_named:
            yield state, name, reason


def main(arguments):
    junit, results = arguments
    counts = collections.Counter()
    skipped = collections.defaultdict(list)
    for state, name, reason in all_cases(junit, results):
        counts[state] += 1
        if state == "skipped":
            skipped[reason].append(name)
        elif state == "failed":
            print(f"failed: {name}")
    for reason, names in sorted(skipped.items()):
        shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
        print(f"skipped: {shown}" + (f": {reason}" if reason else ""))
    print(f"cases: {counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 0 if counts else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
