"""Dead test lines: FileCheck and diagnostic lines of lit tests that never run.

`CHECK-NEXT %x` without its colon, `CHECK-NXT:`, a prefix that no RUN line names, CHECK lines without
FileCheck, expected-error without --verify-diagnostics: all of them pass whatever the output is.
"""

import difflib
import re

SUFFIXES = {"NEXT", "SAME", "NOT", "DAG", "LABEL", "EMPTY", "COUNT-n"}
PLAIN = {"RUN", "REQUIRES", "UNSUPPORTED", "XFAIL", "DEFINE", "REDEFINE", "END", "ALLOW_RETRIES", "NOTE", "TODO"}
COMMENT = re.compile(r"^\s*(?://|#|;)+\s*([A-Za-z][\w-]*)(\{LITERAL\})?(\s*)(:?)(.*)$")
PREFIX_OPTION = re.compile(r"--?check-prefix(?:es)?[= ]\s*(\S+)")
EXPECTED = re.compile(r"//\s*expected-(error|warning|note|remark)")


def run_lines(text):
    """The RUN lines, continuations joined."""
    joined, open_line = [], False
    for line in text.splitlines():
        match = re.match(r"^\s*(?://|#|;)+\s*RUN:\s?(.*)$", line)
        if not match:
            continue
        body = match[1].rstrip()
        if open_line:
            joined[-1] += " " + body.rstrip("\\")
        else:
            joined.append(body.rstrip("\\"))
        open_line = body.endswith("\\")
    return joined


def used_prefixes(runs):
    """Every prefix that some FileCheck command of the RUN lines reads."""
    prefixes = set()
    for run in runs:
        for command in re.split(r"&&|\|\||[|;]", run):
            if "FileCheck" in command:
                named = PREFIX_OPTION.findall(command)
                prefixes.update(p for group in named for p in group.split(",")) if named else prefixes.add("CHECK")
    return prefixes


def split_directive(word, prefixes):
    """(prefix, suffix) of CHECK-NEXT and the like; suffix None where there is none, COUNT-n for COUNT-3."""
    if word in prefixes:
        return word, None
    head, dash, tail = word.rpartition("-")
    if not dash:
        return word, None
    if tail.isdigit() and head.endswith("-COUNT"):
        return head[: -len("-COUNT")], "COUNT-n"
    return head, tail


def check_line(line, prefixes):
    """Returns what is wrong with one comment line, or None."""
    match = COMMENT.match(line)
    if not match:
        return None
    word, _, space, colon, _ = match.groups()
    if word != word.upper() or word in PLAIN:
        return None
    prefix, suffix = split_directive(word, prefixes)
    known_suffix = suffix is None or suffix in SUFFIXES
    if prefix in prefixes:
        if not known_suffix:
            return f"{word}: FileCheck knows no -{suffix}"
        if not colon:
            return f"{word} without its colon never runs"
        return f"{word}: the space before the colon makes it dead" if space else None
    if colon and (suffix in SUFFIXES or "CHECK" in prefix):
        return f"{word}: no RUN line reads the prefix {prefix}"
    close = difflib.get_close_matches(prefix, prefixes, 1, 0.75)
    if close and (colon or suffix):
        return f"{word}: misspelt {close[0]}?"
    return None


def check_text(path, text):
    """Complaints about one lit test."""
    runs = run_lines(text)
    if not runs:
        return [f"{path}:1: no RUN line (a file that tests read belongs in a folder Inputs)"]
    found, prefixes, seen = [], used_prefixes(runs), set()
    for number, line in enumerate(text.splitlines(), 1):
        wrong = check_line(line, prefixes)
        if wrong:
            found.append(f"{path}:{number}: {wrong}")
        match = COMMENT.match(line)
        if match and match[4]:
            seen.add(split_directive(match[1], prefixes)[0])
        if EXPECTED.search(line) and not any("-verify-diagnostics" in run for run in runs):
            found.append(f"{path}:{number}: expected-… without --verify-diagnostics never runs")
    found += [f"{path}:1: no line for the prefix {prefix}" for prefix in sorted(prefixes - seen)]
    return found


def is_lit_test(path):
    """Tells whether lit runs the file, as test/lit.cmake has it: test/numerics is run by
    numerics_check."""
    return (path.startswith("test/") and path.endswith(".mlir") and "/Inputs/" not in path
            and not path.startswith("test/numerics/"))


def check(files):
    """files: {path: text}."""
    tests = {p: t for p, t in files.items() if is_lit_test(p)}
    return [wrong for path, text in tests.items() for wrong in check_text(path, text)], f"{len(tests)} lit tests"
