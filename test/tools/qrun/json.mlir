// Every command's document holds the figures that it prints, and every name in one stands on the page.
// RUN: rm -rf %t && %python %S/Inputs/every_json.py %products/qrun %t %S/../../models %S/../../../docs/reference/json.md | FileCheck %s

// Refuses two things on standard output, or in one file; a file that is read; a name that is no
// JSON.
// RUN: %python %S/../Inputs/make_array.py %t.x.npy f4:1,2:1,-2
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun calibrate %s --data=%t.x.npy -o - --json 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun calibrate %s --data=%t.x.npy -o %t.json --json=%t.json 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun run %s --input=%t.x.npy --json=%s 2>&1 | FileCheck %s --check-prefix=READ
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun run %s --input=%t.x.npy --json=%t.onnx 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun run %s --input=%t.x.npy --json= 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun run %s --input=%t.x.npy --json=/dev/full 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: qrun bench %s --json %t.bench.json --iterations=1 | FileCheck %s --check-prefix=BENCH
// RUN: qrun bench --json %s --iterations=1 | %python -c "import json, sys; json.load(sys.stdin)"

// CHECK: 21 commands, {{[0-9]+}} names
// TWICE: error: --json={{.*}}: the command's output has the same name; give the JSON file another one
// READ: is read here: write to another file
// NAME: error: --json: '{{.*}}.onnx': what is written is JSON, no .onnx
// EMPTY: error: --json= has no value
// FULL: error: /dev/full: cannot write: No space left on device
// BENCH: 1 runs each

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
