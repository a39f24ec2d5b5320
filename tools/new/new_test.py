"""The generators in a scratch copy of the files that they change: what they write is read by who will read it.

  new_test.py MLIR_TBLGEN MLIR_INCLUDE_DIR CMAKE CXX BUILD_DIR [CLANG_FORMAT]

BUILD_DIR: where interfaces were generated, which none of them changes.
"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TBLGEN, INCLUDE, CMAKE, CXX, BUILD, FORMAT = (*sys.argv[1:7], "")[:6]

# A project of the copy's lists alone: what they would compile is not asked for.
LISTS = """\
cmake_minimum_required(VERSION 3.25)
project(lists LANGUAGES NONE)
include(tools/cmake/families.cmake)
function(qrt_add_library)
endfunction()
function(qrt_find_sources)
endfunction()
function(_qopt_reject_unparsed)
endfunction()
add_subdirectory(runtime/calls)
"""


class Copy(unittest.TestCase):
    PARTS = ["ir", "passes", "test/numerics", "test/numpy", "test/ir/ops", "test/passes"]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for part in self.PARTS:
            shutil.copytree(ROOT / part, self.root / part)
        shutil.copy(ROOT / ".clang-format", self.root)

    def run_new(self, *arguments):
        return subprocess.run([sys.executable, "-B", ROOT / "tools/new/new.py", *arguments[:1],
                               *arguments[1:]], capture_output=True, text=True, check=False)

    def new(self, kind, name, *options):
        # --root stands before the kind: it is every kind's.
        return self.run_new(f"--root={self.root}", kind, name, *options)

    def text(self, path):
        return (self.root / path).read_text(encoding="utf-8")

    def edit(self, path, *changes):
        text = self.text(path)
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        (self.root / path).write_text(text, encoding="utf-8")

    def operations(self, *arguments):
        """tblgen's, of all operations."""
        paths = sorted(path.relative_to(self.root) for path in self.root.glob("ir/ops/*/*.td"))
        (self.root / "nn.td").write_text("".join(f'include "{path}"\n' for path in paths), encoding="utf-8")
        return self.tblgen(*arguments, "-dialect=nn", "nn.td")

    def configure_lists(self):
        """families.h of the copy. Ninja is what the project's users have; CMake's own choice, make, they may lack."""
        (self.root / "CMakeLists.txt").write_text(LISTS, encoding="utf-8")
        command = [CMAKE, "-G", "Ninja", "-B", self.root / "lists", self.root]
        subprocess.run(command, capture_output=True, text=True, check=True)

    def check_compiles(self, *paths):
        """Compiles them as one unit, up to its code."""
        unit = self.root / "unit.cpp"
        unit.write_text("".join(f'#include "{path}"\n' for path in paths), encoding="utf-8")
        done = subprocess.run([CXX, "-std=c++20", "-fsyntax-only", "-DNDEBUG", f"-I{self.root}", f"-I{self.root}/lists",
                               f"-I{BUILD}", f"-isystem{INCLUDE}", unit], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def tblgen(self, *arguments):
        command = [TBLGEN, *arguments, f"-I{self.root}", f"-I{INCLUDE}"]
        return subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True).stdout

    def check_cpp(self, path):
        """It parses as far as clang-format sees, and is formatted."""
        if not FORMAT:
            return
        done = subprocess.run([FORMAT, "--dry-run", "-Werror", path], cwd=self.root, capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def check_golden(self, folder):
        """NumPy computes what the file of test/numerics expects, where there is NumPy."""
        golden = self.root / "test/numerics" / folder / "twice_over.mlir"
        expected = subprocess.run([sys.executable, "-B", self.root / "test/numerics/expected.py", golden],
                                  capture_output=True, text=True, check=False)
        self.assertIn(expected.returncode, [0, 77], expected.stdout + expected.stderr)


class Families(Copy):
    PARTS = Copy.PARTS + ["runtime", "lowering", "tools/cmake", "test/runtime/format"]

    def test_family(self):
        done = self.new("family", "twice_over")
        self.assertEqual(done.returncode, 0, done.stderr)
        made = done.stdout.split()
        self.assertEqual(len(made), 8)
        for path in made:
            if path.endswith((".cpp", ".h")):
                self.check_cpp(path)
        self.configure_lists()
        families = (self.root / "lists/runtime/calls/families.h").read_text(encoding="utf-8")
        self.assertRegex(families, "std::variant<.*, TwiceOverCall.*>")
        self.assertIn("test/ir/ops/twice_over/twice_over_errors.mlir", made)
        self.check_compiles("runtime/calls/twice_over/twice_over.cpp", "test/runtime/calls/twice_over/twice_over_sample.cpp")
        (self.root / "lists/ir").mkdir()
        (self.root / "lists/ir/nn_ops.h.inc").write_text(self.operations("-gen-op-decls", "-op-shard-count=4"), encoding="utf-8")
        self.check_compiles("ir/ops/twice_over/twice_over.cpp", "lowering/families/twice_over/lower.cpp")
        self.check_golden("twice_over")
        self.assertIn("there is an operation nn.twice_over already", self.new("family", "twice_over").stderr)
        self.assertIn("there is a family elementwise already", self.new("family", "elementwise").stderr)

    def test_kernel(self):
        done = self.new("kernel", "softmax_of_two")
        self.assertEqual(done.returncode, 0, done.stderr)
        made = done.stdout.split()
        self.assertIn('"softmax.of_two"', self.text("lowering/kernels/softmax_of_two/softmax_of_two.cpp"))
        self.assertEqual(self.new("family", "twice_over").returncode, 0)
        self.edit("runtime/calls/twice_over/twice_over.h", ("  Operand input;", "  float scale = 1;\n  Operand input;"),
                  ("axis, input)", "axis, scale, input)"))
        done = self.new("kernel", "twice_over", "--family=twice_over")
        self.assertEqual(done.returncode, 0, done.stderr)
        first = [path for path in done.stdout.split() if "kernels/" in path]
        self.assertEqual(first, ["lowering/kernels/twice_over/twice_over.cl", "lowering/kernels/twice_over/twice_over.cpp"])
        made += first
        self.assertEqual(len(made), 6)
        self.assertIn('"twice_over"', self.text("lowering/kernels/twice_over/twice_over.cpp"))
        self.assertNotIn("DEVICES", self.text("test/numerics/twice_over/twice_over.mlir"))
        for path in made:
            if path.endswith(".cpp"):
                self.check_cpp(path)
        self.configure_lists()
        self.check_compiles(*(path for path in made if path.startswith("lowering/") and path.endswith(".cpp")))
        self.assertIn("copy a folder", self.new("kernel", "mine", "--family=conv2d").stderr)
        self.assertIn("copy a folder", self.new("kernel", "mine", "--family=twice_over").stderr)
        self.assertIn("there is no family mine", self.new("kernel", "mine", "--family=mine").stderr)


class Generators(Copy):
    def check_op(self, family, cpp, numerics):
        done = self.new("op", "twice_over", f"--family={family}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("TwiceOverOp", self.operations("-gen-op-decls"))
        if cpp:
            self.assertIn("TwiceOverOp::verify", (self.root / cpp).read_text(encoding="utf-8"))
            self.check_cpp(cpp)
        self.check_golden(numerics)
        again = self.new("op", "twice_over", f"--family={family}")
        self.assertIn("there is an operation nn.twice_over already", again.stderr)

    def test_elementwise(self):
        self.check_op("elementwise", None, "functions")

    def test_indexed(self):
        self.check_op("indexed", "ir/ops/data_movement/move.cpp", "data_movement")

    def test_composite(self):
        self.check_op("composite", "ir/ops/composite/composite.cpp", "composite")

    def test_pass(self):
        done = self.new("pass", "drop-double-relu")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("DROPDOUBLERELU", self.tblgen("-gen-pass-decls", "-name=NN", "passes/passes.td"))
        self.assertIn("simplify/drop_double_relu.cpp\n",
                      (self.root / "passes/CMakeLists.txt").read_text(encoding="utf-8"))
        self.check_cpp("passes/simplify/drop_double_relu.cpp")
        self.check_cpp("test/passes/simplify/drop_double_relu_test.cpp")
        self.assertIn("there is a pass --drop-double-relu already", self.new("pass", "drop_double_relu").stderr)

    def test_long_names_are_wrapped(self):
        for long in ["mine_from_last_to_first", "a_name_that_is_longer_than_all_that_there_are_in_the_dialect"]:
            for family, cpp in [("indexed", "ir/ops/data_movement/move.cpp"),
                                ("composite", "ir/ops/composite/composite.cpp")]:
                done = self.new("op", f"{long}_{family}", f"--family={family}")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.check_cpp(cpp)
            done = self.new("pass", long)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.check_cpp(f"passes/simplify/{long}.cpp")
            self.check_cpp(f"test/passes/simplify/{long}_test.cpp")

    def test_only_new_lines_are_touched(self):
        path = self.root / "ir/ops/data_movement/move.cpp"
        old = path.read_text(encoding="utf-8") + "int  mine ;\n"
        path.write_text(old, encoding="utf-8")
        self.assertEqual(self.new("op", "mine_from_last_to_first", "--family=indexed").returncode, 0)
        self.assertTrue(path.read_text(encoding="utf-8").startswith(old))

    def test_names_that_differ_in_underscores_clash(self):
        path = self.root / "ir/ops/elementwise/function.td"
        path.write_text(path.read_text(encoding="utf-8") + 'def NN_Exp2Op : NN_FunctionOp<"exp2", "x">;\n')
        for name, there in [("exp_2", "exp2"), ("gathernd", "gather_nd"), ("max_pool_2d", "max_pool2d"),
                            ("p_relu", "prelu"), ("con_stant", "constant")]:
            with self.subTest(name=name):
                done = self.new("op", name, "--family=indexed")
                self.assertIn(f"nn.{name} clashes with an operation nn.{there}:", done.stderr)
        self.assertIn("--absorbqdq clashes with a pass --absorb-qdq:", self.new("pass", "absorbqdq").stderr)
        self.assertEqual(self.new("op", "exp_3", "--family=elementwise").returncode, 0)

    def test_nothing_is_written_where_something_is_wrong(self):
        (self.root / "test/ir/ops/data_movement/mine.mlir").write_text("")
        before = (self.root / "ir/ops/data_movement/move.td").read_text(encoding="utf-8")
        done = self.new("op", "mine", "--family=indexed")
        self.assertIn("is there already", done.stderr)
        self.assertEqual((self.root / "ir/ops/data_movement/move.td").read_text(encoding="utf-8"), before)
        self.assertEqual(self.new("op", "Mine", "--family=indexed").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
