"""The scripts that measure on a GPU, with fakes in place of qrun and PyTorch: what is measured, skipped, tried again."""

import contextlib
import io
import json
import os
import tempfile
import unittest
from pathlib import Path

import merge_tables
import results
import shards

HERE = Path(__file__).resolve().parent
BAR = {"network": "a", "type": "fp16", "batch": 2, "backend": "cuda", "pytorch": "fp16", "ratio": 1.0}


def row(network, kind, batch, backend, ms, shard="s"):
    return {"network": network, "type": kind, "batch": batch, "backend": backend, "shard": shard, "median_ms": ms,
            "runs": 200, "device": "Fake"}


class Shards(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.results, self.log = self.folder / "results.jsonl", self.folder / "log"
        for name in ("a.fp16.mlirbc", "a.int8.mlirbc", "b.fp16.mlirbc", "b.int8.mlirbc"):
            (self.folder / name).touch()
        self.bars = self.folder / "bars.json"
        self.bars.write_text("[]")
        for name in ("FAKE_SECONDS", "FAKE_BROKEN"):
            os.environ.pop(name, None)
        os.environ["FAKE_LOG"] = str(self.log)

    def shard(self, *more):
        """Its exit code."""
        arguments = [str(HERE / "fakes"), str(self.folder), str(self.results), "--types=int8,fp16", "--batches=1,2",
                     "--backends=cuda", f"--bars={self.bars}", f"--pytorch={HERE / 'fakes/pytorch_point.py'}", *more]
        with contextlib.redirect_stdout(io.StringIO()):
            return shards.main(arguments)

    def calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def test_measures_all_once(self):
        self.assertEqual(self.shard(), 0)
        rows = results.read(self.results)
        self.assertEqual(set(rows), {(n, t, b, "cuda") for n in "ab" for t in ("int8", "fp16") for b in (1, 2)})
        self.assertAlmostEqual(rows["a", "int8", 2, "cuda"]["median_ms"], 11.0)
        self.assertEqual(rows["a", "int8", 2, "cuda"]["runs"], 10)
        self.assertEqual(self.shard(), 0)
        self.assertEqual(len(self.calls()), 8)

    def test_goes_on_where_it_ended(self):
        os.environ["FAKE_SECONDS"] = "0.4"
        codes = [self.shard("--seconds=1.5")]
        while codes[-1] == shards.MORE and len(codes) < 20:
            codes.append(self.shard("--seconds=1.5"))
        self.assertEqual((codes[0], codes[-1]), (shards.MORE, 0))
        rows = results.read(self.results).values()
        self.assertEqual(len(rows), 8)
        self.assertFalse([r for r in rows if "error" in r])
        self.assertGreater(len({r["shard"] for r in rows}) + len(codes), 2)

    def test_gives_up_what_no_shard_holds(self):
        os.environ["FAKE_SECONDS"] = "60"
        self.assertEqual(self.shard("--seconds=1.2"), shards.MORE)
        (failed,) = results.read(self.results).values()
        self.assertIn("not done in 1 s, a whole shard", failed["error"])

    def test_failures_are_rows(self):
        os.environ["FAKE_BROKEN"] = "b"
        self.assertEqual(self.shard(), 0)
        self.assertEqual(results.read(self.results)["b", "fp16", 1, "cuda"]["error"],
                         "qrun: error: no kernel takes 'conv1'")
        self.assertEqual(self.shard(), 0)
        self.assertEqual(len(self.calls()), 8)

    def test_bars_come_first_with_pytorch(self):
        self.bars.write_text(json.dumps([BAR]))
        self.assertEqual(self.shard(), 0)
        self.assertEqual(self.calls()[:2], ["pytorch a fp16 2", "a.fp16.mlirbc cuda 2 --device-resident"])
        rows = results.read(self.results)
        self.assertEqual(len(rows), 9)
        self.assertEqual(rows["a", "fp16", 2, "pytorch"]["shard"], rows["a", "fp16", 2, "cuda"]["shard"])

    def test_pairs_are_of_one_shard(self):
        self.bars.write_text(json.dumps([BAR]))
        self.results.write_text(json.dumps(row("a", "fp16", 2, "cuda", 3.0, "earlier")) + "\n")
        self.assertEqual(self.shard(), 0)
        self.assertEqual(self.calls()[:2], ["pytorch a fp16 2", "a.fp16.mlirbc cuda 2 --device-resident"])
        self.assertEqual(len(self.calls()), 9)
        self.assertAlmostEqual(results.read(self.results)["a", "fp16", 2, "cuda"]["median_ms"], 11.0)

    def test_without_pytorch(self):
        self.bars.write_text(json.dumps([BAR]))
        self.assertEqual(self.shard("--no-pytorch"), 0)
        self.assertEqual(len(self.calls()), 8)

    def test_mends_the_file(self):
        whole = json.dumps(row("a", "fp16", 1, "cuda", 3.0))
        self.results.write_text(whole + "\n" + whole[:20])
        self.assertEqual(self.shard(), 0)
        self.assertEqual(len(results.read(self.results)), 8)
        self.assertEqual(len(self.calls()), 7)

    def test_models_must_be_there(self):
        with self.assertRaisesRegex(SystemExit, "no .*/c.int8.mlirbc"):
            self.shard("--networks=c")


class Tables(unittest.TestCase):
    ROWS = {results.key_of(r): r for r in [
        row("net", "int8", 8, "cuda", 0.5), row("net", "int8", 8, "opencl", 0.8), row("net", "fp16", 8, "cuda", 0.9),
        row("net", "fp16", 8, "pytorch", 1.0), row("net", "fp32", 8, "cuda", 2.0, "t"),
        row("net", "fp32", 8, "pytorch", 3.0),
        {"network": "net", "type": "int8", "batch": 16, "backend": "cuda", "shard": "s", "error": "no memory"}]}

    def test_table(self):
        lines = merge_tables.table(self.ROWS)
        self.assertEqual(lines[2], "| net | int8 | 8 | 0.500 | 0.800 | – |  | 16,000 |")
        self.assertEqual(lines[3], "| net | int8 | 16 | failed | – | – |  |  |")
        self.assertEqual(lines[4], "| net | fp16 | 8 | 0.900 | – | 1.000 | 0.90 | 8,889 |")

    def verdict(self, **bar):
        bar = {"network": "net", "batch": 8, "backend": "cuda", **bar}
        lines, unmet = merge_tables.verdicts([bar], self.ROWS)
        return lines[2], unmet

    def test_bars(self):
        self.assertEqual(self.verdict(type="int8", milliseconds=0.625),
                         ("| net int8, batch 8, cuda | 0.625 ms | 0.625 | 0.500 | met, 20 % below |", 0))
        self.assertEqual(self.verdict(type="int8", pytorch="fp16", ratio=0.4),
                         ("| net int8, batch 8, cuda | 0.4 × PyTorch fp16 | 0.400 | 0.500 | **missed by 25 %** |", 1))
        for bar in ({"type": "fp32", "pytorch": "fp32", "ratio": 1.0},  # of two shards
                    {"type": "int8", "milliseconds": 1, "batch": 16}, {"type": "fp16", "milliseconds": 1, "batch": 2}):
            line, unmet = self.verdict(**bar)
            self.assertTrue(line.endswith("| not measured |"), line)
            self.assertEqual(unmet, 1)

    def test_page(self):
        with tempfile.TemporaryDirectory() as folder:
            page, found, bars = (Path(folder) / name for name in ("page.md", "results.jsonl", "bars.json"))
            page.write_text(f"# A\n\n{merge_tables.BEGIN}\nold\n{merge_tables.END}\n\nbehind\n", encoding="utf-8")
            found.write_text("".join(json.dumps(r) + "\n" for r in self.ROWS.values()))
            bars.write_text(json.dumps([{**BAR, "network": "net", "batch": 8}]))
            self.assertEqual(merge_tables.main([str(found), f"--bars={bars}", f"--into={page}"]), 0)
            text = page.read_text(encoding="utf-8")
            self.assertNotIn("old", text)
            self.assertIn("Fake: medians of at least 200 runs", text)
            self.assertIn("1 of 1 bars are met.", text)
            self.assertIn("- net int8 16 cuda: no memory", text)
            self.assertTrue(text.endswith(f"{merge_tables.END}\n\nbehind\n"))

    def test_the_project_s_bars(self):
        known = shards.BATCHES
        for bar in results.read_bars(HERE / "bars.json"):
            self.assertIn(bar["batch"], known)


if __name__ == "__main__":
    unittest.main()
