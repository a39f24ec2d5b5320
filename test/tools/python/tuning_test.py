"""Programs by what was measured: kernels by qopt.tune, of a database that is named or of the one that holds by default, and types of layers
by qopt.search, whose choice is within the bounds, is replayed by its policy, and goes on from what it measured."""

import contextlib
import json
import sqlite3
import unittest
import unittest.mock

import qopt
from common import digits, folder, mlp, quiet

IMAGES, _ = digits("calibration", 100)


class Programs(unittest.TestCase):
    def test_programs_take_what_was_tuned(self):
        devices = [driver for driver, _ in qopt.runtime.devices() if driver.startswith(("cuda", "opencl"))]
        if not devices:
            self.skipTest("skipped: there is no device that takes kernels")

        def turn_around():
            """Makes the fastest kernel the slowest."""
            with contextlib.closing(sqlite3.connect(database)) as rows, rows:
                rows.execute("UPDATE measurements SET seconds = 1 / seconds WHERE seconds > 0")

        def program(**options):
            mlp().compile(devices[0], **options).save(path / "m.qart")
            return (path / "m.qart").read_bytes()

        with folder() as path, quiet():
            database = path / "t.sqlite"
            with unittest.mock.patch.dict("os.environ", QOPT_TUNING=""):
                plain = program()
                tuned = qopt.tune(mlp(), devices[0], database, batches=[1], budget=60)
                self.assertEqual(tuned.remaining, 0)
                fastest = program(tuning=database)
                turn_around()
                slowest = program(tuning=database)
                self.assertEqual(program(), plain)
            self.assertNotEqual(fastest, slowest)
            with self.assertWarnsRegex(UserWarning, "t.sqlite: .* takes no kernels; kernels are chosen without it"):
                mlp().compile("host:1", tuning=database)
            with unittest.mock.patch.dict("os.environ", QOPT_TUNING=str(database)):
                self.assertEqual(program(), slowest)
                turn_around()
                self.assertEqual(program(), fastest)
                database.unlink()
                with self.assertRaisesRegex(qopt.Error, "t.sqlite"):
                    program()
            with self.assertRaisesRegex(qopt.Error, "absent.sqlite"):
                program(tuning=path / "absent.sqlite")

    def test_a_database_without_measurements_is_refused(self):
        with folder() as path:
            (path / "t.sqlite").touch()
            with self.assertRaisesRegex(qopt.Error, "holds no measurements"):
                mlp().compile("host:1", tuning=path / "t.sqlite")


def search(**options):
    with quiet():
        return qopt.search(mlp(), IMAGES, device="host:1", rounds=False, corrects_bias=False, **{"labels": False, **options})


class Search(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.memory = {}
        cls.floats = search(min_sqnr=200, memory=cls.memory)  # dB, which f32 alone has

    def test_the_choice_is_within_the_bound(self):
        result = self.floats
        self.assertEqual(result.choice.name, "f32")
        self.assertTrue(result.choice.holds)
        networks = {one.name: one for one in result.networks}
        self.assertTrue(networks["int8"].broken_by)
        self.assertGreater(networks["int8"].noise, 0)
        self.assertGreater(networks["int8"].predicted_seconds, 0)
        self.assertEqual(result.choosing + result.judging, 80)  # four of five
        self.assertEqual({layer["precision"] for layer in json.loads(result.policy)["layers"].values()}, {"float"})
        self.assertNotIn("nn.quantize", result.model.text)
        self.assertIn("qrun search", result.commands[-1])
        self.assertIn("chosen: f32", str(result))
        self.assertEqual(len(result.rows()), len(result.networks))

    def test_a_policy_is_judged_and_written(self):
        layers = [layer.name for layer in self.floats.layers]
        policy = json.dumps({"version": 1, "layers": {layers[0]: {"precision": "float"}}})
        result = search(min_sqnr=10, policy=policy)
        self.assertEqual(result.choice.name, "policy")
        self.assertEqual([layer.type for layer in result.layers], ["float"] + ["int8"] * (len(layers) - 1))
        self.assertEqual(search(min_sqnr=10, policy=result.policy).bytecode, result.bytecode)
        with folder() as path:
            result.save(path / "q.mlirbc")
            self.assertEqual((path / "q.mlirbc").read_bytes(), result.bytecode)
            result.report(path / "r.html", timed_runs=0)
            self.assertIn("Types that were tried", (path / "r.html").read_text(encoding="utf-8"))

    def test_nothing_within_the_bounds_has_no_network(self):
        result = search(min_sqnr=200, policy='{"version": 1, "layers": {}}')
        self.assertIsNone(result.choice)
        self.assertEqual((result.bytecode, result.policy), (b"", ""))
        with self.assertRaisesRegex(qopt.ArgumentError, "no network is within the bounds: .*200"):
            result.model

    def test_it_goes_on_from_what_it_measured(self):
        self.assertIn("search", self.memory)
        kept = {key: value for key, value in self.memory.items() if key != "search"}
        self.assertTrue(all(set(types) <= set("f8w") and len(value) == 2 for types, value in kept.items()))
        again = search(min_sqnr=200, memory=self.memory)
        self.assertEqual([layer.alone for layer in again.layers], [layer.alone for layer in self.floats.layers])
        self.assertEqual({key: self.memory[key] for key in kept}, kept)
        with self.assertRaisesRegex(qopt.ArgumentError, "memory: was filled by another search"):
            search(min_sqnr=200, looks=3, memory=self.memory)

    def test_wrong_options_are_refused(self):
        for options, error in (({"memory": 3}, TypeError), ({"looks": 0}, qopt.ArgumentError), ({"policy": "{"}, qopt.ArgumentError),
                               ({"max_drop": 1.0}, qopt.ArgumentError), ({"seconds": -1.0}, qopt.ArgumentError)):
            with self.subTest(options), self.assertRaises(error):
                search(**options)

    def test_is_cancelled_ends_it(self):
        asked = []
        with self.assertRaises(qopt.CancelledError):
            search(is_cancelled=lambda: asked.append(1) or len(asked) > 3)
        self.assertEqual(len(asked), 4)


if __name__ == "__main__":
    unittest.main()
