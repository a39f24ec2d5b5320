"""Five networks of the shared data: files and figures are the commands'. Skipped, saying so, where the data is absent."""

import json
import os
import subprocess
import unittest
from pathlib import Path

import numpy
import qopt
from common import QRUN, folder, quiet

DATA = Path(os.environ.get("QOPT_TEST_DATA") or "/absent")
SAMPLES = 60  # of each set; the commands see the same files
NETWORKS = {"lenet": "mnist", "mlp": "mnist", "resnet20": "cifar10", "mobilenetv2": "cifar10", "vit": "cifar10"}


@unittest.skipUnless(QRUN and DATA.is_dir(), f"skipped: {DATA} holds no networks, or QOPT_TEST_QRUN names no qrun")
class Networks(unittest.TestCase):
    def each(self, path):
        """(name, model's file, how it is loaded, the words of a command, file of samples) of each network."""
        for samples in set(NETWORKS.values()):
            with numpy.load(DATA / "arrays" / f"{samples}_dev.npz") as file:
                numpy.savez(path / f"{samples}.npz", images=file["images"][:SAMPLES], labels=file["labels"][:SAMPLES])
        for name, samples in NETWORKS.items():
            model = DATA / "onnx" / "zoo" / f"{name}.onnx"
            described = json.loads(model.with_suffix(".json").read_text(encoding="utf-8"))
            scaled = {"mean": described["mean"], "std": described["std"]}
            words = [f"--{key}={','.join(repr(float(one)) for one in value)}" for key, value in scaled.items()]
            with self.subTest(network=name), quiet():
                yield name, model, scaled, [QRUN, model, *words], path / f"{samples}.npz"

    def told(self, command, *words):
        qrun, model, *load = command
        done = subprocess.run([qrun, words[0], model, *load, *words[1:]], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def assert_judged_alike(self, told, own):
        """A network of the command's document and one of a result."""
        right = own.right_answers
        self.assertEqual((told["top_1"]["right"], told["top_1"]["samples"], told["top_1"]["top_5"], told["weight_bytes"]),
                         (right.right, right.samples, right.top_five, own.weight_bytes))
        self.assertEqual(len(told.get("outputs", [])), len(own.loss.outputs) if own.loss else 0)
        for one, loss in zip(told.get("outputs", []), own.loss.outputs if own.loss else []):
            self.assertEqual((one["name"], one["flips"], one["sqnr_db"]), (loss.output, loss.paired.flips, loss.sqnr))

    def test_quantize(self):
        with folder() as path:
            for name, model, scaled, command, samples in self.each(path):
                out = path / f"{name}.mlirbc"
                document = json.loads(self.told(command, "quantize", f"--data={samples}", "-o", out, "--json"))
                result = qopt.quantize(qopt.load(model, **scaled), samples, output_name=str(out))
                result.save(path / "own.mlirbc")
                self.assertEqual((path / "own.mlirbc").read_bytes(), out.read_bytes())
                floats, *tried = document["results"]
                self.assert_judged_alike(floats, result.baseline)
                self.assertEqual(len(tried), len(result.tried))
                for told, own in zip(tried, result.tried):
                    self.assert_judged_alike(told, own)
                    self.assertEqual((told["integer_layers"], told["float_layers"]), (own.integer_layers, own.float_layers))

    def test_calibrate(self):
        with folder() as path:
            for name, model, scaled, command, samples in self.each(path):
                out = path / f"{name}.json"
                self.told(command, "calibrate", f"--data={samples}", "--calibrator=auto", "--scheme=mixed", "-o", out)
                arrays = numpy.load(samples)["images"]
                for given in (samples, arrays, [arrays[:37], arrays[37:]]):
                    qopt.calibrate(qopt.load(model, **scaled), given, method="auto", scheme="mixed").save(path / "own.json")
                    self.assertEqual((path / "own.json").read_bytes(), out.read_bytes())

    def test_accuracy(self):
        with folder() as path:
            for name, model, scaled, command, samples in self.each(path):
                document = json.loads(self.told(command, "accuracy", f"--data={samples}", "--grid=schemes", "--json"))
                result = qopt.accuracy(qopt.load(model, **scaled), samples, grids=["schemes"])
                self.assertEqual([row["setting"] for row in document["results"]], [row.setting for row in result.settings])
                for told, own in zip(document["results"], result.settings):
                    self.assert_judged_alike(told, own.network)


if __name__ == "__main__":
    unittest.main()
