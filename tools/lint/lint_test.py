"""Each lint against bad examples: it must complain, and leave the good twin alone."""

import shutil
import tempfile
import unittest
from pathlib import Path

import benches
import dead_checks
import folders
import formatting
import include_arrows
import isa_objects
import kernel_rooms
import kernel_words
import ladders
import numerics_labels
import one_definition
import shared_libraries
import sizes
import test_places


class IncludeArrows(unittest.TestCase):
    def complains(self, path, line):
        return bool(include_arrows.check_text(path, line))

    def test_forbidden(self):
        for path, line in [
            ("passes/fold/a.cpp", '#include "lowering/lower.h"'),
            ("lowering/a.cpp", '#include "passes/passes.h"'),
            ("ir/a.cpp", '#include "passes/passes.h"'),
            ("ir/a.cpp", '#include "runtime/format/program.h"'),
            ("importers/onnx/a.cpp", '#include "lowering/lower.h"'),
            ("lowering/a.cpp", '#include "runtime/core/qrt.h"'),
            ("runtime/numerics/a.cpp", '#include "runtime/format/program.h"'),
            ("runtime/core/a.cpp", '#include "ir/nn.h"'),
            ("runtime/core/a.cpp", "#include <llvm/ADT/StringRef.h>"),
            ("runtime/core/a.cpp", '# include "mlir/IR/Builders.h"'),
            ("ir/a.cpp", '#include "tools/io/arrays/npy.h"'),
            ("tools/qopt/a.cpp", '#include "test/runtime/cases.h"'),
            ("runtime/core/a.cpp", "#include <CL/cl.h>"),
            ("runtime/core/a.cpp", "#include <sqlite3.h>"),
            ("ir/a.cpp", '#include "nn.h"'),
        ]:
            with self.subTest(path=path, line=line):
                self.assertTrue(self.complains(path, line))

    def test_allowed(self):
        for path, line in [
            ("passes/fold/a.cpp", '#include "ir/nn.h"'),
            ("ir/reference/a.cpp", '#include "runtime/numerics/types/tensor.h"'),
            ("lowering/a.cpp", '#include "runtime/format/program.h"'),
            ("runtime/drivers/host/a.cpp", '#include "runtime/core/driver.h"'),
            ("runtime/drivers/opencl/a.cpp", "#include <CL/cl.h>"),
            ("runtime/cache/a.cpp", "#include <sqlite3.h>"),
            ("tools/qrun/a.cpp", '#include "lowering/lower.h"'),
            ("test/lowering/a.cpp", '#include "tools/io/arrays/npy.h"'),
            ("ir/a.cpp", '#include "mlir/IR/Builders.h"'),
            ("ir/a.cpp", "#include <vector>"),
            ("ir/a.cpp", '// #include "tools/io/arrays/npy.h"'),
        ]:
            with self.subTest(path=path, line=line):
                self.assertFalse(self.complains(path, line))


