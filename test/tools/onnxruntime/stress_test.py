"""This makes a few of the runs of stress.py, whose command can make more."""

import os
import unittest

import stress


class Stress(unittest.TestCase):
    def test_a_few_runs_of_many_threads(self):
        growth = ["--most-growth=2000"] if "QOPT_TEST_SANITIZED" in os.environ else []
        self.assertEqual(stress.main(["--runs=12", "--threads=4", "--terminated=20", *growth]), 0)


if __name__ == "__main__":
    unittest.main()
