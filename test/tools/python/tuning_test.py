"""Programs by what qopt.tune measured: of a database that is named, or of the one that holds by default."""

import contextlib
import sqlite3
import unittest
import unittest.mock

import qopt
from common import folder, mlp, quiet


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


if __name__ == "__main__":
    unittest.main()