class Sizes(unittest.TestCase):
    def test_file_limits(self):
        for path, limit in [("ir/a.cpp", 500), ("ir/a.td", 500), ("lowering/kernels/a/a.cl", 400),
                            ("test/ir/a.mlir", 150), ("tools/a.py", 500)]:
            with self.subTest(path=path):
                line = "# x\n" if path.endswith(".py") else "\n"
                self.assertEqual(len(sizes.check({path: line * (limit + 1)})[0]), 1)
                self.assertEqual(sizes.check({path: line * limit})[0], [])

    def test_function_limit(self):
        def function(lines):
            return "namespace a {\nint f(int x) {\n" + "  ++x;\n" * (lines - 2) + "}\n}\n"
        found, _ = sizes.check({"ir/a.cpp": function(81)})
        self.assertEqual(found, ["ir/a.cpp:2: function f has 81 lines, limit 80"])
        self.assertEqual(sizes.check({"ir/a.cpp": function(80)})[0], [])
        self.assertEqual(len(sizes.check({"tools/a.py": "def f():\n" + "  x = 1\n" * 80})[0]), 1)

    def test_finds_functions(self):
        text = '''
struct Row { int a{1}; int get() const { return a; } };
const int table[] = {
  1, 2};
template <class T> void apply(T &&t) {
  if (t) { auto s = "}{"; char c = '{'; } // }
  switch (1'000) { default: break; }
}
A::A() : x{1}, y(2) {
  y = [&] { return 3; }();
}
#define M(x) { \\
  x
TEST(Suite, Case) { auto r = R"x({)x"; }
extern "C" { int c() { return 0; } }
'''
        self.assertEqual([(line, name, size) for line, name, size in sizes.cpp_functions(text)],
                         [(2, "get", 1), (5, "apply", 4), (9, "A::A", 1), (9, "y", 3),
                          (14, "TEST(Suite, Case)", 1), (15, "c", 1)])

    def test_allowances(self):
        files = {"ir/a.cpp": "\n" * 600}
        self.assertEqual(sizes.check(files, "ir/a.cpp 600  # one table\n")[0], [])
        self.assertEqual(len(sizes.check(files, "ir/a.cpp 599  # one table\n")[0]), 1)
        self.assertEqual(len(sizes.check({"ir/a.cpp": "\n"}, "ir/a.cpp 600  # stale\n")[0]), 1)
        with self.assertRaises(ValueError):
            sizes.check(files, "ir/a.cpp 600\n")


class KernelRooms(unittest.TestCase):
    ROOM = {"lowering/kernels/dot/dot.cl": "", "lowering/kernels/dot/dot.cpp": '.name = "conv2d.dot", .family = TopKCall::family, .text = {"dot", "dot.cl"}',
            "test/lowering/kernels/dot/dot_sample.cpp": '"conv2d.dot"'}

    def complaints(self, more=None, without=()):
        files = {path: text for path, text in {**self.ROOM, **(more or {})}.items() if path not in without}
        return kernel_rooms.check(files)[0]

    def test_what_a_room_lacks(self):
        self.assertEqual(self.complaints(), [])
        self.assertEqual(len(self.complaints(without=["lowering/kernels/dot/dot.cpp"])), 1)
        own = ["test/lowering/kernels/dot/dot_sample.cpp"]
        self.assertEqual(len(self.complaints(without=own)), 1)
        self.assertEqual(self.complaints({"test/runtime/calls/top_k/top_k_sample.cpp": ""}, without=own), [])

    def test_who_knows_a_kernel(self):
        for path, text, bad in [
            ("lowering/select/a.cpp", 'kernel.name == "conv2d.dot"', 1),
            ("tools/qrun/a.cpp", '"conv2d.dot"', 1),
            ("test/lowering/select/a_test.cpp", '"conv2d.dot"', 0),
            ("lowering/kernels/tiled/tiled.cpp", '"conv2d.dot"', 0),
            ("lowering/select/a.cpp", '#include "lowering/kernels/dot/dot.h"', 1),
            ("lowering/emit/a.cpp", '#include "lowering/select/select.h"', 1),
            ("lowering/tune/a.cpp", '#include "lowering/select/select.h"', 0),
        ]:
            with self.subTest(path=path, text=text):
                self.assertEqual(len(self.complaints({path: text})), bad)


class KernelWords(unittest.TestCase):
    def found(self, line, path="lowering/kernels/a.cl"):
        return kernel_words.check({path: line + "\n"})[0]

    def test_keywords_of_opencl(self):
        for line in ["for (int half = 0; half < 2; ++half)", "void f(f32 sums[8], int half)", "u32 global[4];",
                     "const f32 *private = sums;"]:
            with self.subTest(line=line):
                self.assertEqual(len(self.found(line)), 1)

    def test_what_is_no_such_name(self):
        for line in ["for (int row = 0; row < 2; ++row)", "int halfOf(int x)", "int x; // the int half of it",
                     "typedef half f16;"]:
            with self.subTest(line=line):
                self.assertFalse(self.found(line))
        self.assertFalse(self.found("int half;", "runtime/core/a.h"))


