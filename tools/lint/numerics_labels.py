"""Labels of the numerics contract: what sources cite stands on the page, and each rule has a test that cites it.

docs/reference/numerics.md defines a label as an anchor, `<a id="E2"></a>**(E2)**`. A citation is a label in
parentheses, alone or in a list: (E2), (E3, E4), (E1 and W5). (C1), (C2) … are an operation's own constraints, and
what element types are called, as (I32), is no label.
"""

import re

PAGE = "docs/reference/numerics.md"
DEFINITION = re.compile(r'(?:<a id="(\w+)"></a>)?\*\*\(([A-Z]\d{1,2})\)\*\*')
LABEL = r"[A-Z]\d{1,2}"
# No call, conversion or macro: those have a name or a > before the parenthesis.
CITATION = re.compile(rf"(?<![\w>])\(({LABEL}(?:(?:, | and | or | to ){LABEL})*)\)")
ELEMENT_TYPE = re.compile(r"([IU](2|4|8|16|32|64)|B?F(16|32|64))$")
CONSTRAINT = "C"


def defined(page):
    """({label: line}, complaints) of the page's text."""
    labels, found = {}, []
    for number, line in enumerate(page.splitlines(), 1):
        for anchor, label in DEFINITION.findall(line):
            if label in labels:
                found.append(f"{PAGE}:{number}: ({label}) stands in line {labels[label]} already")
            if anchor != label:
                found.append(f"{PAGE}:{number}: ({label}) has no anchor of its name")
            if label.startswith(CONSTRAINT) or ELEMENT_TYPE.match(label):
                found.append(f"{PAGE}:{number}: ({label}) is what a constraint or an element type is called")
            labels.setdefault(label, number)
    return labels, found


def cited(text):
    """(line, label) of each citation in a text."""
    for number, line in enumerate(text.splitlines(), 1):
        for group in CITATION.findall(line):
            for label in re.findall(LABEL, group):
                if not label.startswith(CONSTRAINT) and not ELEMENT_TYPE.match(label):
                    yield number, label


def check(files, page):
    """files: {path: text} of all that may cite; page: the contract's text."""
    labels, found = defined(page)
    tested, count = set(), 0
    for path, text in files.items():
        if path.startswith("tools/lint/") or path == PAGE:
            continue  # examples of labels; what the page says of itself is read below
        for number, label in cited(text):
            count += 1
            if label not in labels:
                found.append(f"{path}:{number}: ({label}) does not stand in {PAGE}")
            elif path.startswith("test/"):
                tested.add(label)
    found += [f"{PAGE}:{number}: ({label}) does not stand there" for number, label in cited(page) if label not in labels]
    found += [f"{PAGE}:{labels[label]}: no test cites ({label})" for label in labels if label not in tested]
    return found, f"{len(labels)} labels, {count} citations"
