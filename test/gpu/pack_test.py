"""This test packs the build that runs it, unpacks it elsewhere, and runs what lies there. QOPT_BUILD of the environment names the build folder."""

import os
import subprocess
import tarfile
import tempfile
import unittest

import pack

BUILD = os.environ.get("QOPT_BUILD", "")


@unittest.skipUnless(all(os.path.isfile(os.path.join(BUILD, path)) for path in pack.PROGRAMS), "skipped: tools with LLVM inside were not built")
class Packed(unittest.TestCase):
    def test_programs_run_where_they_were_unpacked(self):
        with tempfile.TemporaryDirectory() as folder:
            archive = os.path.join(folder, "card.tar.xz")
            subprocess.run([os.path.join(os.path.dirname(pack.__file__), "pack.py"), BUILD, archive], check=True, stdout=subprocess.DEVNULL)
            there = os.path.join(folder, "there")
            with tarfile.open(archive) as packed:
                packed.extractall(there)
            listed = subprocess.run([os.path.join(there, "bin", "qrun"), "devices"], check=True, stdout=subprocess.PIPE, text=True).stdout
            self.assertIn("host", listed)
            loaded = subprocess.run(["ldd", os.path.join(there, "programs", "qrun")], check=True, stdout=subprocess.PIPE, text=True,
                                    env={**os.environ, "LD_LIBRARY_PATH": os.path.join(there, "lib")}).stdout
            self.assertIn(os.path.join(there, "lib", "libprotobuf"), loaded)

    def test_a_build_without_tools_is_refused(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(SystemExit, "build it first"):
            pack.fill(folder, folder)


if __name__ == "__main__":
    unittest.main()