class DeadChecks(unittest.TestCase):
    RUN = "// RUN: qopt %s | FileCheck %s\n"

    def found(self, text):
        return dead_checks.check_text("test/a.mlir", text)

    def test_dead_lines(self):
        for line in ["// CHECK-NEXT %x", "// CHECK %x = nn.conv", "// CHECK-NXT: %x", "// CHEKC: %x",
                     "// CHECK : %x", "// OTHER-NEXT: %x", "// CHECK-ALL: %x", "// CHCK-NEXT: %x",
                     "// CHECK-COUNT: x", "// expected-error@+1 {{x}}"]:
            with self.subTest(line=line):
                self.assertEqual(len(self.found(self.RUN + "// CHECK: a\n" + line)), 1)

    def test_live_lines(self):
        for line in ["// CHECK-NEXT: %x", "// CHECK-COUNT-2: %x", "// CHECK-DAG: x", "// CHECK{LITERAL}: [[x]]",
                     "// A NOTE: this is fine", "// Checks that: it works", "// TODO: more", "// CHECK-EMPTY:",
                     "// NN-conv stays"]:
            with self.subTest(line=line):
                self.assertEqual(self.found(self.RUN + "// CHECK: a\n" + line), [])

    def test_prefixes(self):
        run = "// RUN: qopt %s | FileCheck %s --check-prefixes=A,B-C\n"
        self.assertEqual(self.found(run + "// A: x\n// B-C-NEXT: y\n"), [])
        self.assertEqual(len(self.found(run + "// A: x\n")), 1)
        self.assertEqual(len(self.found(run + "// A: x\n// B-C: y\n// CHECK: z\n")), 1)
        continued = "// RUN: qopt %s | \\\n// RUN:   FileCheck %s --check-prefix=A\n// A: x\n"
        self.assertEqual(self.found(continued), [])

    def test_run_lines(self):
        self.assertEqual(len(self.found("// CHECK: x\n")), 1)
        self.assertEqual(len(self.found("// RUN: qopt %s\n// CHECK: x\n")), 1)
        self.assertEqual(self.found("// RUN: qopt %s --verify-diagnostics\n// expected-error {{x}}\n"), [])


class NumericsLabels(unittest.TestCase):
    PAGE = '- <a id="E1"></a>**(E1)** one\n| <a id="W2"></a>**(W2)** | two |\n'
    TEST = {"test/a.mlir": "// (E1, W2)\n"}

    def found(self, files, page=PAGE):
        return numerics_labels.check(files, page)[0]

    def test_known_and_tested(self):
        for text in ["// E2 of it (E1).", "// As (E1 and W2) have it", "docs/reference/numerics.md (W2)",
                     "// (C7) is an operation's own", "// a value (I32)", "f(E9);", "cast<T>(E9)"]:
            with self.subTest(text=text):
                self.assertEqual(self.found({**self.TEST, "ir/a.cpp": text}), [])

    def test_unknown(self):
        for text in ["// (E9)", "// (E1, E9)", "// (W2 or E9)", "numerics.md (E9)"]:
            with self.subTest(text=text):
                self.assertEqual(self.found({**self.TEST, "ir/a.cpp": text}),
                                 ["ir/a.cpp:1: (E9) does not stand in docs/reference/numerics.md"])

    def test_without_a_test(self):
        self.assertEqual(self.found({"test/a.mlir": "// (E1)", "ir/a.cpp": "// (W2)"}),
                         ["docs/reference/numerics.md:2: no test cites (W2)"])

    def test_page(self):
        for line in ["**(E3)** no anchor", '<a id="E4"></a>**(E3)** another\'s', '<a id="C3"></a>**(C3)** a constraint\'s',
                     '<a id="I8"></a>**(I8)** a type\'s', '<a id="E1"></a>**(E1)** twice']:
            with self.subTest(line=line):
                wrong = self.found({"test/a.mlir": "// (E1, W2) (E3)"}, self.PAGE + line)
                self.assertIn(":3: ", wrong[0])


