"""The ONNX operators that are read, from the importer's tables and the converters that they name."""

import re
from pathlib import Path

HEADER = """# ONNX operators

What `importers/onnx/ops` reads, of opset 1 to {most}. *Since*: the oldest opset whose form is read, where an older one
meant something else. An attribute that is not listed refuses the layer (exit 3), as does what stands under *not read*,
in the words of the refusal; `…` is what depends on the layer. A file's own functions stand in their calls' place
before this table is asked, and so does the branch of an `If` whose condition is known at import; loops, sequences,
optionals and strings are not read. An output whose length data decide, as NonZero's, is of its largest size, and a
further output of the network, `NAME.count` of INT64, says how much of it there is; calls from Python, which give both, cut it
to that. `DOUBLE` is narrowed: inputs, outputs and what is between them are f32, and so are constants as they are read,
which a warning tells; another one names each constant with a value that f32 does not hold, which becomes 0 or infinite.
Where an answer is not ONNX Runtime's:
[decisions/importers/beside-onnxruntime](../decisions/importers/beside-onnxruntime.md).

"""
STRING = r'"((?:[^"\\]|\\.)*)"'


def without_comments(text):
    return re.sub(r"^\s*//.*$", "", text, flags=re.M)


def balanced(text, start, opening, closing):
    """The text from the bracket at `start` up to the one that closes it; strings are skipped."""
    depth, i = 0, start
    while i < len(text):
        if text[i] == '"':
            i = re.compile(STRING).match(text, i).end()
            continue
        depth += (text[i] == opening) - (text[i] == closing)
        i += 1
        if depth == 0:
            return text[start:i]
    raise SystemExit(f"unbalanced {opening} in {text[start:start + 60]!r}")


def functions_of(text):
    """Name → body, of every function of a file; overloads together."""
    bodies = {}
    for m in re.finditer(r"^(?:static |template |[\w:<>,&* ]+ )[\w:<>,&* \n]*?\b(\w+)\(", text, flags=re.M):
        arguments = balanced(text, m.end() - 1, "(", ")")
        after = re.compile(r"\s*(?:const\s*)?\{").match(text, m.end() - 1 + len(arguments))
        if after:
            bodies[m[1]] = bodies.get(m[1], "") + balanced(text, after.end() - 1, "{", "}")
    return bodies


def arguments_of(call):
    """A call's arguments, split at its own commas."""
    parts, depth, current, i = [], 0, "", 1
    while i < len(call) - 1:
        if call[i] == '"':
            end = re.compile(STRING).match(call, i).end()
            current, i = current + call[i:end], end
            continue
        depth += (call[i] in "([{") - (call[i] in ")]}")
        if call[i] == "," and depth == 0:
            parts, current = parts + [current], ""
        else:
            current += call[i]
        i += 1
    return parts + [current]


def sentence(expression):
    """A message's literals, … for what is computed between them."""
    parts = re.split(STRING, re.sub(rf'{STRING}\s*{STRING}', r'"\1\2"', expression))
    text = "".join(part if i % 2 else ("…" if part.strip(" +\n") else "") for i, part in enumerate(parts))
    return re.sub(r"…+", "…", text).strip()


def closure(body, bodies):
    """A body with those of the functions that it calls, in turn."""
    seen, texts = set(), [body]
    for text in texts:
        for name in re.findall(r"(?<![.\w:>])(\w+)(?:<[^;(){}]*>)?\(", text):
            if name in bodies and name not in seen:
                seen.add(name)
                texts.append(bodies[name])
    return "".join(texts)


def said(body, bodies):
    """Attributes read, attributes ignored, refusals: of a body and of the functions that it calls."""
    text, found = closure(body, bodies), ([], [], [])
    for m in re.finditer(r"\b(attr|ignore|support|axes)\(", text):
        arguments = arguments_of(balanced(text, m.end() - 1, "(", ")"))
        kind = {"attr": 0, "ignore": 1, "support": 2, "axes": 0}[m[1]]
        if m[1] == "axes":
            values = ["axes"] if len(arguments) == 3 else []
        else:
            values = [sentence(arguments[-1])] if kind == 2 else re.findall(STRING, arguments[0])
        found[kind].extend(value for value in values if value.strip("…") and value not in found[kind])
    return found


def domain_of(field, domains):
    return field.strip('"') if field.startswith('"') else domains[field]


def entries_of(text):
    """The rows of a file's tables: name, converter, since, domain."""
    domains = {"microsoft": "com.microsoft"}  # op_table.h's; others are constants of the file
    for constants in re.findall(r"constexpr llvm::StringLiteral ([^;]*);", text):
        domains.update(re.findall(r"(\w+) = " + STRING, constants))
    for table in re.finditer(r"OpEntry \w+\[\] = \{", text):
        for row in re.findall(r"\{" + STRING + r"\s*,((?:[^{}])*)\}", balanced(text, table.end() - 1, "{", "}")):
            fields = arguments_of("(" + re.sub(r"<[^{}]*>", "", row[1]) + ")")
            yield (row[0], fields[0].strip(), fields[1].strip() if len(fields) > 1 else "1",
                   domain_of(fields[2].strip(), domains) if len(fields) > 2 else "")


def operators(root: Path):
    most = re.search(r"most = (\d+);", (root / "importers/onnx/file/model_file.cpp").read_text("utf-8"))[1]
    ops, rows = root / "importers/onnx/ops", []
    headers, sources = (sorted(ops.rglob(kind), key=lambda path: path.name) for kind in ("*.h", "*.cpp"))
    declared = set(re.findall(r"\b(\w+)\(", "".join(h.read_text("utf-8") for h in headers)))
    texts = [without_comments(path.read_text("utf-8")) for path in sources]
    files = [functions_of(text) for text in texts]
    shared = {name: closure(body, own) for own in files for name, body in own.items() if name in declared}
    for text, own in zip(texts, files):
        bodies = shared | own
        for name, converter, since, domain in entries_of(text):
            read, ignored, refused = said(bodies.get(converter, ""), bodies)
            attributes = [f"`{a}`" for a in read] + [f"`{a}` (no effect)" for a in ignored if a not in read]
            rows.append((domain, name, since, ", ".join(attributes), "; ".join(refused).replace("|", "\\|")))
    lines = [HEADER.format(most=most)]
    for domain in sorted({row[0] for row in rows}):
        own = sorted(row for row in rows if row[0] == domain)
        lines.append(f"## {domain or 'ai.onnx'}: {len(own)}\n\n| operator | since | attributes | not read |\n|---|---|---|---|\n")
        lines += [f"| {name} | {since} | {attributes} | {refused} |\n" for _, name, since, attributes, refused in own]
        lines.append("\n")
    return "".join(lines).rstrip() + "\n"
