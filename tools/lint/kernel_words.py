"""Words of kernels: a name that CUDA takes and OpenCL C does not.

Every kernel file is read by both; where a machine here has the one compiler alone, a variable called `half`
stands until somebody runs it on the other.
"""

import re

FOLDER = "lowering/kernels/"
# OpenCL C's keywords that are none of C++: what a kernel of ours would call a variable.
KEYWORDS = ("half", "kernel", "global", "local", "constant", "private", "generic", "pipe", "read_only", "write_only",
            "read_write", "event_t", "sampler_t", "image1d_t", "image2d_t", "image3d_t")
# A declaration: a type, then the word. Lines that define the words' macros for OpenCL alone do not
# match.
DECLARED = re.compile(r"\b(?:bool|char|int|uint|float|double|auto|[iu](?:8|16|32|64)|f(?:16|32|64)|Element|Pair|uint[24])"
                      r"\s+(?:const\s+)?\**\s*(%s)\b" % "|".join(KEYWORDS))


def check(files):
    """(one message for each line that declares such a name, a summary)."""
    complaints = []
    for path, text in sorted(files.items()):
        if not (path.startswith(FOLDER) and path.endswith((".cl", ".h"))):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            match = DECLARED.search(line.split("//")[0])
            if match:
                complaints.append(f"{path}:{number}: '{match[1]}' is a keyword of OpenCL C; call it otherwise")
    return complaints, f"{len(complaints)} names that OpenCL C has for itself"