class Ladders(unittest.TestCase):
    def found(self, text, path="ir/a.cpp", **options):
        return ladders.check_text(path, text, **options)

    def test_ladders(self):
        for text in ["switch (t) {\ncase qrt::ElementType::F32: return 1;\ncase ElementType::I8: break; }",
                     "switch (t) { case ElementType::F32: return 1; default: return 0; }",
                     "bool b = t == ElementType::I8 ||\n t == qrt::ElementType::U8;",
                     "return t != ElementType::I8 ? t == ElementType::U8 ? 1 : 2 : 3;",
                     "switch (op) { case ScalarOp::AddF: break; }"]:
            with self.subTest(text=text):
                self.assertEqual(len(self.found(text)), 1)

    def test_no_ladders(self):
        for text in ["if (t == ElementType::F32) f(); if (t == ElementType::I8) g();",
                     "// case ElementType::F32:", 'f("case ElementType::F32");',
                     "return a == ElementType::F32 && b == ElementType::F32;",
                     "allocate(ElementType::F32, ElementType::I8);",
                     "if (op == ScalarOp::Select && t == ElementType::F32) f();"]:
            with self.subTest(text=text):
                self.assertEqual(self.found(text), [])

    def test_allowed_places(self):
        text = "switch (t) { case ElementType::F32: return 1; }"
        self.assertEqual(self.found(text, "runtime/numerics/types/element_type.h"), [])

    def test_casts(self):
        casts = ladders.Ladder("ops", None, r"\b(?:isa|dyn_cast)<([^<>]*Op)>", "ask the interface", {"ir/": "families"})
        chain = "if (isa<ConvOp, MatmulOp>(op)) f();"
        self.assertEqual(len(self.found(chain, "passes/a.cpp", ladders=[casts])), 1)
        self.assertEqual(self.found(chain, ladders=[casts]), [])
        self.assertEqual(self.found("if (isa<ConvOp>(op)) f();", "passes/a.cpp", ladders=[casts]), [])


class IsaObjects(unittest.TestCase):
    def test_shared_symbols(self):
        output = "0000 T qrt::isa_avx2::sum(int)\n0000 W std::min(int, int)\n     U memcpy\n0000 t helper\n"
        self.assertEqual(isa_objects.shared_symbols(output), ["std::min(int, int)"])


class Benches(unittest.TestCase):
    NAMES = ["copy/dense/baseline/min_time:0.050", "copy/dense/avx2", "scan/rows/baseline", "copy/exp/libm f32",
             "pool/loops of 4 us/real_time"]

    def test_complains(self):
        found, report = benches.check(["copy", "scan", "order"], self.NAMES)
        self.assertEqual([line.split(":")[0] for line in found],
                         ["runtime/calls/order"] * 2 + ["runtime/calls/scan"])
        self.assertIn("benchmark scan/…/avx2", found[-1])
        self.assertEqual(report, "3 families on avx2, baseline")
        self.assertEqual(len(benches.check(["copy"], [])[0]), 1)

    def test_allows(self):
        self.assertEqual(benches.check(["copy"], self.NAMES)[0], [])


