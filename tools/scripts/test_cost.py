#!/usr/bin/env python3
"""Runs ctest's entries one after another and prints the processor seconds of each, dearest first.

Usage: test_cost.py BUILD_FOLDER [--match=REGEX]

Kernel caches are new and empty, so that what a first run compiles is counted. Exit status 1 where an
entry fails.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile


def environment_of(properties):
    """Returns the environment variables that an entry adds or changes."""
    made = dict(setting.split("=", 1) for setting in properties.get("ENVIRONMENT", []))
    for change in properties.get("ENVIRONMENT_MODIFICATION", []):
        name, operation, value = re.fullmatch(r"(\w+)=(\w+):(.*)", change).groups()
        there = [*filter(None, [made.get(name, os.environ.get(name))])]
        if operation == "path_list_prepend":
            value = os.pathsep.join([value, *there])
        elif operation == "path_list_append":
            value = os.pathsep.join([*there, value])
        elif operation != "set":
            sys.exit(f"test_cost: {change} is not understood")
        made[name] = value
    return made


def entries(folder):
    """(name, command, environment, folder, status that means skipped) of each entry."""
    listed = subprocess.run(["ctest", "--test-dir", folder, "--show-only=json-v1"], check=True,
                            capture_output=True, text=True).stdout
    for test in json.loads(listed)["tests"]:
        properties = {one["name"]: one["value"] for one in test.get("properties", [])}
        yield (test["name"], test["command"], environment_of(properties),
               properties.get("WORKING_DIRECTORY", folder), properties.get("SKIP_RETURN_CODE"))


def seconds_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(command, settings, folder, caches):
    environment = dict(os.environ, POCL_CACHE_DIR=caches, XDG_CACHE_HOME=caches, **settings)
    before = seconds_of_children()
    status = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, check=False).returncode
    return status, seconds_of_children() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder")
    parser.add_argument("--match", default="")
    arguments = parser.parse_args()
    costs, failed = [], []
    with tempfile.TemporaryDirectory() as caches:
        for name, command, settings, folder, skipped in entries(arguments.folder):
            if not re.search(arguments.match, name):
                continue
            status, seconds = run(command, settings, folder, caches)
            costs.append((seconds, name))
            if status not in (0, skipped):
                failed.append(name)
    for seconds, name in sorted(costs, reverse=True):
        print(f"{seconds:8.1f} s  {name}")
    print(f"{sum(cost[0] for cost in costs):8.1f} s  {len(costs)} entries")
    if failed:
        print("failed:", *failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
