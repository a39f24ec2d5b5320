"""Sizes: hard limits on files and functions, and a report of habits.

| | habit | limit |
| source file | 300 | 500 |
| function | 40 | 80 |
| kernel file | 250 | 400 |
| lit test | 60 | 150 |
sizes_allow.txt lists what may pass a limit: `path` or `path:function`, the larger limit, `# reason`.
"""

import ast
import re
import statistics
from collections import namedtuple

Item = namedtuple("Item", "kind path line name size")
LIMITS = {"source file": (300, 500), "function": (40, 80), "kernel file": (250, 400), "lit test": (60, 150)}

_LITERALS = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'""", re.S)
_TEMPLATE = re.compile(r"template\s*<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>")
_ATTRIBUTES = re.compile(r"\[\[.*?\]\]|alignas\s*\([^)]*\)|__attribute__\s*\(\(.*?\)\)", re.S)
_SCOPE = re.compile(r"^\s*(?:(?:inline|static|typedef|export)\s+)*(?:namespace|class|struct|union|enum)\b")


def _blank(match):
    """Replaces comments and literals by spaces, keeping the lines."""
    return "".join(c if c == "\n" else " " for c in match[0])


def strip_cpp(text):
    """The text without comments, literals and preprocessor lines, line numbers kept."""
    text = _LITERALS.sub(_blank, text)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", _blank, text, flags=re.M)
    return text


def _kind_of(head):
    head = _ATTRIBUTES.sub("", _TEMPLATE.sub("", head)).strip()
    if _SCOPE.match(head) and "(" not in head:
        return "scope"
    if head.startswith("extern") and "(" not in head:
        return "scope"
    return "function" if "(" in head else "data"


def cpp_functions(text):
    """(first line, name, lines) of every function body, outermost only."""
    text = strip_cpp(text)
    found, stack, head_start, inside = [], [], 0, 0
    for match in re.finditer(r"[{};]", text):
        at, symbol = match.start(), match[0]
        if symbol == "{":
            kind = "inner" if inside else _kind_of(text[head_start:at])
            if kind in ("function", "data"):
                inside += 1
            stack.append((kind, text[head_start:at], head_start))
        elif symbol == "}" and stack:
            kind, head, start = stack.pop()
            if kind in ("function", "data"):
                inside -= 1
            if kind == "function":
                first = start + len(head) - len(head.lstrip())
                line = text.count("\n", 0, first) + 1
                found.append((line, _name(head), text.count("\n", 0, at) + 2 - line))
        if not inside:
            head_start = at + 1
    return found


def _name(head):
    head = _ATTRIBUTES.sub("", _TEMPLATE.sub("", head))
    match = re.search(r"([\w~:]+|operator\S+)\s*\(([^()]*)", head)
    if not match:
        return "?"
    if match[1].startswith("TEST"):
        return match[1] + "(" + " ".join(match[2].split()) + ")"
    return match[1]


def python_functions(text):
    """(first line, name, lines) of every function of a Python file."""
    nodes = ast.walk(ast.parse(text))
    return [(n.lineno, n.name, n.end_lineno - n.lineno + 1) for n in nodes
            if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]


def is_device_text(path):
    """OpenCL C and CUDA: kernels, and the headers in their folders."""
    return path.endswith((".cl", ".cu")) or bool(re.match(r"lowering/kernels/[^/]+/[^/]+\.h$", path))


def measure(path, text):
    """Every Item of one file."""
    lines = len(text.splitlines())
    if is_device_text(path):
        items = [Item("kernel file", path, 1, "", lines)]
    elif path.startswith("test/") and path.endswith(".mlir"):
        return [Item("lit test", path, 1, "", lines)]
    else:
        items = [Item("source file", path, 1, "", lines)]
    if path.endswith((".cpp", ".h", ".cl", ".cu")):
        functions = cpp_functions(text)
    elif path.endswith(".py"):
        functions = python_functions(text)
    else:
        functions = []
    return items + [Item("function", path, *function) for function in functions]


def parse_allowed(text):
    """{path or path:function: limit}; a line without a reason is an error."""
    allowed = {}
    for line in text.splitlines():
        entry, _, reason = line.partition("#")
        fields = entry.split()
        if not fields:
            continue
        if len(fields) != 2 or not fields[1].isdigit() or not reason.strip():
            raise ValueError(f"sizes_allow.txt: want `path[:function] limit  # reason`: {line}")
        allowed[fields[0]] = int(fields[1])
    return allowed


def check(files, allow_text=""):
    """files: {path: text}. Complaints and a one-line report."""
    allowed = parse_allowed(allow_text)
    items = [item for path, text in files.items() if is_measured(path) for item in measure(path, text)]
    found, used = [], set()
    for item in items:
        key = f"{item.path}:{item.name}" if item.name else item.path
        limit = LIMITS[item.kind][1]
        if item.size > limit and key in allowed:
            used.add(key)
            limit = allowed[key]
        if item.size > limit:
            name = f" {item.name}" if item.name else ""
            found.append(f"{item.path}:{item.line}: {item.kind}{name} has {item.size} lines, limit {limit}")
    found += [f"sizes_allow.txt: {key} needs no allowance" for key in sorted(set(allowed) - used)]
    return found, habits(items)


def is_measured(path):
    """Tells whether the sizes of this file count."""
    return path.endswith((".cpp", ".h", ".td", ".cl", ".cu", ".py", ".cmake", ".sh")) or (
        path.startswith("test/") and path.endswith(".mlir") and "/Inputs/" not in path)


def habits(items):
    """One line: for each kind how many, median, and how many are past the habit."""
    parts = []
    for kind, (habit, _) in LIMITS.items():
        sizes = [item.size for item in items if item.kind == kind]
        if sizes:
            past = sum(size > habit for size in sizes)
            parts.append(f"{len(sizes)} {kind}s, median {statistics.median(sizes):.0f}, {past} over {habit}")
    return "; ".join(parts)
