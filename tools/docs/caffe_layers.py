"""The Caffe layers that are read, from the importer's tables and the converters that they name."""

import re
from pathlib import Path

import onnx_operators as source

HEADER = """# Caffe layers

What `importers/caffe/ops` reads, of current (`layer`) and V1 (`layers`) networks, in their phase and stages. A field
of a layer that is not known refuses it (exit 3), as does what stands under *not read*, in the words of the refusal; `…`
is what depends on the layer. Fields of training (fillers, learning rates, engines) have no effect.

Input, Data, ImageData, HDF5Data, MemoryData, WindowData and DummyData bring samples: their tops are inputs. Losses and
Accuracy are left out, and what they read are outputs; so is the label. Silence and HDF5Output only read.

| layer | parameters | not read |
|---|---|---|
"""


def rows_of(text, shared):
    bodies = shared | source.functions_of(text)
    for table in re.finditer(r"OpEntry \w+\[\] = \{", text):
        rows = source.balanced(text, table.end() - 1, "{", "}")
        for name, rest in re.findall(r"\{" + source.STRING + r"\s*,([^{}]*)\}", rows):
            converter = re.match(r"\s*(\w+)", rest)[1]
            body = source.closure(bodies.get(converter, ""), bodies)
            messages = sorted(set(re.findall(r"param\(\)\.(\w+_param)\(\)", body)))
            refused = source.said(bodies.get(converter, ""), bodies)[2]
            yield name, ", ".join(f"`{m}`" for m in messages), "; ".join(refused).replace("|", "\\|")


def layers(root: Path):
    ops = root / "importers/caffe/ops"
    declared = set(re.findall(r"\b(\w+)\(", "".join(h.read_text("utf-8") for h in sorted(ops.glob("*.h")))))
    texts = [source.without_comments(path.read_text("utf-8")) for path in sorted(ops.glob("*.cpp"))]
    shared = {name: body for text in texts for name, body in source.functions_of(text).items() if name in declared}
    rows = sorted(row for text in texts for row in rows_of(text, shared))
    return HEADER + "".join(f"| {name} | {messages} | {refused} |\n" for name, messages, refused in rows)
