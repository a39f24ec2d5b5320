"""Flows: quantize and evaluate from whatever holds samples, hooks, what is raised in them."""

import contextlib
import io
import signal
import sys
import threading
import types
import unittest
import unittest.mock
import warnings

import numpy
import qopt
from common import MODELS, ROOT, digits, folder, lenet, mlp, quiet
from options_test import FUNCTIONS

IMAGES, LABELS = digits("calibration", 160)


class Quantize(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with quiet():
            cls.result = qopt.quantize(mlp(), IMAGES, labels=LABELS, max_flips=20, device="host:1", float_order="invariant")

    def quantized(self, samples, **options):
        with quiet():
            return qopt.quantize(mlp(), samples, device="host:1", float_order="invariant", **options)

    def test_what_comes_out(self):
        result = self.result
        self.assertTrue(result.is_within_gates)
        self.assertEqual((result.how.samples, result.how.is_labelled), (128, True))  # four of five judge
        self.assertEqual(result.network.integer_layers, result.network.layers)
        self.assertGreater(result.baseline.accuracy, 0.9)
        self.assertLessEqual(result.network.flips, 20)
        self.assertGreater(result.network.sqnr, 20)
        self.assertLess(result.network.weight_bytes, result.baseline.weight_bytes // 3)
        self.assertIsNone(result.baseline.loss)
        self.assertTrue(next(line for line in result.commands if not line.startswith("# ")).startswith("qopt "), result.commands)
        self.assertTrue(any("qrun calibrate" in line for line in result.commands))
        self.assertIn("top-1", str(result))
        self.assertIn("<td>integer</td>", result._repr_html_())
        self.assertIn("within", repr(result))

    def test_what_competed(self):
        contest = self.result.contest
        self.assertIn(contest.samples, (16, 32))  # one of five calibrates; half of them judge where the other half judged nobody
        self.assertEqual(contest.usual, "mixed, auto, rounded + bias corrected")
        self.assertFalse(contest.is_cut_short)
        self.assertEqual(self.result.tried[0].recipe, contest.chosen)
        chosen = next(one for one in contest.settings if one.setting == contest.chosen)
        self.assertEqual(chosen.samples, contest.samples)
        self.assertGreater(chosen.worst, 20)
        judged = [one.worst for one in contest.settings if one.samples == contest.samples]
        self.assertGreaterEqual(len(judged), 2)
        self.assertTrue(contest.doubt or max(judged) - chosen.worst < 0.5)
        self.assertEqual(contest.doubt == "", contest.settings[0].setting == contest.chosen)

    def test_what_is_stated_does_not_compete(self):
        stated = {"scheme": "affine", "calibrator": "mse", "rounds": False, "corrects_bias": False}
        result = self.quantized(IMAGES, labels=LABELS, mode="quantize", **stated)
        self.assertEqual((result.contest.samples, result.contest.settings), (0, []))
        self.assertEqual(result.tried[0].recipe, "affine, mse")
        result = self.quantized(IMAGES, labels=LABELS, calibrator="mse", rounds=False)
        self.assertEqual({(one.calibrator or "mse", one.rounds) for one in result.contest.settings}, {("mse", False)})
        result = self.quantized(IMAGES, labels=LABELS, choose_samples=0)
        self.assertEqual(result.tried[0].recipe, "mixed, auto, rounded + bias corrected")
        result = self.quantized(IMAGES, labels=LABELS, mode="dynamic")
        self.assertTrue(all(one.mode == "dynamic" for one in result.contest.settings))
        self.assertFalse(any("qrun calibrate" in line for line in result.commands))
        with self.assertRaisesRegex(qopt.ArgumentError, "measures no ranges"):
            self.quantized(IMAGES, mode="dynamic", calibrator="mse")

    def test_the_model_runs_and_is_saved(self):
        self.assertTrue(any("quant" in kind for layer in self.result.model.layers for kind in layer.types))
        with folder() as path:
            self.result.save(path / "m.mlirbc")
            self.assertEqual((path / "m.mlirbc").read_bytes(), self.result.bytecode)
            self.assertEqual(qopt.load(path / "m.mlirbc").hash, self.result.model.hash)
            self.result.save(path / "m.onnx")
            self.assertTrue((path / "m.onnx").exists())

    def test_whatever_yields_samples_gives_the_same(self):
        pairs = list(zip(numpy.split(IMAGES, 4), numpy.split(LABELS, 4)))
        forms = {
            "dict": ({"input": IMAGES}, LABELS), "dict with labels": ({"input": IMAGES, "labels": LABELS}, None),
            "batches": ([IMAGES[:50], IMAGES[50:]], LABELS), "singles": (list(IMAGES), list(LABELS)),
            "dicts beside labels": ([({"input": images}, labels) for images, labels in pairs], None),
            "function": (lambda: iter(IMAGES), LABELS), "pairs": (pairs, None), "function of pairs": (lambda: iter(pairs), None),
        }
        for name, (samples, labels) in forms.items():
            other = self.quantized(samples, labels=labels, max_flips=20)
            self.assertEqual(other.bytecode, self.result.bytecode, name)
            self.assertEqual(other.network.right_answers, self.result.network.right_answers, name)

    def test_files_are_the_command_s(self):
        with folder() as path:
            numpy.savez(path / "s.npz", images=IMAGES, labels=LABELS)
            numpy.save(path / "s.npy", IMAGES)
            numpy.save(path / "y.npy", LABELS)
            for samples, labels in ((path / "s.npz", None), (str(path / "s.npz"), "labels"), ([path / "s.npy"], LABELS),
                                    (path / "s.npy", str(path / "y.npy"))):
                other = self.quantized(samples, labels=labels, max_flips=20)
                self.assertEqual(other.bytecode, self.result.bytecode, samples)
                self.assertEqual(other.network.right_answers, self.result.network.right_answers)
            self.assertIn(str(path), other.commands[-1])

    def test_a_folder_of_pictures(self):
        try:
            from PIL import Image
        except ImportError:
            self.skipTest("skipped: Pillow, which writes pictures, is not installed")
        model = qopt.load(MODELS / "mlp.onnx", mean=0, std=255)
        with folder() as path:
            for i, (image, label) in enumerate(zip(IMAGES[:40], LABELS)):
                place = path / f"digit{label}"
                place.mkdir(exist_ok=True)
                Image.fromarray(image[0]).save(place / f"{i:03}.png")
            with quiet():
                result = qopt.evaluate(model, path)
        self.assertTrue(result.how.is_labelled)
        self.assertEqual(result.how.samples, 40)

    def test_a_bound_that_nothing_keeps(self):
        result = self.quantized(IMAGES[:60], min_sqnr=200)
        self.assertFalse(result.is_within_gates)
        self.assertEqual(result.bytecode, b"")
        self.assertGreater(len(result.tried), 1)
        with self.assertRaisesRegex(qopt.ArgumentError, "give a wider bound"):
            result.save("m.mlirbc")

    def test_without_labels(self):
        result = self.quantized(IMAGES, labels=False)
        self.assertFalse(result.how.is_labelled)
        self.assertIsNone(result.network.accuracy)

    def test_other_samples_judge(self):
        dev, right = digits("dev", 50)
        result = self.quantized(IMAGES, test=dev, labels=right)
        self.assertEqual(result.how.samples, 50)

    def test_the_model_stays(self):
        model = mlp()
        before = model.hash
        with quiet():
            qopt.quantize(model, IMAGES[:40])
        self.assertEqual(model.hash, before)


class Kinds(unittest.TestCase):
    """Tests the kinds that outputs are judged as."""

    def judged(self, **options):
        with quiet():
            other = mlp().run("quantize-weights", bits=4)
            return qopt.evaluate([mlp(), other], IMAGES, labels=False, **options)

    def test_an_embedding_has_cosines_and_neighbours(self):
        result = self.judged(judge="embedding", min_cosine=0.5)
        likeness = result.networks[0].likeness
        self.assertTrue(result.how.has_embeddings)
        self.assertIsNone(result.networks[0].flips)
        self.assertEqual((likeness.samples, likeness.neighbours), (len(IMAGES), len(IMAGES)))
        self.assertTrue(0.9 < likeness.least_cosine < likeness.mean_cosine < 1)
        self.assertGreater(likeness.moved, 0)
        self.assertEqual(result.networks[0].broken, [])
        self.assertIn(f"{likeness.moved} of {len(IMAGES)}", str(result))
        self.assertIn("--judge=embedding", result.commands[-1])
        broken = self.judged(judge="embedding", min_cosine=0.9999999).networks[0].broken
        self.assertIn("less than min_cosine=", broken[0])

    def test_scores_have_flips(self):
        result = self.judged()
        self.assertIsNone(result.networks[0].likeness)
        self.assertNotIn("cosine", str(result))
        self.assertFalse(result.networks[0].loss.worst.are_steps)
        values = self.judged(judge="values")
        self.assertIsNone(values.networks[0].flips)
        self.assertGreater(values.networks[0].sqnr, 10)

    def test_what_is_no_kind_or_cosine_is_refused(self):
        with self.assertRaisesRegex(qopt.ArgumentError, "judge=scores: outputs are judged as classes, embedding and values"):
            self.judged(judge="scores")
        with self.assertRaisesRegex(qopt.ArgumentError, "min_cosine=2: a cosine is a number from −1 to 1"):
            self.judged(min_cosine=2)
        with self.assertRaisesRegex(qopt.ArgumentError, "max_flips are of classes"):
            self.judged(judge="values", max_flips=3)


class Evaluate(unittest.TestCase):
    def test_one_network_and_two(self):
        with quiet():
            alone = qopt.evaluate(lenet(), IMAGES, labels=LABELS)
            both = qopt.evaluate([lenet(), mlp()], IMAGES, labels=LABELS, max_flips=0)
        self.assertEqual((alone.networks, len(alone.rows())), ([alone.against], 1))
        self.assertGreater(alone.against.accuracy, 0.9)
        self.assertEqual(both.against.right_answers, alone.against.right_answers)
        self.assertEqual(len(both.networks), 1)
        self.assertTrue(both.networks[0].broken)
        self.assertIn("mlp.onnx", str(both))

    def test_a_selection(self):
        with quiet():
            some = qopt.evaluate(mlp(), IMAGES, labels=LABELS, every=4, most=10)
            others = qopt.evaluate(mlp(), IMAGES, labels=LABELS, every=4, others=True)
            chosen = qopt.evaluate(mlp(), IMAGES, labels=LABELS, chosen=[1, 5, 9])
        self.assertEqual([one.how.samples for one in (some, others, chosen)], [10, 120, 3])


class Others(unittest.TestCase):
    """accuracy, compare, lint_data, label, repair and tables, on arrays."""

    def test_accuracy(self):
        with quiet():
            result = qopt.accuracy(mlp(), IMAGES, labels=LABELS, grids=["schemes"], passes=["insert-quant{bits=16}"])
        settings = [row.setting for row in result.settings]
        self.assertEqual((settings[0], settings[-1]), ("float", "insert-quant{bits=16}"))
        self.assertGreater(result.settings[-1].network.sqnr, result.settings[1].network.sqnr)
        self.assertIn("int8 mixed", str(result))
        self.assertIn("schemes", qopt.accuracy_grids())
        self.assertTrue(result.commands and result.next_steps)

    def test_compare(self):
        with quiet():
            integers = qopt.quantize(mlp(), IMAGES).model
            result = qopt.compare(mlp(), integers, IMAGES)
            same = qopt.compare(mlp(), arrays={"input": IMAGES[:4]})
        self.assertGreater(len(result.values), 2)
        self.assertLess(result.worst_first()[0].difference.sqnr, 60)
        self.assertTrue(all(value.stored_alike for value in same.values))
        self.assertIn("exact", str(same))
        self.assertIn("<table>", result._repr_html_())

    def test_lint_data(self):
        with quiet():
            right = qopt.lint_data(mlp(), IMAGES, labels=LABELS)
            wrong = qopt.lint_data(mlp(), (IMAGES / 255).astype("f4"), labels=LABELS)
            copies = qopt.lint_data(mlp(), numpy.concatenate([IMAGES, IMAGES[:1]]), labels=[*LABELS, LABELS[0]])
        self.assertEqual(right.errors, [])
        self.assertTrue(wrong.findings)
        self.assertTrue(all(one.what and one.remedy for one in wrong.findings))
        self.assertIn("duplicate", {one.name for one in copies.findings})

    def test_label(self):
        with quiet():
            result = qopt.label(mlp(), IMAGES[:20], top=3, classes=[f"digit {i}" for i in range(10)])
        self.assertEqual([len(one.classes) for one in result.samples], [3] * 20)
        right = [one.classes[0].number == label for one, label in zip(result.samples, LABELS)]
        self.assertGreater(sum(right), 15)
        self.assertIn("digit ", str(result))

    def test_bounds_are_named_as_keywords(self):
        with quiet():
            result = qopt.quantize(mlp(), IMAGES, min_sqnr=200)
            beside = qopt.evaluate([mlp(), qopt.quantize(mlp(), IMAGES).model], IMAGES, min_sqnr=200)
            findings = qopt.lint_data(mlp(), (IMAGES / 255).astype("f4")).findings
        for text in (*result.network.broken, *beside.networks[0].broken):
            self.assertTrue(text.endswith("less than min_sqnr=200"), text)
        self.assertIn("give preprocessed=True if", findings[0].remedy)

    def test_repair(self):
        with quiet():
            result = qopt.repair(mlp(), IMAGES, rounds=True, corrects_bias=True)
        self.assertEqual(len(result.repaired), 2)
        self.assertTrue(all(one.error_after <= one.error_before for one in result.repaired))
        self.assertNotEqual(result.model.hash, mlp().hash)
        self.assertTrue(result.next_steps)

    def test_tune(self):
        devices = [driver for driver, _ in qopt.runtime.devices() if driver.startswith(("cuda", "opencl"))]
        if not devices:
            self.skipTest("skipped: there is no device that takes kernels")
        with folder() as path, quiet():
            result = qopt.tune(mlp(), devices[0], path / "t.sqlite", batches=[1], budget=2)
            self.assertTrue((path / "t.sqlite").exists())
        self.assertGreater(result.measured + result.remaining, 0)
        self.assertIn(f"mlp.onnx --mean=0 --std=255 --device={devices[0]}", result.next_steps[-1])
        self.assertTrue(result.next_steps[-1].endswith(" -o mlp.qart"), result.next_steps)


class Raised(Exception):
    pass


class Hooks(unittest.TestCase):
    def test_steps_remarks_and_commands_are_told(self):
        steps, commands, remarks, open_steps = set(), [], [], []

        def step(state, label, done, total):
            steps.add(label)
            if state == "begins":
                open_steps.append(label)
            self.assertEqual(open_steps[-1], label)
            if state == "ends":
                open_steps.pop()

        with quiet():
            result = qopt.quantize(mlp(), IMAGES[:30], on_step=step, on_command=commands.append,
                                   on_remark=lambda kind, text: remarks.append((kind, text)))
        self.assertEqual(open_steps, [])
        self.assertIn("eval", steps)
        self.assertEqual(commands, result.commands)
        self.assertEqual(remarks, [(one.kind, one.text) for one in result.remarks])

    def test_what_is_raised_comes_out_unchanged(self):
        calls = []

        def raising(*given):
            calls.append(given)
            raise Raised("a hook's own")

        for hook in ("on_step", "on_remark", "on_command", "is_cancelled", "progress"):
            calls.clear()
            with self.subTest(hook=hook), quiet(), self.assertRaisesRegex(Raised, "a hook's own"):
                qopt.quantize(mlp(), IMAGES[:30], **{hook: raising})
            self.assertEqual(len(calls), 1, hook)

    def test_an_answer_that_is_no_truth_raises(self):
        class Neither:
            def __bool__(self):
                raise Raised("neither")

        with quiet(), self.assertRaisesRegex(Raised, "neither"):
            qopt.quantize(mlp(), IMAGES[:30], is_cancelled=Neither)

    def test_what_an_iterable_raises_comes_out_unchanged(self):
        error = Raised("a data set's own")
        for after in (0, 1, 3):
            def samples():
                for i, part in enumerate(numpy.split(IMAGES, 5)):
                    if i == after:
                        raise error
                    yield part

            for flow in (qopt.quantize, qopt.evaluate, qopt.calibrate):
                with self.subTest(after=after, flow=flow.__name__), quiet(), self.assertRaises(Raised) as caught:
                    flow(mlp(), samples)
                self.assertIs(caught.exception, error)

    def test_is_cancelled_ends_it(self):
        asked = []
        with quiet(), self.assertRaises(qopt.CancelledError):
            qopt.quantize(mlp(), IMAGES, is_cancelled=lambda: asked.append(1) or len(asked) > 3)
        self.assertEqual(len(asked), 4)

    def test_ctrl_c_ends_it_between_two_batches(self):
        model, seen = mlp(), []
        before = model.hash

        def samples():
            for part in numpy.split(IMAGES, 10):
                seen.append(len(part))
                if len(seen) == 3:
                    signal.raise_signal(signal.SIGINT)  # its handler runs where the interpreter looks for it
                yield part

        with quiet(), self.assertRaises(KeyboardInterrupt):
            qopt.quantize(model, samples)
        self.assertLessEqual(len(seen), 4)
        self.assertEqual(model.hash, before)
        with quiet():
            self.assertTrue(qopt.quantize(model, IMAGES).is_within_gates)

    def test_ctrl_c_while_the_library_works(self):
        import os

        begun = threading.Event()

        def interrupt():
            begun.wait()
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        images = numpy.repeat(IMAGES, 40, axis=0)
        with quiet(), self.assertRaises(KeyboardInterrupt):
            qopt.quantize(lenet(), images, on_command=lambda line: begun.set())
        thread.join()

    def test_a_bar_on_standard_error(self):
        told = io.StringIO()
        with quiet(), contextlib.redirect_stderr(told), unittest.mock.patch("importlib.util.find_spec", return_value=None):
            qopt.quantize(mlp(), IMAGES[:50], progress=True)
        self.assertRegex(told.getvalue(), r"\reval: \[#{20}\] 40/40")
        self.assertTrue(told.getvalue().endswith("\r"))
        with quiet(), contextlib.redirect_stderr(told):
            before = told.getvalue()
            qopt.quantize(mlp(), IMAGES[:50], progress=False)
        self.assertEqual(told.getvalue(), before)

    def test_a_bar_is_closed_where_a_hook_raises(self):
        def step(_state, label, done, _total):
            if label == "eval" and done == 32:
                raise error

        for error in (Raised("a hook's own"), KeyboardInterrupt()):
            told = io.StringIO()
            with self.subTest(error=error), quiet(), contextlib.redirect_stderr(told), self.assertRaises(type(error)), \
                    unittest.mock.patch("importlib.util.find_spec", return_value=None):
                qopt.quantize(mlp(), IMAGES[:50], progress=True, on_step=step)
            *_, bar, blank, last = told.getvalue().split("\r")
            self.assertEqual((bar, blank, last), ("eval: [" + "#" * 16 + "....] 32/40", " " * len(bar), ""))

    def test_every_flow_runs_by_the_helper_that_closes_bars(self):
        sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tools" / "python" / "qopt").glob("**/*.py")]
        for name in FUNCTIONS:
            self.assertEqual([sum(call in text for text in sources) for call in (f"run_flow(_native.{name}, ", f"_native.{name}(")], [1, 0], name)

    def test_a_program_without_a_console_has_no_bar(self):
        for has_tqdm in (None, True):
            with quiet(), contextlib.redirect_stderr(None), unittest.mock.patch("importlib.util.find_spec", return_value=has_tqdm):
                self.assertEqual(qopt.quantize(mlp(), IMAGES[:50], progress=True).how.samples, 40)

    def test_tqdm_s_bars_where_it_is_installed(self):
        class Bar:
            made = []

            def __init__(self, total, desc, leave):
                self.total, self.desc, self.n, self.closed = total, desc, 0, False
                self.made.append(self)

            def update(self, more):
                self.n += more

            def close(self):
                self.closed = True

        auto = types.SimpleNamespace(tqdm=Bar)
        with quiet(), unittest.mock.patch("importlib.util.find_spec", return_value=True), \
                unittest.mock.patch.dict(sys.modules, {"tqdm": types.SimpleNamespace(auto=auto), "tqdm.auto": auto}):
            qopt.quantize(mlp(), IMAGES[:50], progress=True)
        judged = [bar for bar in Bar.made if bar.desc == "eval"]
        self.assertTrue(judged and all(bar.n == bar.total == 40 and bar.closed for bar in judged))

    def test_warnings_are_python_s(self):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            qopt.calibrate(mlp(), IMAGES[:3])
        self.assertIn("3 samples are too few to measure ranges", str(told[0].message))
        self.assertEqual(told[0].filename, __file__)

    def test_other_threads_go_on(self):
        """The interpreter's lock is free while the library works."""
        ticks, done = [], threading.Event()

        def tick():
            while not done.wait(0.001):
                ticks.append(1)

        thread = threading.Thread(target=tick)
        thread.start()
        before = len(ticks)
        with quiet():
            qopt.quantize(lenet(), IMAGES)
        done.set()
        thread.join()
        self.assertGreater(len(ticks) - before, 20)

    def test_two_flows_of_one_model_at_once(self):
        model, made = mlp(), {}

        def flow(i):
            made[i] = qopt.quantize(model, IMAGES, device="host:1", float_order="invariant").bytecode

        with quiet():
            flow(0)
            threads = [threading.Thread(target=flow, args=(i,)) for i in (1, 2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(made[1], made[0])
        self.assertEqual(made[2], made[0])


class Streamed(unittest.TestCase):
    def test_a_batch_at_a_time_is_held(self):
        """Arrays that were given out before are free again, but for those of the latest batch."""
        import weakref

        alive, most = set(), []

        def samples():
            for part in numpy.split(IMAGES, 40):
                own = part.copy()
                alive.add(id(own))
                weakref.finalize(own, alive.discard, id(own))
                yield own
                del own
                most.append(len(alive))

        with quiet():
            qopt.calibrate(mlp(), samples, batch=4)
        self.assertLessEqual(max(most), 4)


if __name__ == "__main__":
    unittest.main()
