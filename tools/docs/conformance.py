"""Tells which operation is held to golden data with which element type, as read from test/numerics.

Every function there runs on the evaluator, the host and each OpenCL device, and must give what NumPy computed:
integers and steps bit for bit, floats within test/numerics/tolerances.h.
"""

import re

# A column's title, and the element types that it stands for: a name, or of steps q and the storage's.
COLUMNS = {
    "f32": {"f32"}, "f16": {"f16"}, "bf16": {"bf16"},
    "f8, f4": {"f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ", "f4E2M1FN"},
    "INT8": {"qi8"}, "UINT8": {"qu8"}, "INT16": {"qi16"}, "other steps": {"qu16", "qi4", "qu4", "qi2", "qu2", "qi32"},
    "i8 … u16": {"i8", "ui8", "i16", "ui16", "i4", "ui4", "i2", "ui2"}, "i32": {"i32"}, "i64": {"i64"},
    "u32, u64": {"ui32", "ui64"}, "i1": {"i1"},
}


def element_of(tensor, aliases):
    """Returns the element of a tensor type as "2x3x!u8" or "?x4xf32, #nn.dims<N>": "f32", or "qu8"
    for steps stored as u8."""
    body = re.sub(r", #nn\.dims<.*", "", tensor)
    body = re.sub(r"^(?:(?:\d+|\?)x)*", "", body)
    body = aliases.get(body, body)
    if quant := re.match(r"!quant\.uniform<(\w+?)(?:<[^>]*>)?:", body):
        return "q" + quant[1].replace("ui", "u")
    return body


def types_of(text):
    """{operation: the element types that it reads or gives in a file of goldens}"""
    found = {}
    aliases = dict(re.findall(r"^(!\w+) = (.*)$", text, re.M))
    for name, types in re.findall(r"^ .*= nn\.(\w+)\b.* : (\(.*)$", text, re.M):
        tensors = re.findall(r"tensor<((?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*)>", types)
        found.setdefault(name, set()).update(element_of(tensor, aliases) for tensor in tensors)
    return found


class Goldens:
    """The types that golden files test for `operations`; `files` are the files' texts."""

    def __init__(self, operations, files):
        self.operations, self.types, self.on_devices = operations, {}, set()
        for text in files:
            devices = re.search(r"^// DEVICES:(.*)", text, re.M)
            for name, types in types_of(text).items():
                self.types.setdefault(name, set()).update(types)
                if not devices or set(devices[1].split()) - {"reference", "host"}:
                    self.on_devices.add(name)

    def untested(self):
        return [name for name in self.operations if name not in self.types]

    def table(self):
        """The page: a row for each operation."""
        host_only = [f"`nn.{name}`" for name in self.operations if name in self.types and name not in self.on_devices]
        lines = ["# Operations and the types that they are tested with", "",
                 "A mark is a function of test/numerics that reads or gives the type, whose values NumPy computed; evaluator, host",
                 "and every OpenCL device give them: integers and steps bit for bit, floats within test/numerics/tolerances.h.",
                 ", ".join(host_only) + " have no kernels: evaluator and host alone.", "",
                 "| operation | " + " | ".join(COLUMNS) + " |", "|---" * (len(COLUMNS) + 1) + "|"]
        for name in self.operations:
            marks = ["✓" if types & self.types.get(name, set()) else "" for types in COLUMNS.values()]
            lines.append(f"| `nn.{name}` | " + " | ".join(marks) + " |")
        return "\n".join(lines) + "\n"
