"""What a provider that QOPT_SANITIZE has instrumented needs in a stock interpreter, and what its logs say of us.

The interpreter and ONNX Runtime are not instrumented: the sanitizer's library is loaded before them. Reports about ONNX Runtime's own memory accesses
and leaks are not ours, all others are: calls of ours have ONNX Runtime's frames beneath, so that a suppression of those would hide everything.
"""

import os
import re
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
OWN = "libqopt_ort.so"
# Of a block that nobody frees, the frames next to the allocator: its owner, through a container perhaps.
NEAREST = 6
LEAK = re.compile(r"(?:Direct|Indirect) leak of .*?:\n((?: +#\d+ .*\n)+)")


def environment_of(sanitizers, compiler, log):
    """Returns the variables of a process that is to load such a provider; reports go to files whose names begin with `log`."""
    kinds = sanitizers.split(",")
    name = "libtsan.so" if "thread" in kinds else "libasan.so"
    found = subprocess.run([compiler, "-print-file-name=" + name], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    return {
        "QOPT_TEST_SANITIZED": "1",
        "LD_PRELOAD": os.path.realpath(found),
        "TSAN_OPTIONS": f"suppressions={HERE / 'races.supp'}:log_path={log}:exitcode=66",
        "ASAN_OPTIONS": f"detect_leaks=1:allocator_may_return_null=1:log_path={log}",
        "LSAN_OPTIONS": f"exitcode=0:max_leaks=0:log_path={log}",  # who reads the log decides
        "UBSAN_OPTIONS": f"print_stacktrace=1:halt_on_error=1:log_path={log}",
    }


def is_own_leak(stack):
    frames = [line for line in stack.splitlines() if OWN in line or "(" in line]
    return any(OWN in frame for frame in frames[:NEAREST])


def complaints(folder):
    """Returns the reports in the folder's files: all but leaks of others."""
    found = []
    for path in sorted(Path(folder).iterdir()):
        text = path.read_text(errors="replace")
        leaks = LEAK.findall(text)
        found += [f"{path.name}: a leak of ours:\n{stack}" for stack in leaks if is_own_leak(stack)]
        if not leaks and text.strip():
            found.append(f"{path.name}:\n{text}")
    return found
