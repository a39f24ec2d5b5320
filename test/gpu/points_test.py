"""memory_grid.py and cold_start.py with a fake in place of qrun, what they share, and the tables."""

import contextlib
import io
import json
import os
import tempfile
import unittest
from pathlib import Path

import cold_start
import memory_grid
import merge_tables
import programs
import results
import tables

HERE = Path(__file__).resolve().parent
MEMORY = {"constants": 400, "activations": 100, "scratch": 4, "sum": 504, "largest_live": 100, "stored": 400,
          "parameters": 100}


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.results, self.log = self.folder / "results.jsonl", self.folder / "log"
        for name in ("FAKE_SECONDS", "FAKE_EXIT", "FAKE_BROKEN"):
            os.environ.pop(name, None)
        os.environ["FAKE_LOG"] = str(self.log)

    def call(self, script, *more):
        """Its exit code."""
        with contextlib.redirect_stdout(io.StringIO()):
            return script.main([str(HERE / "fakes"), str(self.folder), str(self.results), *more])

    def calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def test_the_grid(self):
        self.assertEqual(self.call(memory_grid, "--device=cuda,opencl", "--types=int8,fp16"), 0)
        rows = results.read_table("memory", self.results)
        self.assertEqual(set(rows), {("alexnet", kind, 512, "cuda", reuse) for kind in ("int8", "fp16")
                                     for reuse in ("on", "off")})
        row = rows["alexnet", "int8", 512, "cuda", "on"]
        self.assertEqual((row["sum"], row["largest_live"], row["stored"], row["parameters"]), (500, 80, 300, 61100840))
        self.assertEqual(self.calls()[:2], ["alexnet.int8.mlirbc cuda 512", "alexnet.int8.mlirbc cuda 512 --no-reuse"])
        self.assertEqual(self.call(memory_grid, "--types=int8,fp16"), 0)
        self.assertEqual(len(self.calls()), 4)

    def test_no_device(self):
        self.assertEqual(self.call(memory_grid, "--device=opencl"), programs.SKIPPED)
        self.assertEqual(self.calls(), [])

    def test_goes_on(self):
        os.environ["FAKE_SECONDS"] = "0.3"
        codes = [self.call(memory_grid, "--types=int8,fp32", "--seconds=1.2") for _ in range(2)]
        while codes[-1] and len(codes) < 9:
            codes.append(self.call(memory_grid, "--types=int8,fp32", "--seconds=1.2"))
        self.assertEqual((codes[0], codes[-1]), (programs.MORE, 0))
        self.assertEqual(len(results.read_table("memory", self.results)), 4)

    def test_failures_are_rows(self):
        os.environ["FAKE_BROKEN"] = "alexnet"
        self.assertEqual(self.call(memory_grid, "--types=int8"), 1)
        rows = results.read_table("memory", self.results)
        self.assertEqual(rows["alexnet", "int8", 512, "cuda", "on"]["error"], "qrun: error: no kernel takes 'conv1'")

    def test_a_start_is_all_of_its_steps_until_the_answer(self):
        os.environ["FAKE_EXIT"] = "1.5"
        options = cold_start.parse([str(HERE / "fakes"), str(self.folder), str(self.results), "--warm=2"])
        row = cold_start.measure(options, ("resnet50", "int8", "cuda", "model"), 60)
        self.assertEqual(len(self.calls()), 3)
        for steps in (row["cold"], row["warm"]):
            self.assertEqual(set(steps), {"parse", "device", "kernels", "first run", "process", "all"})
            self.assertAlmostEqual(steps["all"], sum(steps.values()) - steps["all"])
            self.assertLess(steps["all"], 1.5)


class Tables(unittest.TestCase):
    def memory(self, reuse="on", **changed):
        lines, missed = tables.memory({("net", "fp32", 8, "cuda", reuse): {**MEMORY, **changed}})
        return lines[2].split(" | ")[-1], missed

    def test_memory(self):
        self.assertEqual(self.memory(), ("kept |", 0))
        self.assertEqual(self.memory(activations=105), ("kept |", 0))
        self.assertEqual(self.memory(activations=106), ("**missed** |", 1))
        self.assertEqual(self.memory("off", activations=300), ("kept |", 0))
        self.assertEqual(self.memory(stored=404), ("kept |", 0))
        self.assertEqual(self.memory("off", stored=405), ("**missed** |", 1))
        self.assertEqual(tables.memory({("net", "int8", 8, "cuda", "on"): {"error": "no memory"}})[1], 1)

    def start(self, cold, warm):
        steps = {"device": 5.0, "kernels": 0.1}
        row = {"cold": {**steps, "all": 5.0 + cold}, "warm": {**steps, "all": 5.0 + warm}}
        lines, missed = tables.cold_start({("net", "int8", "cuda", "model"): row})
        return [line.split(": ")[-1] for line in lines[2:4]], missed

    def test_starts_are_judged_without_the_driver(self):
        self.assertEqual(self.start(9.9, 0.29), (["met |", "met |"], 0))
        self.assertEqual(self.start(11, 0.45), (["**missed by 10 %** |", "**missed by 50 %** |"], 2))

    def test_faults(self):
        lines, missed = tables.faults({("cuda", "no driver"): {"says": "error: a | b"},
                                       ("cuda", "killed"): {"error": "exit -11"}})
        self.assertEqual(lines[2:], ["| cuda | no driver | error: a \\| b |", "| cuda | killed | **exit -11** |"])
        self.assertEqual(missed, 1)

    def test_each_has_its_place_in_a_page(self):
        with tempfile.TemporaryDirectory() as folder:
            page, found = Path(folder) / "page.md", Path(folder) / "results.jsonl"
            places = [merge_tables.begin_of(name) + "\nold\n" + merge_tables.END for name in ("memory", "faults")]
            page.write_text("\n".join(places), encoding="utf-8")
            found.write_text(json.dumps({"table": "faults", "point": ["cuda", "no driver"], "says": "an error"}) + "\n")
            self.assertEqual(merge_tables.main([str(found), f"--into={page}"]), 0)
            text = page.read_text(encoding="utf-8")
            self.assertEqual(text.count("old"), 1)
            self.assertIn("<!-- merge_tables.py faults -->\n| device | what goes wrong", text)


if __name__ == "__main__":
    unittest.main()
