#!/usr/bin/env python3
"""Tests what run_cases.py and count_cases.py make of executables that end oddly: no case is lost, no failure hidden."""

import contextlib
import io
import os
import sys
import tempfile
import unittest

import count_cases
import run_cases


def cases_of(text):
    cases = run_cases.Cases()
    with contextlib.redirect_stdout(io.StringIO()):
        for line in text.splitlines():
            cases.take(line)
    return cases


class Cases(unittest.TestCase):
    def test_a_line_without_an_end_hides_no_result(self):
        cases = cases_of("[ RUN      ] A.B\npartly[       OK ] A.B (0 ms)\n[ RUN      ] A.C\nx[  FAILED  ] A.C (3 ms)\n")
        self.assertEqual([result[:2] for result in cases.results], [("passed", "A.B"), ("failed", "A.C")])

    def test_a_line_without_an_end_hides_no_case(self):
        cases = cases_of("set up [ RUN      ] A.B\n[       OK ] A.B (0 ms)\n")
        self.assertEqual([result[:2] for result in cases.results], [("passed", "A.B")])
        self.assertEqual(cases.outside, ["set up "])

    def test_a_parameter_may_have_lines(self):
        cases = cases_of("[ RUN      ] A.B/0\n[  FAILED  ] A.B/0, where GetParam() = one\ntwo (1 ms)\n")
        self.assertEqual([result[:2] for result in cases.results], [("failed", "A.B/0")])

    def test_a_case_without_an_end_failed(self):
        cases = cases_of("[ RUN      ] A.B\n[ RUN      ] A.C\n[       OK ] A.C (0 ms)\n")
        self.assertEqual([result[:2] for result in cases.results], [("failed", "A.B"), ("passed", "A.C")])

    def test_skips_have_their_reason(self):
        cases = cases_of("[ RUN      ] A.B\na_test.cpp:3: Skipped\nno device\n\n[  SKIPPED ] A.B (0 ms)\n")
        self.assertEqual(cases.results, [("skipped", "A.B", "no device")])


class Entries(unittest.TestCase):
    def judge(self, body, options=(), **environment):
        with tempfile.TemporaryDirectory() as folder:
            os.environ.update(environment)
            try:
                with contextlib.redirect_stdout(io.StringIO()) as printed:
                    status = run_cases.main([*options, f"{folder}/results/entry.cases", sys.executable, "-c", body])
            finally:
                for name in environment:
                    del os.environ[name]
            return status, printed.getvalue()

    def test_an_executable_that_dies_names_its_case(self):
        status, printed = self.judge("import os; print('[ RUN      ] A.B', flush=True); os.abort()")
        self.assertEqual(status, 1)
        self.assertIn("A.B: failed: the executable ended in it", printed)

    def test_a_case_that_hangs_is_named(self):
        status, printed = self.judge("import subprocess; print('[ RUN      ] A.B', flush=True); "
                                     "subprocess.run(['sleep', '60'])", options=["--limit=1"])
        self.assertEqual(status, 1)
        self.assertIn("A.B: failed: it was not done after the entry's 1 seconds", printed)

    def test_a_case_that_is_killed_did_not_hang(self):
        status, printed = self.judge("import os, signal; print('[ RUN      ] A.B', flush=True); "
                                     "os.kill(os.getpid(), signal.SIGKILL)", options=["--limit=60"])
        self.assertEqual(status, 1)
        self.assertIn("A.B: failed: the executable ended in it with status -9", printed)

    def test_without_cases_an_entry_fails(self):
        self.assertEqual(self.judge("pass")[0], 1)

    def test_a_shard_may_be_empty_but_the_first(self):
        self.assertEqual(self.judge("pass", GTEST_TOTAL_SHARDS="4", GTEST_SHARD_INDEX="1")[0], 0)
        self.assertEqual(self.judge("pass", GTEST_TOTAL_SHARDS="4", GTEST_SHARD_INDEX="0")[0], 1)


class Counts(unittest.TestCase):
    def count(self, entries, **files):
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/entries.xml", "w", encoding="utf-8") as junit:
                junit.write("<testsuite>" + "".join(
                    f'<testcase name="{name}" status="{status}"/>' for name, status in entries) + "</testsuite>")
            for name, text in files.items():
                with open(f"{folder}/{name}.cases", "w", encoding="utf-8") as file:
                    file.write(text)
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                status = count_cases.main([f"{folder}/entries.xml", folder])
            return status, printed.getvalue()

    def test_an_entry_that_fails_behind_its_cases_is_named(self):
        status, printed = self.count([("entry", "fail")], entry="passed\tA.B\t\n")
        self.assertEqual(status, 0)
        self.assertIn("failed: entry\n", printed)
        self.assertIn("cases: 1 passed, 1 failed, 0 skipped", printed)

    def test_a_reason_may_have_tabs(self):
        status, printed = self.count([("entry", "run")], entry="skipped\tA.B\tno\tdevice\n")
        self.assertEqual(status, 0)
        self.assertIn("no\tdevice", printed)

    def test_nothing_counted_is_an_error(self):
        self.assertEqual(self.count([])[0], 1)


if __name__ == "__main__":
    unittest.main()
