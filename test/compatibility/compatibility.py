#!/usr/bin/env python3
"""Reads files that earlier versions wrote, with today's tools, and compares answers (docs/compatibility.md).

  compatibility.py BIN_FOLDER               every folder of Inputs
  compatibility.py BIN_FOLDER --make NAME   writes Inputs/NAME with the tools of BIN_FOLDER

Exit 1 where a file is read as another one, or is refused where the page promises that it is read; 77 without NumPy.
"""

import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

TESTS = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")
NETWORK = """
func.func @main(%x: tensor<?x1x6x6xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x3xf32, #nn.dims<N>> {nn.name = "y"}) attributes {nn.entry} {
  %k = nn.constant {nn.name = "k"} dense<[[[[0.5, -0.25], [1.0, 0.125]]], [[[-1.0, 0.75], [0.25, 2.0]]]]> : tensor<2x1x2x2xf32>
  %b = nn.constant {nn.name = "b"} dense<[0.25, -0.5]> : tensor<2xf32>
  %c = nn.conv2d %x, %k bias %b {nn.name = "conv"} : (tensor<?x1x6x6xf32, #nn.dims<N>>, tensor<2x1x2x2xf32>, tensor<2xf32>) -> tensor<?x2x5x5xf32, #nn.dims<N>>
  %r = nn.relu %c {nn.name = "relu"} : (tensor<?x2x5x5xf32, #nn.dims<N>>) -> tensor<?x2x5x5xf32, #nn.dims<N>>
  %p = nn.max_pool2d %r {nn.name = "pool", kernel = array<i64: 5, 5>} : (tensor<?x2x5x5xf32, #nn.dims<N>>) -> tensor<?x2x1x1xf32, #nn.dims<N>>
  %f = nn.reshape %p {nn.name = "flat"} : (tensor<?x2x1x1xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %w = nn.constant {nn.name = "w"} dense<[[1.0, -0.5, 0.25], [0.125, 2.0, -1.0]]> : tensor<2x3xf32>
  %y = nn.matmul %f, %w {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
  return %y : tensor<?x3xf32, #nn.dims<N>>
}
"""
POLICY = {"version": 1, "layers": {"y": {"mode": "observe"}, "conv": {"scheme": "affine", "weights": "int4"}},
          "ranges": {"x": [-2, 2]}}
PLAN = '--insert-quant="calibration={0}/calibration.json region=all{1}" --fold-dequant -o {2}'


class Tools:
    def __init__(self, bin_folder, scratch):
        self.scratch, self.wrong = scratch, 0
        self.numerics_check = os.path.join(bin_folder, "../test/numerics/numerics_check")
        self.environment = {**os.environ, "PATH": bin_folder + os.pathsep + os.environ["PATH"]}

    def run(self, command):
        return subprocess.run(["sh", "-c", command], cwd=self.scratch, env=self.environment, capture_output=True,
                              text=True, check=False)

    def must(self, command):
        done = self.run(command)
        if done.returncode:
            raise RuntimeError(f"{command}: exit {done.returncode}: {done.stderr.strip()[-300:]}")
        return done

    def answer(self, model, folder, device="reference"):
        self.must(f"qrun run {model} --device={device} --input={folder}/x.npy --output=answer.npy")
        return np.load(os.path.join(self.scratch, "answer.npy"))

    def say(self, what, reason=""):
        self.wrong += bool(reason)
        print(f"{'NOT as promised' if reason else 'ok':15}  {what}{': ' if reason else ''}{reason}", flush=True)


def all_operations(tools):
    """The functions of the numerics tests, which state inputs and answers, and of the round trips, as one text."""
    texts = []
    for path in sorted([*TESTS.glob("numerics/**/*.mlir"), *TESTS.glob("ir/**/roundtrip*.mlir")]):
        text = "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("//"))
        if "dialect_resources" in text or tools.run(f"qopt {path} -o /dev/null").returncode:
            continue  # constants by keys, which would meet; and inputs that only the checker makes constants
        tag = re.sub(r"\W", "_", str(path.relative_to(TESTS).with_suffix("")))
        for alias in re.findall(r"^[!#](\w+) =", text, flags=re.M):
            text = re.sub(rf"([!#]){alias}\b", rf"\1{tag}_{alias}", text)
        text = re.sub(r'func\.func (private )?@"?([\w.]+)"?', lambda found, tag=tag: f"func.func {found[1] or ''}@{tag}_{found[2]}", text)
        texts.append(re.sub(r",? ?nn\.entry\b", "", text).replace("attributes {}", ""))
    return "\n".join(texts)


