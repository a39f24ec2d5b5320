"""Pages: those of `qrun report`, byte for byte, and what each result puts into its own."""

import json
import pickle
import re
import subprocess
import unittest

import numpy
import qopt
from common import MODELS, QRUN, digits, folder, lenet, mlp, quiet

IMAGES, LABELS = digits("calibration", 160)


def data_of(page):
    """Returns the data that the page's script reads."""
    return json.loads(re.search(r'id="data">(.*?)</script>', page, flags=re.S)[1])


def timeless(page):
    """Returns the page without times of runs, which are others each time."""
    return re.sub(rb"[0-9.]+ \xc2\xb5s", b"TIME", page)


class Twins(unittest.TestCase):
    """The command's page and Python's are one for the same inputs."""

    @classmethod
    def setUpClass(cls):
        with quiet():
            cls.result = qopt.quantize(lenet(), IMAGES, device="host:1", float_order="invariant")

    def files(self, path):
        origin = self.result._facts()
        origin.floats.save(path / "n.float.mlirbc")
        self.result.save(path / "n.mlirbc")
        self.result.table.save(path / "n.json")
        numpy.savez(path / "s.npz", images=IMAGES, labels=LABELS)
        return [str(path / name) for name in ("n.float.mlirbc", "n.mlirbc", "n.json", "s.npz")]

    def told(self, *words):
        done = subprocess.run([QRUN, "report", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    @unittest.skipUnless(QRUN, "skipped: QOPT_TEST_QRUN names no qrun")
    def test_without_samples(self):
        with folder() as path, quiet():
            floats, integers, table, _ = self.files(path)
            page = str(path / "r.html")
            for words, given in (([floats], dict(what=qopt.load(floats))),
                                 ([floats, integers], dict(what=[qopt.load(floats), qopt.load(integers)])),
                                 ([integers], dict(what=qopt.load(integers))),
                                 ([floats, integers, f"--calibration={table}", "--title=a b", "--profile=trt"],
                                  dict(what=[qopt.load(integers), qopt.load(floats)], calibration=qopt.Table.load(table),
                                       calibration_name=table, title="a b", profile="trt"))):
                self.told(*words, "-o", page)
                command = (path / "r.html").read_bytes()
                result = qopt.report(path=page, **given)
                self.assertEqual((path / "r.html").read_bytes(), command, words)
                self.assertEqual(result.page.encode(), command)
                self.assertIsNone(result.how)

    @unittest.skipUnless(QRUN, "skipped: QOPT_TEST_QRUN names no qrun")
    def test_on_samples(self):
        with folder() as path, quiet():
            floats, integers, _, samples = self.files(path)
            page = str(path / "r.html")
            self.told(floats, integers, f"--data={samples}", "--every=2", "--first=40", "--timed-runs=0", "--layer-samples=20",
                      "--layer-batch=6", "--batch=7", "--device=host:1", "--float-order=invariant", "--output-name=output", "-o", page)
            command = timeless((path / "r.html").read_bytes())
            result = qopt.report([qopt.load(floats), qopt.load(integers)], page, samples=samples, every=2, most=40, timed_runs=0,
                                 layer_samples=20, layer_batch=6, batch=7, device="host:1", float_order="invariant", outputs="output")
            self.assertEqual(timeless((path / "r.html").read_bytes()), command)
            self.assertEqual((result.how.samples, result.how.is_labelled), (40, True))
            # Arrays are what their files are, by other names.
            other = qopt.report([qopt.load(floats), qopt.load(integers)], page, samples=IMAGES, labels=LABELS, every=2, most=40,
                                timed_runs=0, layer_samples=20, layer_batch=6, batch=7, device="host:1", float_order="invariant",
                                outputs=["output"], samples_name=samples)
            found, theirs = data_of(timeless(other.page.encode()).decode()), data_of(command.decode())
            self.assertTrue(found["commands"].pop(0).startswith(f"# {samples}: numpy.savez("), found["commands"])
            self.assertEqual(found, theirs)

    @unittest.skipUnless(QRUN, "skipped: QOPT_TEST_QRUN names no qrun")
    def test_a_table_that_was_given_is_a_file_of_commands(self):
        with folder() as path, quiet():
            floats, integers, table, samples = self.files(path)
            models = [qopt.load(floats), qopt.load(integers)]
            for given, more in ((models, {"calibration": qopt.Table.load(table)}), ([*models, qopt.Table.load(table)], {})):
                page = qopt.report(given, path / "p.html", samples=samples, timed_runs=0, **more)
                self.assertEqual(page.commands[0], "# calibration.json: table.save('calibration.json'), of the table that was given")
                self.assertIn(" --calibration=calibration.json ", page.commands[1])
                own = timeless((path / "p.html").read_bytes())
                qopt.Table.load(table).save(path / "calibration.json")
                subprocess.run(page.commands[1].replace("qrun", QRUN, 1), shell=True, cwd=path, check=True, stdout=subprocess.DEVNULL)
                again = data_of(timeless((path / "p.html").read_bytes()).decode())
                found = data_of(own.decode())
                self.assertEqual(found.pop("commands")[1:], again.pop("commands"))
                self.assertEqual(found, again)
                self.assertTrue(found["hasRanges"])

    @unittest.skipUnless(QRUN, "skipped: QOPT_TEST_QRUN names no qrun")
    def test_a_result_s_page_is_the_command_s_of_what_keep_writes(self):
        with folder() as path, quiet():
            numpy.savez(path / "s.npz", images=IMAGES, labels=LABELS)
            model, out = str(MODELS / "lenet.onnx"), str(path / "q.mlirbc")
            subprocess.run([QRUN, "quantize", model, "--mean=0", "--std=255", f"--data={path / 's.npz'}", "--keep", "-o", out],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            page = str(path / "r.html")
            self.told(str(path / "q.float.mlirbc"), out, f"--data={path / 's.npz'}", "--but-every=5", f"--calibration={path / 'q.json'}",
                      "--timed-runs=0", "-o", page)
            command = data_of((path / "r.html").read_text(encoding="utf-8"))
            result = qopt.quantize(qopt.load(model, mean=0, std=255), path / "s.npz", output_name=out)
            self.assertEqual(result.table.text, (path / "q.json").read_text(encoding="utf-8"))
            own = data_of(result.report(page, timed_runs=0).page)
            self.assertEqual(own.pop("commands"), result.commands[:-1] + command.pop("commands"))
            self.assertEqual(json.loads(timeless(json.dumps(own, ensure_ascii=False).encode())),
                             json.loads(timeless(json.dumps(command, ensure_ascii=False).encode())))


class Results(unittest.TestCase):
    def page(self, thing, **options):
        with folder() as path, quiet():
            result = qopt.report(thing, path / "r.html", **options) if options else thing.report(path / "r.html")
            size = (path / "r.html").stat().st_size
            self.assertLess(size, 3 << 20)
        return data_of(result.page), result

    def test_quantize(self):
        with quiet():
            result = qopt.quantize(mlp(), IMAGES, labels=LABELS)
        data, page = self.page(result)
        self.assertEqual(data["accuracy"][1][1], f"{100 * result.baseline.accuracy:.2f} % ({result.baseline.right_answers.right} of 128)")
        self.assertEqual([row[0] for row in data["accuracy"]], ["network", "model.int8.float.mlirbc", "model.int8.mlirbc"])
        self.assertEqual(page.quantized.right_answers, result.network.right_answers)
        self.assertEqual(page.quantized.loss, result.network.loss)
        self.assertTrue(any("calibrated" in layer for layer in data["layers"]))
        self.assertTrue(any("error" in layer for layer in data["layers"]))
        self.assertIn("qrun report model.int8.float.mlirbc model.int8.mlirbc", "\n".join(data["commands"]))
        self.assertIn("<table>", page._repr_html_())

    def test_quantize_with_layers_left_float(self):
        with quiet():
            result = qopt.quantize(mlp(), IMAGES, min_sqnr=200)
        data, _ = self.page(result)
        names = [row[0] for row in data["tables"][0]["rows"]]
        self.assertEqual(names[:2], ["network", "float"])
        self.assertTrue(all(name.startswith("integer (") for name in names[2:]), names)
        self.assertEqual(len(set(names)), len(names))  # one can tell them apart
        self.assertNotIn("quantized", data)

    def test_evaluate(self):
        with quiet():
            integers = qopt.quantize(mlp(), IMAGES).model
            result = qopt.evaluate(integers, IMAGES, against=mlp(), labels=LABELS, chosen=[1, 5, 9])
        data, page = self.page(result)
        self.assertEqual(page.how.samples, 3)
        self.assertEqual(page.quantized.loss, result.networks[0].loss)
        self.assertIn("--chosen=1,5,9", data["commands"][-4])

    def test_accuracy(self):
        with quiet():
            result = qopt.accuracy(mlp(), IMAGES, labels=LABELS, grids=["schemes"])
        data, _ = self.page(result)
        self.assertEqual(data["tables"][0]["title"], "What settings cost")
        self.assertEqual([row[0] for row in data["tables"][0]["rows"][1:]], [row.setting for row in result.settings])
        self.assertTrue(any("distribution" in layer for layer in data["layers"]))

    def test_compare(self):
        with quiet():
            integers = qopt.quantize(mlp(), IMAGES).model
            result = qopt.compare(mlp(), integers, IMAGES)
            alone = qopt.compare(integers, None, IMAGES, other_order="direct")
        data, page = self.page(result)
        errors = {layer["name"]: layer["error"]["sqnr"] for layer in data["layers"] if "error" in layer}
        found = {value.key: value.difference.sqnr for value in result.values}
        self.assertTrue(errors)
        self.assertTrue(all(abs(sqnr - found[name]) < 1e-3 for name, sqnr in errors.items() if sqnr is not None))
        self.assertFalse(any("clipped" in layer["error"] for layer in data["layers"] if "error" in layer))  # which compare does not count
        self.assertIsNone(page.how)
        data, page = self.page(alone)
        self.assertTrue(all(layer["error"].get("exact") for layer in data["layers"] if "error" in layer))
        self.assertTrue(any("error" in layer for layer in data["layers"]))

    def test_calibrate(self):
        with quiet():
            table = qopt.calibrate(mlp(), IMAGES, method="entropy", partial=True)
        data, _ = self.page(table)
        self.assertTrue(all("calibrated" in layer for layer in data["layers"] if layer["op"] == "matmul"))
        self.assertTrue(any("before" in layer.get("distribution", {}) for layer in data["layers"]))
        self.assertIn(["ranges of", "entropy, scheme mixed, 160 samples"], data["summary"])
        self.assertIn("<details>", table._repr_html_())
        with quiet():
            own = qopt.quantize(mlp(), IMAGES).table
        self.assertTrue(any("calibrated" in layer for layer in self.page(own)[0]["layers"]))
        self.assertEqual(self.page(iter([own, mlp()]), title="t")[0]["title"], "t")

    def test_tune(self):
        changes = [qopt._reports.TunedChange(["fc1"], 2e-6, 1e-6, "a", "b {x 1}")]
        result = qopt.TuneResult([], [], [], [qopt._reports.TunedBatch(False, 8, 1, 2, 4e-6, 3e-6, changes)], [], [], 3, 0, 0)
        data, _ = self.page([mlp(), result], title="tuned")
        self.assertEqual([table["title"] for table in data["tables"]], ["What tuning measured", "Layers that run faster as another kernel"])
        self.assertEqual(data["tables"][1]["rows"][1], ["fc1", "8", "2.0 µs", "1.0 µs", "a", "b {x 1}"])
        with self.assertRaisesRegex(qopt.ArgumentError, "its network is not at hand"):
            result.report("r.html")

    def test_several_at_once(self):
        with quiet():
            result = qopt.quantize(mlp(), IMAGES, labels=LABELS)
            rows = qopt.accuracy(mlp(), IMAGES, labels=LABELS, grids=["schemes"])
        data, page = self.page([rows, result], title="both")
        self.assertEqual(data["title"], "both")
        self.assertIn("quantized", data)
        self.assertEqual(page.how.samples, 128)
        self.assertEqual(data["tables"][0]["title"], "What settings cost")

    def test_a_program(self):
        model = mlp()
        compiled = model.compile("host:1", float_order="invariant")
        data, page = self.page(compiled, samples=IMAGES[:40])
        self.assertIn(["device", "host:1"], data["summary"])
        self.assertEqual(page.how.samples, 40)
        self.assertIn("<table>", compiled._repr_html_())
        del model
        with self.assertRaisesRegex(qopt.ArgumentError, "give the model, too"):
            qopt.report(compiled, "r.html")
        self.assertIn(["device", "host:1"], self.page([compiled, mlp()], samples=IMAGES[:40])[0]["summary"])

    def test_a_program_is_of_the_network_as_it_was(self):
        model = mlp()
        compiled = model.compile("host:1")
        with quiet():
            model.run("insert-quant", calibration=qopt.calibrate(model, IMAGES))
        with self.assertRaisesRegex(qopt.ArgumentError, "not at hand"):
            qopt.report(compiled, "r.html")
        compiled.refit({weight.name: numpy.zeros(weight.shape, weight.dtype) for weight in compiled.weights[:1]})
        self.assertNotIn("quantized", self.page([compiled, mlp()], title="t")[0])

    def test_commands_are_told_with_what_they_need(self):
        told = []
        _, page = self.page(lenet(), samples=IMAGES[:20], labels=LABELS[:20], samples_name="mine.npz", on_command=told.append)
        self.assertTrue(page.commands[0].startswith("# mine.npz: numpy.savez('mine.npz', input=input, labels=labels)"), page.commands)
        self.assertTrue(all(" --mean=0 --std=255" in line for line in page.commands[1:]), page.commands)
        self.assertEqual(told, page.commands)
        with quiet():
            result = qopt.quantize(mlp(), IMAGES, samples_name="mine.npz")
        self.assertFalse([line for line in self.page(result)[1].commands if "samples.npz" in line])

    def test_results_that_other_samples_judge(self):
        with quiet():
            result = qopt.quantize(mlp(), IMAGES, labels=LABELS, every=4)
            others = qopt.evaluate([mlp(), result.model], IMAGES[:40], labels=LABELS[:40])
            alike = qopt.evaluate(mlp(), IMAGES, labels=LABELS, every=4, others=True)
        for things, judged, title in (([result, others], 120, "Judged otherwise, by samples.npz: 40 samples judge"),
                                      ([others, result], 40, "Judged otherwise, by samples.npz, all but one in 4: 120 samples judge")):
            data, page = self.page(things, timed_runs=0)
            self.assertEqual(page.how.samples, judged)
            self.assertEqual(len(data["tables"]), 1)
            self.assertTrue(data["tables"][0]["title"].startswith(title), data["tables"][0]["title"])
            self.assertEqual(len(data["tables"][0]["rows"]), 3)
        self.assertFalse(self.page([result, alike], timed_runs=0)[0].get("tables"))

    def test_what_was_found_is_of_the_network_as_it_was(self):
        model = mlp()
        with quiet():
            table = qopt.calibrate(model, IMAGES)
            before = self.page(table)[0]
            model.run("insert-quant", calibration=table)
        after = self.page(table)[0]
        self.assertNotEqual(before.pop("commands"), after.pop("commands"))  # which name the page's file
        self.assertEqual(after, before)

    def test_a_pickled_result_has_no_page_of_its_own(self):
        with quiet():
            result = qopt.quantize(mlp(), IMAGES)
        other = pickle.loads(pickle.dumps(result))
        self.assertEqual(other, result)
        with self.assertRaisesRegex(qopt.ArgumentError, r"qopt.report\(\[model, result\], path\)"):
            other.report("r.html")
        table = pickle.loads(pickle.dumps(result.table))
        self.assertEqual(table, result.table)
        self.assertTrue(self.page([mlp(), table], title="t")[0]["hasRanges"])
        for network in (mlp(), result.model):
            self.assertTrue(self.page([network, other], title="t")[0]["hasRanges"])

    def test_tables_of_one_s_own(self):
        data, _ = self.page(mlp(), tables=[("mine", [("a", "b"), (1, "<b>")])])
        self.assertEqual(data["tables"], [{"title": "mine", "rows": [["a", "b"], ["1", "<b>"]]}])


class FixedBatch(unittest.TestCase):
    """Networks whose runs take a number of samples of their own, beside one that takes any."""

    def fixed(self, batch):
        return qopt.load(MODELS / "lenet.onnx", mean=0, std=255, shape=f"input:{batch}x1x28x28")

    def test_the_page_is_that_of_the_open_network(self):
        with folder() as path, quiet():
            result = qopt.quantize(lenet(), IMAGES, device="host:1", float_order="invariant")
            result.model.save(path / "q.mlirbc")
            integers = {None: qopt.load(path / "q.mlirbc"), 1: qopt.load(path / "q.mlirbc", shape="input:1x1x28x28"),
                        8: qopt.load(path / "q.mlirbc", shape="input:8x1x28x28")}
            pages = {}
            for floats, name in ((lenet(), "open"), (self.fixed(1), 1), (self.fixed(8), 8)):
                for batch, quantized in integers.items():
                    if None not in (batch,) and name not in ("open", batch):
                        continue
                    made = qopt.report([floats, quantized], path / "r.html", samples=IMAGES[:32], timed_runs=1, timed_batch=4,
                                       device="host:1", float_order="invariant")
                    pages[name, batch] = made
                    fixed = batch or (name if name != "open" else None)
                    compare, bench = made.commands[-2:]
                    self.assertIn(f"--batch={min(32, fixed or 32)}", compare)
                    self.assertEqual("# a run takes" in compare, fixed is not None)
                    self.assertEqual("--batch=4" in bench, fixed is None)
            errors = {key: [(one.name, one.sqnr) for one in page.layers if one.sqnr is not None] for key, page in pages.items()}
            self.assertGreater(len(errors["open", None]), 3)
            for key, found in errors.items():
                self.assertEqual([name for name, _ in found], [name for name, _ in errors["open", None]], key)
                for (_, sqnr), (_, expected) in zip(found, errors["open", None]):
                    self.assertAlmostEqual(sqnr, expected, places=6, msg=key)

    def test_two_fixed_batches_are_refused_in_words(self):
        with folder() as path, quiet(), self.assertRaisesRegex(qopt.ArgumentError, "takes 1 samples? a run, and .* 8: .* import both with one"):
            result = qopt.quantize(lenet(), IMAGES)
            result.model.save(path / "q.mlirbc")
            qopt.report([self.fixed(1), qopt.load(path / "q.mlirbc", shape="input:8x1x28x28")], path / "r.html", samples=IMAGES[:20])

    def test_compare_feeds_what_a_run_takes(self):
        with quiet():
            integers = qopt.quantize(lenet(), IMAGES).model
            told = []
            found = qopt.compare(self.fixed(1), integers, IMAGES, batch=32, on_remark=lambda kind, text: told.append(text))
            alone = qopt.compare(lenet(), integers, IMAGES[:1], batch=32)
            noise = qopt.compare(self.fixed(4), lenet(), batch=32)
        self.assertTrue(all(value.fits for value in found.values))
        self.assertEqual([value.difference.sqnr for value in found.values], [value.difference.sqnr for value in alone.values])
        self.assertIn("a run takes 1 sample: the first 1 of the 32 that are asked for are fed", told)
        self.assertTrue(all(value.shape[0] == 4 for value in noise.values if value.key == "input"))


class Mistakes(unittest.TestCase):
    def test_a_path_that_takes_no_page_is_found_before_the_run(self):
        calls = []
        with quiet(), self.assertRaisesRegex(qopt.FileError, "/absent/r.html"):
            qopt.report(mlp(), "/absent/r.html", samples=IMAGES, on_command=calls.append, is_cancelled=lambda: calls.append("asked"))
        self.assertEqual(calls, [])

    def test_each_says_what_to_do(self):
        model = mlp()
        for what, path, options, kind, words in (
                ("m.onnx", "r.html", {}, TypeError, "what: expected a qopt.Model, a Compiled, a result"),
                ([], "r.html", {}, qopt.ArgumentError, "there is nothing to report"),
                (model, "r.png", {}, qopt.ArgumentError, "write 'r.html'"),
                (model, 3, {}, TypeError, "path: expected a path, not int"),
                ([model, lenet()], "r.html", {}, qopt.ArgumentError, "are different networks"),
                (model, "r.html", {"profile": "none"}, qopt.ArgumentError, "no profile 'none'"),
                (model, "r.html", {"calibration": "t.json"}, TypeError, "calibration: expected a qopt.Table, not str"),
                (model, "r.html", {"compared": 3}, TypeError, "compared: expected a qopt.CompareResult"),
                (model, "r.html", {"tables": [3]}, TypeError, "tables: expected pairs"),
                (model, "r.html", {"labels": LABELS}, qopt.ArgumentError, "labels: they are of samples"),
                (model, "r.html", {"most": 5}, qopt.ArgumentError, "most: nothing is run where there are no samples"),
                (model, "r.html", {"device": "host:1"}, qopt.ArgumentError, "device: nothing is run where there are no samples"),
                (model, "r.html", {"timed_runs": -1}, qopt.ArgumentError, "timed_runs=-1"),
                (model, "r.html", {"timed_batch": 3}, qopt.ArgumentError, "timed_batch: nothing is run where there are no samples"),
                (model, "r.html", {"samples": IMAGES, "outputs": "z"}, qopt.ArgumentError, "has no output 'z'"),
                (model, "/absent/r.html", {}, qopt.FileError, "/absent/r.html")):
            with self.subTest(words=words), quiet(), self.assertRaises(kind) as caught:
                qopt.report(what, path, **options)
            self.assertIn(words, str(caught.exception))


class Explained(unittest.TestCase):
    def test_shares_add_up(self):
        images, _ = digits("calibration", 160)
        with quiet():
            integers = qopt.quantize(mlp(), images).model
            worst = qopt.explain(mlp(), integers, images).worst
        self.assertAlmostEqual(sum(one.share for one in worst.layers) + worst.rest, 1, places=6)
        self.assertTrue(all(abs(sum(one.causes.values()) - one.share) < 1e-6 for one in worst.layers))
        self.assertEqual(len(worst.flipped), worst.flips)
        self.assertIn(worst.layers[0].worst_cause, worst.layers[0].causes)


if __name__ == "__main__":
    unittest.main()
