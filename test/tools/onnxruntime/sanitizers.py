"""This loads a provider that QOPT_SANITIZE has instrumented into a stock interpreter, and reads what the sanitizers report of us.

The interpreter, ONNX Runtime and LLVM are not instrumented: the sanitizer's library is loaded before them, and does not see what their atomics
order. Races and leaks in which none of our functions acts are theirs. The sanitizers' own suppressions look at any frame, and would hide everything:
ONNX Runtime has called whatever is ours.
"""

import os
import re
import subprocess
from pathlib import Path

OWN = "libqopt_ort.so"
# The report shows so many frames from the allocator on, which name a block's owner, through a container perhaps.
NEAREST = 6
LEAK = re.compile(r"(?:Direct|Indirect) leak of .*?:\n((?: *#\d+ .*\n)+)")
# MLIR's caches of threads that have ended are held by counts, which are atomics. LLVM's archives have the cache inside the function that stores
# types; a frame of theirs has no line, but the library and an offset.
THREAD_CACHES = re.compile(r"mlir::ThreadLocalCache|mlir::detail::StorageUniquerImpl::getOrCreate\(.*\+0x[0-9a-f]+\) ")
RACE = re.compile(r"^WARNING: ThreadSanitizer: data race.*?^SUMMARY: .*?$", re.MULTILINE | re.DOTALL)
ACCESS = re.compile(r"^  (?:Previous |)(?:atomic |)(?:write|read) of .*:\n((?: *#\d+ .*\n)+)", re.MULTILINE | re.IGNORECASE)
FRAME = '"    #%n %p %F %L %m"'  # each names its library


def environment_of(sanitizers, compiler, log):
    """Returns the variables of a process that is to load such a provider; reports go to files whose names begin with `log`."""
    kinds = sanitizers.split(",")
    # AddressSanitizer takes over what libstdc++ throws by, which has to be there as it starts.
    names = ("libtsan.so",) if "thread" in kinds else ("libasan.so", "libstdc++.so.6")
    found = [subprocess.run([compiler, "-print-file-name=" + name], stdout=subprocess.PIPE, text=True, check=True).stdout.strip() for name in names]
    common = f"log_path={log}:stack_trace_format={FRAME}"
    return {
        "QOPT_TEST_SANITIZED": "1",
        "LD_PRELOAD": " ".join(map(os.path.realpath, found)),
        "TSAN_OPTIONS": f"{common}:exitcode=0:second_deadlock_stack=1",  # who reads the log decides, here and of leaks
        # LLVM's allocators poison memory in headers, that is in code of ours; their own code, which is not instrumented, would not undo it.
        "ASAN_OPTIONS": f"{common}:detect_leaks=1:fast_unwind_on_malloc=0:malloc_context_size=12:allocator_may_return_null=1:allow_user_poisoning=0",
        "LSAN_OPTIONS": f"{common}:exitcode=0:max_leaks=0",
        "UBSAN_OPTIONS": f"{common}:print_stacktrace=1:halt_on_error=1",
    }


def is_own_leak(stack):
    return any(OWN in frame for frame in stack.splitlines()[:NEAREST])


def named(frame):
    """Returns a frame of ours with its function's name, which the sanitizer does not know where it reported before the library was loaded."""
    place = re.search(rf"^ *#\d+ \S+  \((\S+{OWN})\+(0x[0-9a-f]+)\)", frame)
    if not place or not Path(place[1]).is_file():
        return frame
    asked = subprocess.run(["addr2line", "-f", "-C", "-e", *place.groups()], stdout=subprocess.PIPE, text=True, check=False)
    return f"{asked.stdout.splitlines()[0] if asked.stdout else ''} {frame}"


def is_own_race(report):
    """Tells whether one of the functions that access the memory, the sanitizer's own left out, is ours."""
    stacks = [[frame for frame in stack.splitlines() if "/libtsan.so" not in frame] for stack in ACCESS.findall(report)]
    acting = [named(frames[0]) for frames in stacks if frames]
    return any(OWN in frame for frame in acting) and not any(THREAD_CACHES.search(frame) for frame in acting)


def complaints(folder):
    """Returns (the reports in the folder's files that are ours, how many are others')."""
    own, others = [], 0
    for path in sorted(Path(folder).iterdir()):
        text = path.read_text(errors="replace")
        reports = [(f"a leak of ours:\n{stack}", is_own_leak(stack)) for stack in LEAK.findall(text)]
        reports += [(report, is_own_race(report)) for report in RACE.findall(text)]
        own += [f"{path.name}: {report}" for report, is_own in reports if is_own]
        others += sum(not is_own for _, is_own in reports)
        rest = RACE.sub("", text) if reports else text
        if "ERROR: AddressSanitizer" in rest or "WARNING: ThreadSanitizer" in rest or "runtime error" in rest or not reports and text.strip():
            own.append(f"{path.name}:\n{rest}")
    return own, others