def make_operations(tools, folder):
    with open(f"{tools.scratch}/all.mlir", "w", encoding="utf-8") as file:
        file.write(all_operations(tools))
    for kind in ("mlir", "mlirbc"):
        tools.must(f"qopt all.mlir -o operations.{kind}")
        with open(f"{tools.scratch}/operations.{kind}", "rb") as made, gzip.GzipFile(f"{folder}/operations.{kind}.gz", "wb", mtime=0) as kept:
            kept.write(made.read())


def read_operations(tools, folder):
    """Every operation, with its attributes, is the same from text and from bytecode, and gives the answers that the file states."""
    name = os.path.basename(folder)
    for kind in ("mlir", "mlirbc"):
        with gzip.open(f"{folder}/operations.{kind}.gz") as kept, open(f"{tools.scratch}/operations.{kind}", "wb") as file:
            file.write(kept.read())
        done = tools.run(f"qopt operations.{kind} -o of_{kind}.mlir")
        tools.say(f"{name}/operations.{kind}", done.stderr.strip()[:300] if done.returncode else "")
        if done.returncode:
            return
    done = tools.run("cmp of_mlir.mlir of_mlirbc.mlir")
    tools.say(f"{name}/operations.mlirbc is its text", done.stdout.strip())
    if os.path.exists(tools.numerics_check):
        for device in ("reference", "host"):
            done = tools.run(f"{tools.numerics_check} --device={device} --gtest_filter='*.numerics_*' operations.mlirbc")
            failed = re.findall(r"^\[  FAILED  \] (\S+) \(", done.stdout, flags=re.M)
            tools.say(f"{name}/operations.mlirbc on {device}", f"exit {done.returncode}: {' '.join(failed)}" if done.returncode else "")


def make(tools, folder):
    os.makedirs(folder)
    make_operations(tools, folder)
    x = np.random.default_rng(1).standard_normal((8, 1, 6, 6)).astype(np.float32)
    np.save(f"{folder}/x.npy", x)
    with open(f"{tools.scratch}/network.mlir", "w", encoding="utf-8") as file:
        file.write(NETWORK)
    with open(f"{folder}/policy.json", "w", encoding="utf-8") as file:
        json.dump(POLICY, file)
    for command in (f"qopt network.mlir -o {folder}/model.mlir", f"qopt network.mlir -o {folder}/model.mlirbc",
                    f"qrun calibrate {folder}/model.mlir --data={folder}/x.npy -o {folder}/calibration.json",
                    f"qrun calibrate {folder}/model.mlir --data={folder}/x.npy --partial -o {folder}/partial.json",
                    f"qopt {folder}/model.mlir " + PLAN.format(folder, "", f"{folder}/integer.mlir"),
                    f"qopt {folder}/integer.mlir -o {folder}/integer.mlirbc",
                    f"qopt {folder}/model.mlir " + PLAN.format(folder, f" policy={folder}/policy.json", "policy.mlir"),
                    f"qrun compile {folder}/model.mlir --device=host -o {folder}/model.qart"):
        tools.must(command)
    for name, model in (("y", f"{folder}/model.mlir"), ("integer_y", f"{folder}/integer.mlir"), ("policy_y", "policy.mlir")):
        np.save(f"{folder}/{name}.npy", tools.answer(model, folder))


def compare(tools, what, folder, model, expected, device="reference", tolerance=0.0):
    try:
        worst = np.abs(tools.answer(model, folder, device) - np.load(f"{folder}/{expected}.npy")).max()
        tools.say(what, "" if worst <= tolerance else f"answers are off by {worst:g}")
    except RuntimeError as error:
        tools.say(what, str(error))


