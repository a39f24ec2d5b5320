// A model of fixed batch is shown one sample a run by whoever measures samples, and strides of its own by eval.
// RUN: %python %S/../../Inputs/make_array.py %t.one.npy f4:1,4:1,2,3,100
// RUN: qrun calibrate %s --data=%t.one.npy -o %t.json
// RUN: FileCheck %s --check-prefix=ONE < %t.json
// RUN: %python %S/../../Inputs/make_array.py %t.a.npy f4:3,4:1,2,3,4,5,6,7,8,-1,2,-3,9
// RUN: %python %S/../../Inputs/make_array.py %t.b.npy f4:2,4:0,1,0,1,4,3,2,-7
// RUN: rm -rf %t.all && mkdir %t.all && cp %t.a.npy %t.all/a.npy && cp %t.b.npy %t.all/b.npy
// RUN: qrun calibrate %s --data=%t.all -o %t.limits.json
// RUN: qrun calibrate %s --data=%t.all --calibrator=percentile --percentile=90 --partial -o %t.whole.json
// RUN: qrun calibrate %s --data=%t.a.npy --calibrator=percentile --percentile=90 --limits=%t.limits.json --partial -o %t.1.json
// RUN: qrun calibrate %s --data=%t.b.npy --calibrator=percentile --percentile=90 --limits=%t.limits.json --partial -o %t.2.json
// RUN: qrun merge %t.1.json %t.2.json --partial -o %t.merged.json && diff %t.merged.json %t.whole.json
// RUN: sed -e 's/2x4xf32/?x4xf32, #nn.dims<N>/g' -e 's/4x2xf32/4x?xf32, #nn.dims<N>/g' %s > %t.open.mlir
// RUN: qrun calibrate %t.open.mlir --data=%t.all --calibrator=moving-average -o %t.open.json
// RUN: qrun calibrate %s --data=%t.all --calibrator=moving-average -o %t.fixed.json
// RUN: FileCheck %s --check-prefix=MEANS < %t.open.json && FileCheck %s --check-prefix=MEANS < %t.fixed.json
// RUN: %python %S/../../Inputs/make_array.py %t.npz x=f4:5,4:1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,1,0,0,0 labels=i8:5:0,1,2,3,3
// RUN: qrun eval %s --against=%t.open.mlir --data=%t.npz --output-name=x2 --batch=32 | FileCheck %s --check-prefix=EVAL
// RUN: qrun eval %t.open.mlir --against=%s --data=%t.npz --output-name=x2 --batch=3 | FileCheck %s --check-prefix=EVAL

// ONE: "t": [
// ONE-NEXT: 1,
// ONE-NEXT: 100
// Of minima 1, 5, -3, 0, -7 and maxima 4, 8, 9, 1, 4.
// MEANS: "t": [
// MEANS-NEXT: -0.8
// MEANS-NEXT: 5.2
// EVAL: accuracy 80.00 % (4 of 5)
// EVAL: flips: 0 of 5

func.func @main(%x: tensor<2x4xf32> {nn.name = "x"}) -> (tensor<2x4xf32> {nn.name = "x2"}, tensor<4x2xf32> {nn.name = "t2"}) {
  %y = nn.relu %x {nn.name = "y"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %t = nn.transpose %x {permutation = array<i64: 1, 0>, nn.name = "t"} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return %y, %t : tensor<2x4xf32>, tensor<4x2xf32>
}
