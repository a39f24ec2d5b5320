// What a run reads is not replaced by what it writes.
// RUN: %python %S/../Inputs/make_array.py %t.x.npy f4:1,2:1,-2
// RUN: cp %s %t.mlir && cp %t.x.npy %t.before.npy
// RUN: not qrun run %t.mlir --input=x=%t.x.npy --output=%t.x.npy 2>&1 | FileCheck %s
// RUN: not qrun calibrate %t.mlir --data=%t.x.npy -o %t.x.npy 2>&1 | FileCheck %s
// RUN: not qrun calibrate %t.mlir --data=%t.x.npy -o %t.mlir 2>&1 | FileCheck %s
// RUN: not qrun bench %t.mlir --json=%t.mlir 2>&1 | FileCheck %s
// RUN: cmp %s %t.mlir && cmp %t.x.npy %t.before.npy

// CHECK: is read here: write to another file
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