def read(tools, folder):
    """Files that the page promises to read are read, and mean what they meant."""
    name = os.path.basename(folder)
    read_operations(tools, folder)
    for kind in ("mlir", "mlirbc"):
        compare(tools, f"{name}/model.{kind}", folder, f"{folder}/model.{kind}", "y")
        for device in ("reference", "host"):
            compare(tools, f"{name}/integer.{kind} on {device}", folder, f"{folder}/integer.{kind}", "integer_y", device)
    for what, extra, expected in (("calibration.json", "", "integer_y"),
                                  ("policy.json", f" policy={folder}/policy.json", "policy_y")):
        done = tools.run(f"qopt {folder}/model.mlir " + PLAN.format(folder, extra, "q.mlir"))
        if done.returncode:
            tools.say(f"{name}/{what}", done.stderr.strip()[-300:])
        else:
            compare(tools, f"{name}/{what}", folder, "q.mlir", expected)
    done = tools.run(f"qrun merge {folder}/partial.json -o merged.json")
    if done.returncode == 0:
        ranges = [json.load(open(path, encoding="utf-8"))["ranges"]
                  for path in (f"{tools.scratch}/merged.json", f"{folder}/calibration.json")]
        tools.say(f"{name}/partial.json", "" if ranges[0] == ranges[1] else "ranges are others")
    else:
        tools.say(f"{name}/partial.json", done.stderr.strip()[-300:])
    read_program(tools, name, folder)


def read_program(tools, name, folder):
    """A .qart file of the same fields answers the same; of others it is refused, with what to do."""
    done = tools.run(f"qrun run {folder}/model.qart --device=host --input={folder}/x.npy --output=answer.npy")
    if done.returncode == 0:
        compare(tools, f"{name}/model.qart", folder, f"{folder}/model.qart", "y", "host", 1e-5)
    else:
        told = re.search("compile it again", done.stderr)
        tools.say(f"{name}/model.qart is refused, as of other fields", "" if told else done.stderr.strip()[-300:])


def refuse_newer(tools, folder):
    """Files of a version to come are refused by that, before anything is taken from them."""
    def bump(path, old, new):
        with open(f"{folder}/{path}", "rb") as file:
            data = file.read()
        assert data.count(old) == 1, path
        with open(f"{tools.scratch}/{path}", "wb") as file:
            file.write(data.replace(old, new))

    bump("calibration.json", b'"version": 2', b'"version": 9')
    bump("policy.json", b'"version": 1', b'"version": 9')
    with open(f"{folder}/model.qart", "rb") as file:
        program = bytearray(file.read())
    program[8] += 1  # the format, behind the file's name for itself
    with open(f"{tools.scratch}/model.qart", "wb") as file:
        file.write(program)
    for what, command in (
            ("calibration", f"qopt {folder}/model.mlir --insert-quant=calibration=calibration.json -o o.mlir"),
            ("policy", f'qopt {folder}/model.mlir --insert-quant="calibration={folder}/calibration.json policy=policy.json" -o o.mlir'),
            ("program", f"qrun run model.qart --device=host --input={folder}/x.npy --output=o.npy")):
        done = tools.run(command)
        told = re.search("version|format", done.stderr)
        tools.say(f"a newer {what} is refused", "" if done.returncode in (1, 3) and told else
                  f"exit {done.returncode}: {done.stderr.strip()[-200:]}")


def main(arguments):
    if not arguments or len(arguments) not in (1, 3):
        print(__doc__, file=sys.stderr)
        return 2
    bin_folder, scratch = os.path.abspath(arguments[0]), tempfile.mkdtemp(prefix="compatibility_")
    tools = Tools(bin_folder, scratch)
    try:
        if arguments[1:2] == ["--make"]:
            make(tools, os.path.join(FOLDERS, arguments[2]))
            return 0
        folders = sorted(entry.path for entry in os.scandir(FOLDERS) if entry.is_dir() and os.path.exists(f"{entry.path}/x.npy"))
        for folder in folders:
            read(tools, folder)
        refuse_newer(tools, folders[-1])
        return 1 if tools.wrong or not folders else 0
    finally:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
