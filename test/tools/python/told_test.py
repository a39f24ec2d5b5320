"""Commands that results tell: run in a folder with the files that they say, they give the result's bytes and figures."""

import json
import os
import re
import shlex
import subprocess
import unittest
from pathlib import Path

import numpy
import qopt
from common import MODELS, QRUN, digits, folder, lenet, quiet

IMAGES, LABELS = digits("calibration", 120)
CHOSEN = sorted({*range(0, 30), *range(40, 100, 3), 119})


@unittest.skipUnless(QRUN, "skipped: QOPT_TEST_QRUN names no qrun")
class Told(unittest.TestCase):
    def run_in(self, path, commands, more=()):
        """Runs commands as a shell reads them. Returns what the last one printed."""
        environment = dict(os.environ, PATH=f"{Path(QRUN).parent}:{os.environ['PATH']}")
        script = "set -e\n" + "\n".join([*commands[:-1], " ".join([commands[-1], *more])])
        done = subprocess.run(["sh", "-c", script], cwd=path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def make_files(self, path, commands, **names):
        """Makes the files by the lines that say how; the text in these is Python."""
        made = []
        for line in commands:
            found = re.match(r"# (\S+): (numpy\.\S+\(.*\)|open\(.*\))(?:, of the samples.*)?$", line)
            if found:
                was = os.getcwd()
                os.chdir(path)
                try:
                    eval(found[2], {"numpy": numpy, **names})
                finally:
                    os.chdir(was)
                made.append(found[1])
        return made

    def model(self, path):
        lenet().save(path / "n.mlirbc")
        return qopt.load(path / "n.mlirbc")

    def relative(self, path, commands):
        return [line.replace(f"{path}/", "") for line in commands]

    def test_chosen_samples_calibrate(self):
        with folder() as path, quiet():
            model, told = self.model(path), []
            table = qopt.calibrate(model, IMAGES, chosen=CHOSEN, on_command=told.append, output_name="t.json")
            commands = self.relative(path, told)
            self.assertEqual(self.make_files(path, commands, input=IMAGES), ["samples.npz"])
            self.assertIn("--chosen=0-29,40,43,", commands[-1])
            self.run_in(path, commands)
            self.assertEqual((path / "t.json").read_text(encoding="utf-8"), table.text)

    def test_more_numbers_than_a_line_holds(self):
        images = numpy.concatenate([IMAGES] * 20)
        chosen = numpy.arange(0, 2400, 2)
        with folder() as path, quiet():
            model, told = self.model(path), []
            table = qopt.calibrate(model, images, chosen=chosen, on_command=told.append, output_name="t.json")
            self.assertIn("--chosen=@chosen.txt", told[-1])
            self.assertEqual(self.make_files(path, told, input=images, chosen=chosen), ["samples.npz", "chosen.txt"])
            self.run_in(path, self.relative(path, told))
            self.assertEqual((path / "t.json").read_text(encoding="utf-8"), table.text)

    def test_labels_that_are_numbers(self):
        with folder() as path, quiet():
            model = self.model(path)
            numpy.save(path / "s.npy", IMAGES)
            for samples, files in ((IMAGES, ["samples.npz"]), (path / "s.npy", ["labels.npy"])):
                result = qopt.evaluate(model, samples, labels=LABELS, chosen=CHOSEN)
                commands = self.relative(path, result.commands)
                self.assertEqual(self.make_files(path, commands, input=IMAGES, labels=LABELS), files)
                self.run_in(path, commands, ["--json=out.json"])
                document = json.loads((path / "out.json").read_text(encoding="utf-8"))
                right = document["results"][0]["top_1"]
                self.assertEqual((right["right"], right["samples"]), (result.against.right_answers.right, len(CHOSEN)))

    def test_a_quantized_network(self):
        with folder() as path, quiet():
            model = self.model(path)
            result = qopt.quantize(model, IMAGES, test=IMAGES[:50], labels=LABELS[:50], output_name="q.mlirbc")
            commands = self.relative(path, result.commands)
            self.assertEqual(self.make_files(path, commands[:1], input=IMAGES), ["samples.npz"])
            self.assertEqual(self.make_files(path, commands[1:], input=IMAGES[:50], labels=LABELS[:50]), ["test.npz"])
            self.run_in(path, commands, ["--json=out.json"])
            document = json.loads((path / "out.json").read_text(encoding="utf-8"))
            self.assertEqual((path / "q.mlirbc").read_bytes(), result.bytecode)
            self.assertEqual((path / "q.json").read_text(encoding="utf-8"), result.table.text)
            self.assertEqual(document["results"][-1]["top_1"]["right"], result.network.right_answers.right)

    def document(self, path, result, more=(), **names):
        """Returns what the last of a result's commands writes, with the files made as its lines
        say."""
        commands = self.relative(path, result.commands)
        self.make_files(path, commands, **names)
        self.run_in(path, commands, [*more, "--json=out.json"])
        return json.loads((path / "out.json").read_text(encoding="utf-8"))

    def test_classes_of_samples(self):
        classes = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
        with folder() as path, quiet():
            model = self.model(path)
            for options in ({}, {"chosen": CHOSEN, "classes": classes, "top": 2, "batch": 8}, {"every": 7, "others": True, "most": 9},
                            {"preprocessed": True}):
                images = model.compile("host").prepare(IMAGES) if "preprocessed" in options else IMAGES
                result = qopt.label(model, images, **options)
                found = self.document(path, result, input=images, classes=classes)["results"]
                self.assertEqual([[(one["class"], one["label"] or "") for one in sample["classes"]] for sample in found],
                                 [[(one.number, one.name) for one in sample.classes] for sample in result.samples], options)
                self.assertEqual([sample["picture"] for sample in found], [sample.place.replace("samples,", "samples.npz,") for sample in result.samples])

    def test_networks_compared(self):
        with folder() as path, quiet():
            model = self.model(path)
            other = model.clone()
            other.run("fold-constants").save(path / "other.mlirbc")
            result = qopt.compare(model, qopt.load(path / "other.mlirbc"), IMAGES, chosen=CHOSEN, batch=4)
            found = self.document(path, result, input=IMAGES)
            self.assertEqual([(one["value"], one["max_abs"]) for one in found["results"]],
                             [(one.key, one.difference.max_abs) for one in result.values])

    def test_samples_that_are_looked_at(self):
        with folder() as path, quiet():
            result = qopt.lint_data(self.model(path), IMAGES, labels=LABELS, every=2)
            found = self.document(path, result, input=IMAGES, labels=LABELS)
            self.assertEqual([(one["name"], one["what"]) for one in found["findings"]], [(one.name, one.what) for one in result.findings])
            self.assertEqual(found["samples"], 60)

    def test_a_repaired_network(self):
        with folder() as path, quiet():
            result = qopt.repair(self.model(path), IMAGES, equalizes=True, corrects_bias=True, chosen=CHOSEN, output_name="r.mlirbc")
            commands = self.relative(path, result.commands)
            self.assertEqual(self.make_files(path, commands, input=IMAGES), ["samples.npz"])
            self.run_in(path, commands)
            self.assertEqual((path / "r.mlirbc").read_bytes(), result.bytecode)

    def test_what_calibrators_cost(self):
        with folder() as path, quiet():
            result = qopt.accuracy(self.model(path), IMAGES, test=IMAGES[:40], labels=LABELS[:40], passes=["insert-quant"], grids=())
            commands = self.relative(path, result.commands)
            self.make_files(path, commands[:1], input=IMAGES)
            self.make_files(path, commands[1:], input=IMAGES[:40], labels=LABELS[:40])
            row = result.settings[1]
            steps = self.relative(path, row.commands)
            made = shlex.split(steps[-1])[-1]
            self.run_in(path, [*commands, *steps, f"qrun eval {made} --data=test.npz"], ["--json=out.json"])
            found = json.loads((path / "out.json").read_text(encoding="utf-8"))["results"][0]["top_1"]
            self.assertEqual((found["right"], found["samples"]), (row.network.right_answers.right, 40))

    def test_a_page(self):
        with folder() as path, quiet():
            result = qopt.evaluate(self.model(path), IMAGES, labels=LABELS).report(path / "own.html", timed_runs=0)
            commands = self.relative(path, result.commands)
            self.make_files(path, commands, input=IMAGES, labels=LABELS)
            self.assertTrue(commands.pop().startswith("qrun bench "))  # which measures times
            self.run_in(path, [*commands[:-1], commands[-1].replace("own.html", "told.html")])
            pages = [(path / name).read_text(encoding="utf-8") for name in ("own.html", "told.html")]
            own, told = (json.loads(re.search(r'id="data">(.*?)</script>', page, flags=re.S)[1]) for page in pages)
            self.assertTrue(own.pop("commands") and told.pop("commands"))
            own, told = (re.sub(r"[0-9.]+ µs", "TIME", json.dumps(data, ensure_ascii=False)) for data in (own, told))
            self.assertEqual(told, own)

    def test_how_a_model_was_read(self):
        with folder() as path, quiet():
            model, told = lenet(), []
            table = qopt.calibrate(model, IMAGES, on_command=told.append, output_name="t.json")
            self.make_files(path, told, input=IMAGES)
            self.run_in(path, told)
            self.assertEqual((path / "t.json").read_text(encoding="utf-8"), table.text)
            result = qopt.quantize(model, IMAGES, labels=LABELS)
            self.make_files(path, result.commands, input=IMAGES, labels=LABELS)
            self.run_in(path, result.commands)
            self.assertEqual((path / "model.int8.mlirbc").read_bytes(), result.bytecode)
            self.assertEqual(result.next_steps, ["qrun bench model.int8.float.mlirbc model.int8.mlirbc"])
            model.run("fold-constants")
            told.clear()
            qopt.calibrate(model, IMAGES, on_command=told.append)
            self.assertIn("is a network of this process; model.save('FILE.mlirbc') writes it", told[0])

    def test_networks_that_are_read_otherwise(self):
        with folder() as path, quiet():
            lenet().save(path / "n.mlirbc")
            other = qopt.load(path / "n.mlirbc")
            for model, is_told in ((lenet(), True), (qopt.load(MODELS / "lenet.onnx", mean=1, std=255), False)):
                result = qopt.compare(model, other, IMAGES[:8])
                self.assertEqual(" --mean=" in result.commands[-1], is_told)
                self.assertEqual(any(f"is read otherwise than {path}/n.mlirbc; model.save(" in line for line in result.commands), not is_told)

    def test_next_steps_bring_their_files(self):
        with folder() as path, quiet():
            result = qopt.accuracy(lenet(), IMAGES, labels=LABELS)
            for commands in (result.commands, result.next_steps):
                self.make_files(path, commands, input=IMAGES, labels=LABELS)
                self.run_in(path, commands)
            self.assertEqual({one.name for one in path.iterdir()} - {"samples.npz"},
                             {"lenet.int8.float.mlirbc", "lenet.int8.repaired.mlirbc", "lenet.int8.mlirbc"})
            steps = qopt.lint_data(lenet(), IMAGES, labels=LABELS).next_steps
            self.run_in(path, steps)
            self.assertTrue((path / "lenet.calibration.json").exists())

    def test_pages(self):
        with folder() as path, quiet():
            result = qopt.evaluate(lenet(), IMAGES, labels=LABELS)
            pages = [result.report(path / "own.html"), qopt.report(lenet(), path / "own.html", samples=IMAGES, labels=LABELS)]
            for page in pages:
                commands = self.relative(path, page.commands)
                (path / "samples.npz").unlink(missing_ok=True)
                self.assertEqual(self.make_files(path, commands, input=IMAGES, labels=LABELS), ["samples.npz"])
                self.assertEqual(json.loads(re.search(r'id="data">(.*?)</script>', page.page, flags=re.S)[1])["commands"], page.commands)
                self.run_in(path, commands[:-1], ["--json=out.json"])
                self.assertEqual(json.loads((path / "out.json").read_text(encoding="utf-8"))["samples"], page.how.samples)
                self.run_in(path, commands)

    def test_selections_are_refused_in_words(self):
        with folder() as path, quiet():
            self.model(path)
            numpy.savez(path / "s.npz", input=IMAGES, labels=LABELS)
            (path / "bad.txt").write_text("3,1\n", encoding="utf-8")
            for words, said in (("--chosen=3,1", "sample 1 comes after 3; numbers have to ascend, each once"),
                                ("--chosen=a", "'a' is no number of a sample"), ("--chosen=5-2", "'5-2' is no number"),
                                ("--chosen=@bad.txt", "bad.txt: sample 1 comes after 3"), ("--chosen=@absent.txt", "absent.txt: No such file"),
                                ("--chosen=0-99999999999", "more than 16777216 samples"), ("--chosen=500", "there is no sample 500"),
                                ("--chosen=1 --every=2", "excludes")):
                done = subprocess.run(f"{QRUN} eval n.mlirbc --data=s.npz {words}", shell=True, cwd=path, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, text=True, check=False)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(said, done.stdout)


if __name__ == "__main__":
    unittest.main()