class SharedLibraries(unittest.TestCase):
    OURS = ("_ZN3qrt6Tensor8allocateEv", "_ZNK3qrt6Tensor4sizeEv", "_ZTVN3qrt6DeviceE", "_ZThn8_N3qrt6Device3runEv")

    def test_exports(self):
        check = shared_libraries.check_exports
        self.assertEqual(check("qrt", [("T", name) for name in self.OURS]), [])
        self.assertEqual(check("qopt", [("D", "_ZN4mlir6detail14TypeIDResolverIN4qopt2nn6ReluOpEvE2idE")]), [])
        for name in ("sqlite3_open", "_ZNSt6vectorIN3qrt6TensorESaIS1_EED1Ev", "_ZN4qopt2nn5keyOfEv"):
            self.assertEqual(len(check("qrt", [("T", name)])), 1, name)

    def test_copies(self):
        exported = [("T", self.OURS[0]), ("W", self.OURS[1])]
        check = shared_libraries.check_single
        self.assertEqual(check(exported, "a.so", [("t", self.OURS[1]), ("T", "_ZN4qopt4loadEv")]), [])
        self.assertEqual(len(check(exported, "a.so", [("t", self.OURS[0])])), 1)

    def test_needed(self):
        check = shared_libraries.check_needed
        self.assertEqual(check("qrt", "libqrt.so.0.1", ["libsqlite3.so.0"]), [])
        self.assertEqual(check("qopt", "libqopt.so.0.1", ["libqrt.so.0.1", "libMLIR.so.22.1"]), [])
        self.assertEqual(len(check("qrt", "libqrt.so", ["libLLVM.so.22.1"])), 2)
        self.assertEqual(len(check("qopt", "libqopt.so.0.1", [])), 1)
        for name in ("libOpenCL.so.1", "libcuda.so.1", "libnvrtc.so.12", "libMLIR.so.22.1", "libasan_tool.so"):
            self.assertEqual(len(check("qrt", "libqrt.so.0.1", ["libc.so.6", name])), 1, name)
        self.assertEqual(check("qrt", "libqrt.so.0.1", ["libasan.so.8", "libubsan.so.1"]), [])
        check = shared_libraries.check_allowed
        self.assertEqual(check("a program in C", "p", ["libqrt.so.0.1", "libc.so.6"]), [])
        self.assertEqual(len(check("a program in C", "p", ["libqrt.so.0.1", "libstdc++.so.6"])), 1)

    def test_interface(self):
        header = "/* qrt_old(); */ uint32_t qrt_a(void);\nqrt_status *qrt_b(qrt_device *device);"
        listed = shared_libraries.names_in("{ global: _ZN3qrt*; qrt_a; qrt_b; /* qrt_old; */ local: *; };")
        self.assertEqual(listed, {"qrt_a", "qrt_b"})
        check = shared_libraries.check_interface
        exported = [("T", "qrt_a"), ("T", "qrt_b")]
        self.assertEqual(check(listed, header, exported), [])
        self.assertEqual(len(check(listed, header, exported[:1])), 1)
        self.assertEqual(len(check({"qrt_a"}, header, exported)), 1)
        self.assertEqual(len(check(listed | {"qrt_c"}, header, exported)), 2)
        self.assertEqual(len(shared_libraries.check_exports("qrt", exported, {"qrt_a"})), 1)


class TestPlaces(unittest.TestCase):
    SOURCES = {"ir/types/dims.cpp": "", "ir/reference/conv.cpp": "", "passes/quantize/pairs/absorb_qdq.cpp": ""}

    def complaints(self, *tests):
        return test_places.check({**self.SOURCES, **{test: "" for test in tests}})[0]

    def test_in_place(self):
        self.assertEqual(self.complaints("test/ir/dims_test.cpp", "test/ir/reference/conv_test.cpp",
                                         "test/ir/conv_test.cpp", "test/passes/quantize/pairs/absorb_test.cpp",
                                         "test/passes/quantize/quantize_test.cpp", "test/ir/conversions_test.cpp",
                                         "test/fuzz/anything_test.cpp", "test/ir/parsed.cpp"), [])

    def test_astray(self):
        for test in ("test/ir/dim_test.cpp", "test/ir/family/dims_test.cpp", "test/passes/dims_test.cpp",
                     "test/passes/quantize/conversions_test.cpp"):
            with self.subTest(test=test):
                self.assertEqual(len(self.complaints(test)), 1)


