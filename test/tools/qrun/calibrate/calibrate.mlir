// Min-max of every value over three samples in two files, on each kind of device;
// what is no number is an error that names the sample or the layer.
// RUN: rm -rf %t.d %t.no.json && mkdir %t.d
// RUN: %python %S/../../Inputs/make_array.py %t.d/a.npy u1:2,2:10,22,30,40
// RUN: %python %S/../../Inputs/make_array.py %t.d/b.npy u1:2:4,50
// RUN: qrun calibrate %s --data=%t.d -o %t.host.json 2>&1 | FileCheck %s --check-prefix=LINES
// RUN: FileCheck %s < %t.host.json
// RUN: qrun calibrate %s --data=%t.d -o %t.ref.json --device=reference --batch=1
// RUN: diff %t.host.json %t.ref.json
// RUN: %python %S/../../Inputs/make_array.py %t.nan.npz x=f4:3,2:1,2,3,nan,5,6
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun calibrate %s --data=%t.nan.npz -o %t.no.json 2>&1 | FileCheck %s --check-prefix=SAMPLE
// RUN: %python %S/../../Inputs/make_array.py %t.neg.npz x=f4:1,2:1,2
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun calibrate %s --data=%t.neg.npz --preprocessed -o %t.no.json 2>&1 | FileCheck %s --check-prefix=LAYER
// RUN: not ls %t.no.json
// RUN: %python %S/../../Inputs/make_array.py %t.bad.npy f4:2,3:1,2,3,4,5,6
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun calibrate %s --data=%t.bad.npy -o %t.no.json 2>&1 | FileCheck %s --check-prefix=SHAPE

// LINES: calibrate 3/3
// CHECK: "version": 2
// CHECK: "samples": 3
// CHECK: "calibrator": "min-max"
// CHECK: "preprocess": {
// CHECK: "mean": [
// CHECK-NEXT: 50
// CHECK: "ranges": {
// CHECK: "n": [
// CHECK-NEXT: 0,
// CHECK-NEXT: 46
// CHECK: "s": [
// CHECK: "x": [
// CHECK-NEXT: -46,
// CHECK-NEXT: 0
// SAMPLE: nan.npz, sample 1: input 'x' holds a NaN at [1]; put a number there, or remove the sample
// LAYER: layer 's' computes a NaN for {{.*}}neg.npz, sample 0; check
// SHAPE: bad.npy: has shape 2x3; samples for input 'x' have shape 2,

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x", nn.preprocess = #nn.preprocess<mean = [50.0], std = [1.0]>}) -> tensor<?x2xf32, #nn.dims<N>> {
  %n = nn.neg %x {nn.name = "n"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %s = nn.sqrt %n {nn.name = "s"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %s : tensor<?x2xf32, #nn.dims<N>>
}
