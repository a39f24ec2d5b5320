#!/usr/bin/env python3
"""This packs what card_check.py needs on a machine with a card that has no network: ONNX Runtime, the provider, networks and their answers.

card_pack.py FOLDER --wheel=PROVIDER.whl --bin=BIN --zoo=ZOO [--names=lenet,resnet20,mobilenetv2] [--python=3.12] [--onnxruntime=VERSION]

BIN has qopt and qrun, ZOO networks with samples (NAME.onnx, NAME_golden.npz). FOLDER gets onnxruntime.tar.xz, the stock wheel for that Python
unpacked, the provider's wheel, and networks.tar.xz: of each network NAME.onnx, NAME_qdq.onnx (quantized by `qrun quantize`, written by `qopt --emit=onnx-qdq`) and
for both the samples and what `qrun run --device=host` answers. The packing Python has onnx, numpy and pip.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import numpy

PLATFORMS = [f"manylinux_2_{minor}_x86_64" for minor in range(17, 40)]
QUANTIZE = ["--preprocessed", "--data=samples.npy", "--test=samples.npy", "--profile=ort-cpu", "--calibrator=min-max", "--no-repair",
            "--choose-samples=0"]


def install(site, python, version):
    """Unpacks ONNX Runtime's wheel as pip does for that Python."""
    platforms = [f"--platform={platform}" for platform in PLATFORMS]
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-compile", "--only-binary=:all:", f"--python-version={python}",
                    *platforms, f"--target={site}", "onnxruntime" + (f"=={version}" if version else "")], check=True)


def run(tools, folder, name, *words):
    subprocess.run([str(tools / name), *map(str, words)], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def answers(tools, folder, network):
    """Returns what `qrun run` makes of samples.npy; pairs are absorbed before."""
    passes = ["--absorb-qdq", "--fold-dequant"] if network.endswith("_qdq") else []
    run(tools, folder, "qopt", f"{network}.onnx", *passes, "-o", "net.mlirbc")
    run(tools, folder, "qrun", "run", "net.mlirbc", "--input=samples.npy", "--output=answer.npy", "--device=host")
    return numpy.load(folder / "answer.npy")


def add_network(tools, zoo, name, folder, laid):
    x = numpy.load(zoo / f"{name}_golden.npz")["input"][:32]
    numpy.save(folder / "samples.npy", x)
    shutil.copy(zoo / f"{name}.onnx", folder)
    run(tools, folder, "qrun", "quantize", f"{name}.onnx", *QUANTIZE, "-o", "q.mlirbc")
    run(tools, folder, "qopt", "q.mlirbc", "--emit=onnx-qdq", "-o", f"{name}_qdq.onnx")
    for network in (name, f"{name}_qdq"):
        shutil.copy(folder / f"{network}.onnx", laid)
        numpy.savez(laid / f"{network}.npz", input=x, output=answers(tools, folder, network))


def pack(folder, path):
    with tarfile.open(path, "w:xz", preset=9) as archive:
        archive.add(folder, ".")
    print(f"{path}: {os.path.getsize(path) / 1e6:.1f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    for name in ("wheel", "bin", "zoo"):
        parser.add_argument("--" + name, type=lambda path: Path(path).resolve(), required=True)
    parser.add_argument("--names", default="lenet,resnet20,mobilenetv2")
    parser.add_argument("--python", default="3.12")
    parser.add_argument("--onnxruntime", default="")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        site, laid, work = (Path(scratch) / name for name in ("site", "networks", "work"))
        laid.mkdir()
        work.mkdir()
        for name in given.names.split(","):
            add_network(given.bin, given.zoo, name, work, laid)
        pack(laid, given.folder / "networks.tar.xz")
        install(site, given.python, given.onnxruntime)
        pack(site, given.folder / "onnxruntime.tar.xz")
        shutil.copy(given.wheel, given.folder)


if __name__ == "__main__":
    main()
