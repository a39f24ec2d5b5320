"""TensorFlow's operators that are read, from the importer's tables and the converters that they name."""

import re
from pathlib import Path

import onnx_operators as source

HEADER = """# TensorFlow operators

What `importers/graphdef/ops` reads, of frozen graphs (`.pb`, `.pbtxt`), of a SavedModel's `saved_model.pb` with the variables beside
it, and of a graph whose checkpoint `--weights=` names. An attribute that is not listed refuses the node (exit 3), unless it is a
type or one of TensorFlow's notes (`_output_shapes`, `_class`), and so does what stands under *not read*, in the words of the
refusal; `…` is what depends on the node. Const, Placeholder, NoOp and variables that have a value are no operators here; functions
stand in their calls' place before this table is asked, and so does the branch of an `If` or `StatelessIf` whose condition is known
at import. `While` and the frames of TensorFlow 1 (`Enter`, `NextIteration`) are refused by name. `DT_DOUBLE` is computed in f32,
which a warning tells.

| operator | attributes | not read |
|---|---|---|
"""


def operators(root: Path):
    ops, rows = root / "importers/graphdef/ops", []
    declared = set(re.findall(r"\b(\w+)\(", "".join(h.read_text("utf-8") for h in sorted(ops.rglob("*.h")))))
    texts = [source.without_comments(path.read_text("utf-8")) for path in sorted(ops.rglob("*.cpp"))]
    files = [source.functions_of(text) for text in texts]
    shared = {name: source.closure(body, own) for own in files for name, body in own.items() if name in declared}
    for text, own in zip(texts, files):
        bodies = shared | own
        for name, converter, _, _ in source.entries_of(text):
            read, ignored, refused = source.said(bodies.get(converter, ""), bodies)
            attributes = [f"`{a}`" for a in read] + [f"`{a}` (no effect)" for a in ignored if a not in read]
            rows.append((name, ", ".join(attributes), "; ".join(refused).replace("|", "\\|")))
    return HEADER + "".join(f"| {name} | {attributes} | {refused} |\n" for name, attributes, refused in sorted(rows))
