#!/usr/bin/env python3
"""This packs what a build gives for a machine with a card that has nothing of Debian's: tools, the conformance suite, wheels, libraries.

pack.py BUILD ARCHIVE.tar.xz

BUILD is a build folder. The archive holds `programs` (qopt and qrun with LLVM inside, and qrt_conformance), `lib` with the shared
libraries that they need beside the C and C++ libraries, `bin` with a script for each program that finds both wherever the archive
was unpacked, and `wheels` where `ninja qopt_wheel` made some. There `check.py bin` runs, and so does beside_pytorch.py. It needs
strip and ldd.
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import tarfile
import tempfile

PROGRAMS = ("test/bin/qopt", "test/bin/qrun", "test/conformance/qrt_conformance")
OF_SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s|libOpenCL|ld-linux.*)\.so")
# CUDA's run-time compiler lies in its own folders on machines whose loader does not know them.
SCRIPT = """#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH=$here/../lib:/usr/local/cuda/lib64:/usr/local/cuda/targets/x86_64-linux/lib${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}} exec "$here/../programs/{name}" "$@"
"""


def libraries_of(program):
    """Returns the paths of the shared libraries that a program loads, without those of OF_SYSTEM."""
    listed = subprocess.run(["ldd", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    missing = re.findall(r"(\S+) => not found", listed)
    if missing:
        raise SystemExit(f"pack.py: {program} needs {', '.join(missing)}, which is not here")
    return [path for name, path in re.findall(r"(\S+) => (/\S+)", listed) if not OF_SYSTEM.match(name)]


def fill(folder, build):
    """Lays programs, scripts, libraries and wheels into a folder; returns the names of what it lays."""
    for name in ("programs", "lib", "bin", "wheels"):
        os.mkdir(os.path.join(folder, name))
    for path in PROGRAMS:
        source, name = os.path.join(build, path), os.path.basename(path)
        if not os.path.isfile(source):
            raise SystemExit(f"pack.py: {source} is not there; build it first")
        subprocess.run(["strip", "-o", os.path.join(folder, "programs", name), source], check=True)
        for library in libraries_of(source):
            shutil.copy(library, os.path.join(folder, "lib"))  # it follows links and keeps the name that programs ask for
        script = os.path.join(folder, "bin", name)
        with open(script, "w", encoding="utf-8") as file:
            file.write(SCRIPT.format(name=name))
        os.chmod(script, 0o755)
    for wheel in glob.glob(os.path.join(build, "wheel", "*.whl")):
        shutil.copy(wheel, os.path.join(folder, "wheels"))
    return sorted(os.path.join(name, file) for name in os.listdir(folder) for file in os.listdir(os.path.join(folder, name)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("archive")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        laid = fill(folder, options.build)
        partial = options.archive + ".part"
        with tarfile.open(partial, "w:xz", preset=1) as archive:
            for path in laid:
                archive.add(os.path.join(folder, path), path)
        os.replace(partial, options.archive)
    print(f"{options.archive}: {os.path.getsize(options.archive) / 1e6:.1f} MB, {', '.join(laid)}")


if __name__ == "__main__":
    main()
