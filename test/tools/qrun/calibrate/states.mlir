// A state of two layers beside a batch of 1 is one sample's: each sample has its own, or one serves all. As two samples it would be
// refused, or halved. An input of one row before one of several is no reason to show a run several samples.
// RUN: %python %S/../../Inputs/make_array.py %t.own.npz x=f4:2,3:1,2,3,4,5,6 state=f4:2,2,1,3:0,0,0,9,0,0,0,-8,0,0,0,7
// RUN: %python %S/../../Inputs/make_array.py %t.one.npz x=f4:2,3:1,2,3,4,5,6 state=f4:2,1,3:0,0,0,9,0,0
// RUN: qrun calibrate %s --data=%t.own.npz --calibrator=moving-average -o %t.own.json && FileCheck %s --check-prefix=OWN < %t.own.json
// RUN: qrun calibrate %s --data=%t.one.npz --calibrator=moving-average -o %t.one.json && FileCheck %s --check-prefix=ONE < %t.one.json
// RUN: qrun eval %s --against=%s --data=%t.own.npz | tr -s ' ' | FileCheck %s --check-prefix=EVAL
// RUN: qrun compare %s %s --data=%t.own.npz | FileCheck %s --check-prefix=COMPARE
// RUN: sed -e 's/1x3xf32/?x3xf32, #nn.dims<N>/g' -e 's/2x?x3xf32, #nn.dims<N>/2x?x3xf32, #nn.dims<N>/g' %s > %t.open.mlir
// RUN: qrun calibrate %t.open.mlir --data=%t.own.npz --calibrator=moving-average -o %t.open.json && FileCheck %s --check-prefix=OWN < %t.open.json
// RUN: sed -e 's/tensor<1x3xf32>/tensor<4x3xf32>/g' -e 's/tensor<2x1x3xf32>/tensor<1x3xf32>/g' -e 's/%%x: \([^,]*\), %%s: \([^)]*\))/%%s: \2, %%x: \1)/' %s > %t.fixed.mlir
// RUN: %python %S/../../Inputs/make_array.py %t.fixed.npz x=f4:5,3:1,2,3,4,5,6,-1,-2,-3,0,0,0,-4,3,1 state=f4:1,3:0,0,0
// RUN: qrun calibrate %t.fixed.mlir --data=%t.fixed.npz --calibrator=moving-average -o %t.fixed.json && FileCheck %s --check-prefix=FIXED < %t.fixed.json
// RUN: qrun bench %t.fixed.mlir --iterations=1 | tr -s ' ' | FileCheck %s --check-prefix=BENCH

// OWN: "samples": 2
// Of minima 0 and -8, maxima 9 and 7.
// OWN: "state": [
// OWN-NEXT: -4,
// OWN-NEXT: 8
// OWN: "x": [
// OWN-NEXT: 2.5,
// OWN-NEXT: 4.5
// ONE: "samples": 2
// ONE: "state": [
// ONE-NEXT: 0,
// ONE-NEXT: 9
// EVAL: y 0 of 2 exact
// EVAL-NEXT: next - exact
// COMPARE: next {{.*}} 0 of 6
// Of minima 1, 4, -3, 0, -4 and maxima 3, 6, -1, 0, 3.
// FIXED: "samples": 5
// FIXED: "x": [
// FIXED-NEXT: -0.4
// FIXED-NEXT: 2.2
// BENCH: fixed.mlir host 4

func.func @main(%x: tensor<1x3xf32> {nn.name = "x"}, %s: tensor<2x1x3xf32> {nn.name = "state"}) -> (tensor<1x3xf32> {nn.name = "y"}, tensor<2x1x3xf32> {nn.name = "next"}) {
  %y = nn.relu %x {nn.name = "y"} : (tensor<1x3xf32>) -> tensor<1x3xf32>
  %n = nn.relu %s {nn.name = "next"} : (tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
  return %y, %n : tensor<1x3xf32>, tensor<2x1x3xf32>
}
