"""This loads a provider that QOPT_SANITIZE has instrumented into a stock interpreter, and reads what the sanitizers report of us.

The interpreter and ONNX Runtime are not instrumented: the sanitizer's library is loaded before them. Reports about ONNX Runtime's own memory accesses
and leaks are not ours, all others are: calls of ours have ONNX Runtime's frames beneath, so that a suppression of those would hide everything.
"""

import os
import re
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
OWN = "libqopt_ort.so"
# So many frames from the allocator on name a block's owner, through a container perhaps.
NEAREST = 6
LEAK = re.compile(r"(?:Direct|Indirect) leak of .*?:\n((?: *#\d+ .*\n)+)")
FRAME = '"    #%n %p %F %L %m"'  # each names its library


def environment_of(sanitizers, compiler, log):
    """Returns the variables of a process that is to load such a provider; reports go to files whose names begin with `log`."""
    kinds = sanitizers.split(",")
    name = "libtsan.so" if "thread" in kinds else "libasan.so"
    found = subprocess.run([compiler, "-print-file-name=" + name], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    common = f"log_path={log}:stack_trace_format={FRAME}"
    return {
        "QOPT_TEST_SANITIZED": "1",
        "LD_PRELOAD": os.path.realpath(found),
        "TSAN_OPTIONS": f"{common}:suppressions={HERE / 'races.supp'}:exitcode=66",
        "ASAN_OPTIONS": f"{common}:detect_leaks=1:fast_unwind_on_malloc=0:malloc_context_size=12:allocator_may_return_null=1",
        "LSAN_OPTIONS": f"{common}:exitcode=0:max_leaks=0",  # who reads the log decides
        "UBSAN_OPTIONS": f"{common}:print_stacktrace=1:halt_on_error=1",
    }


def is_own_leak(stack):
    return any(OWN in frame for frame in stack.splitlines()[:NEAREST])


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
