// A run does not replace what it reads by what it writes.
// RUN: %python %S/../Inputs/make_array.py %t.x.npy f4:1,2:1,-2
// RUN: cp %s %t.mlir && cp %t.x.npy %t.before.npy
// RUN: not qrun run %t.mlir --input=x=%t.x.npy --output=%t.x.npy 2>&1 | FileCheck %s
// RUN: not qrun calibrate %t.mlir --data=%t.x.npy -o %t.x.npy 2>&1 | FileCheck %s
// RUN: not qrun calibrate %t.mlir --data=%t.x.npy -o %t.mlir 2>&1 | FileCheck %s
// RUN: not qrun bench %t.mlir --json=%t.mlir 2>&1 | FileCheck %s
// RUN: cmp %s %t.mlir && cmp %t.x.npy %t.before.npy
// Nor does one file take two that it writes, however it is spelled, be it there or not.
// RUN: rm -rf %t.d && mkdir -p %t.d && cd %t.d
// RUN: not qrun calibrate %t.mlir --data=%t.x.npy -o t.json --json=./t.json 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not qrun bench %t.mlir --export-times=t.json --json=%t.d/t.json 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not qrun bench %t.mlir --export-times=t.json --export-layers=./t.json 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not qrun compare %t.mlir %t.mlir --svg=t.svg --json=./t.svg 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not qrun report %t.mlir -o out --onnx=out 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not qrun quantize %t.mlir --data=%t.x.npy --keep -o z.mlirbc --json=z.json 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not ls %t.d/*

// CHECK: is read here: write to another file
// TWICE: the command's output has the same name; give the JSON file another one
// ONE: are one file: give each its own
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