class Folders(unittest.TestCase):
    A, B = '#include "ir/b/b.h"\n', '  # include "ir/a/a.h"\n'

    def pairs(self, **texts):
        files = {path.replace("__", "/") + ".h": text for path, text in texts.items()}
        return folders.check(files, files)[0]

    def test_crowded(self):
        paths = [f"ir/a/{number}.cpp" for number in range(folders.LIMIT)]
        self.assertEqual(folders.crowded(paths + ["ir/a/b/c.cpp", "ir/c.cpp"]), [])
        self.assertEqual(folders.crowded(paths + ["ir/a/notes.txt"]),
                         ["ir/a: 31 files, limit 30: part it by what they are"])

    def test_pairs(self):
        self.assertEqual(
            self.pairs(ir__a__a=self.A, ir__b__b=self.B),
            ["ir/a and ir/b include each other: ir/a/a.h includes ir/b/b.h, ir/b/b.h includes ir/a/a.h"])
        self.assertEqual(self.pairs(ir__a__a=self.A, ir__a__c=self.B, ir__b__b=""), [])
        self.assertEqual(len(self.pairs(ir__a__a=self.A, ir__b__c=self.B, ir__b__b="")), 1)

    def test_no_pairs(self):
        for text in ['#include "ir/a/absent.h"', '#include <ir/a/a.h>', '// #include "ir/a/a.h"', '#include "ir/b/b.h"',
                     '// Generated by nobody\n#include "ir/a/a.h"']:
            with self.subTest(text=text):
                self.assertEqual(self.pairs(ir__a__a=self.A, ir__b__b=text), [])


class OneDefinition(unittest.TestCase):
    def complaints(self, **texts):
        return one_definition.check({path.replace("__", "/") + ".h": text for path, text in texts.items()})[0]

    def test_twice(self):
        found = self.complaints(lowering__a="namespace q {\nstruct Region {\n  int a;\n};\n}",
                                passes__a="namespace q {\nenum class Region : int { A };\n}")
        self.assertEqual(found, ["passes/a.h:2: q::Region is defined in lowering/a.h:2 too: rename one of them, or put "
                                 "what one source alone uses in an anonymous namespace"])
        struct = "struct S final : public B<int> { int a; };"
        for first, second in [("namespace q { %s }", "namespace q { namespace { int i; } %s }"),
                              ("namespace q::r { %s }", "namespace q { namespace r { %s } }"),
                              ("class C { public: %s };", "class C { %s };")]:
            with self.subTest(first=first, second=second):
                self.assertTrue(self.complaints(ir__a=first % struct, passes__a=second % struct))
        template = "template <typename T, class U> struct S { T t; };"
        self.assertTrue(self.complaints(ir__a=template, tools__qrun__a=template))

    def test_different(self):
        for first, second in [("namespace q { struct S { }; }", "namespace r { struct S { }; }"),
                              ("namespace { struct S { }; }", "namespace { struct S { }; }"),
                              ("struct S { };", "struct S;"),
                              ("struct S { };", "struct S f() { return {}; }"),
                              ("void f() { struct S { }; }", "void g() { struct S { }; }"),
                              ("struct A { struct S { }; };", "struct B { struct S { }; };"),
                              ("struct S { };", "template <> struct S<int> { };"),
                              ("struct S { };", "// struct S { };")]:
            with self.subTest(first=first, second=second):
                self.assertEqual(self.complaints(ir__a=first, passes__a=second), [])
        self.assertEqual(self.complaints(tools__qopt__a="struct S { };", tools__qrun__a="struct S { };"), [])
        self.assertEqual(self.complaints(test__a="struct S { };", test__b="struct S { };"), [])


class Formatting(unittest.TestCase):
    def check(self, *paths, program=formatting.PROGRAM):
        with tempfile.TemporaryDirectory() as root:
            for path in paths:
                (Path(root) / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(root) / path).write_text("int  f( ) ;\nint  g( ) ;\n" if "bad" in path else "int f();\n")
            return formatting.check(paths, root, program)

    def test_bad(self):
        if not shutil.which(formatting.PROGRAM):
            self.skipTest(formatting.PROGRAM + " is not installed")
        found, report = self.check("ir/good.h", "ir/bad.cpp", "lowering/bad.h", "lowering/kernels/bad/bad.h", "ir/bad.td")
        self.assertEqual(found, [f"{path}:1: not formatted: ./run format" for path in ("ir/bad.cpp", "lowering/bad.h")])
        self.assertEqual(report, "3 files")

    def test_absent(self):
        found, report = self.check("ir/bad.cpp", program="clang-format-of-nobody")
        self.assertEqual(found, [])
        self.assertIn("not checked", report)


if __name__ == "__main__":
    unittest.main()
