"""run_mistakes.py TABLE FOLDER --models=DIR --python=FILE: makes each mistake of the table, in FOLDER.

A mistake is refused or warned of: the exit code is the table's, one line and no more begins an error
or a warning (of those that pass, a remark), and that line matches the table's expression."""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys

SAYS = re.compile(r"\b(error|warning|remark): ")


def read(path):
    """(line number, command, expected) for each step; expected is None for what prepares."""
    steps, command = [], None
    with open(path) as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.startswith("$ "):
                steps.append((number, line[2:], None))
            elif line.startswith("> "):
                command = line[2:]
            elif line and not line.startswith("#"):
                code, expression = line.split(" ", 1)
                steps.append((number, command, (int(code), expression)))
    return steps


def judge(expected, done):
    """Returns what is wrong, or None."""
    code, expression = expected
    lines = done.stderr.splitlines()
    loud = [line for line in lines if re.search(r"\b(error|warning): ", line)]
    loud = loud or [line for line in lines if SAYS.search(line)]
    if done.returncode != code:
        return f"exit code {done.returncode}, expected {code}"
    if len(loud) != 1:
        return f"{len(loud)} lines say something, expected one"
    if not re.search(expression, loud[0]):
        return f"expected {expression}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("table")
    parser.add_argument("folder")
    parser.add_argument("--models", required=True)
    parser.add_argument("--python", required=True)
    options = parser.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    shutil.rmtree(options.folder, ignore_errors=True)
    os.makedirs(options.folder)
    words = {"MODELS": options.models, "HERE": here, "PYTHON": options.python}
    made, failures = set(), []
    for number, command, expected in read(options.table):
        for word, value in words.items():
            command = command.replace("{" + word + "}", shlex.quote(value))
        done = subprocess.run(command, shell=True, cwd=options.folder, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
        if expected is None:
            wrong = f"exit code {done.returncode}" if done.returncode else None
        elif command in made:
            wrong = "is there twice"
        else:
            made.add(command)
            wrong = judge(expected, done)
        if wrong:
            failures.append(f"{options.table}:{number}: {command}\n  {wrong}\n  {done.stderr}")
    print(f"{len(made)} mistakes")
    if len(made) < 40:
        failures.append("fewer than 40 mistakes: the table was not read")
    sys.exit("\n".join(failures) or 0)


main()
