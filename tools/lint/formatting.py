"""Formatting: every C++ source is as clang-format-22 leaves it. The kernels' headers, which are OpenCL C and CUDA, are
laid out by hand. Where clang-format-22 is not installed nothing is checked, and the report says so."""

import re
import shutil
import subprocess

import sizes

PROGRAM = "clang-format-22"


def is_formatted_cpp(path):
    return path.endswith((".cpp", ".h")) and not sizes.is_device_text(path)


def check(files, root, program=PROGRAM):
    """files: paths from `root`, below which they lie. Complaints and a one-line report."""
    found, paths = shutil.which(program), sorted(filter(is_formatted_cpp, files))
    if not found:
        return [], f"{program} is not installed, formatting not checked"
    complaints = {}
    for start in range(0, len(paths), 200):
        done = subprocess.run([found, "--dry-run", "-Werror", *paths[start:start + 200]], cwd=root,
                              capture_output=True, text=True, check=False)
        bad = re.findall(r"^(.+?):(\d+):\d+: error:", done.stderr, re.MULTILINE)
        if done.returncode and not bad:
            raise RuntimeError(f"{program}: {done.stderr.strip()}")
        for path, line in bad:
            complaints.setdefault(path, f"{path}:{line}: not formatted: ./run format")
    return list(complaints.values()), f"{len(paths)} files"
