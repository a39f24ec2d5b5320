// A norm is read by a layer and by a sum, as behind the sums of a transformer: the layer reads a product of it, whose channels are
// alike, under dynamic ranges and measured ones, where layers are rounded one after the other, too. A gain of 64 makes one channel far larger than the others.
// RUN: rm -rf %t && mkdir -p %t/a %t/b && %python %S/../Inputs/leaning_samples.py %t/d.npy 200
// RUN: cd %t/a && qrun quantize %s --data=../d.npy --mode=dynamic --smooth=0.5 --repair --keep -o q.mlir > out 2> told && FileCheck %s < out && FileCheck %s --check-prefix=NETWORK < q.mlir
// RUN: grep '^. q' %t/a/out | sed 's/^..//' > %t/b/steps.sh && cd %t/b && sh -e steps.sh > /dev/null && diff %t/a/q.mlir q.mlir
// RUN: cd %t && qrun quantize %s --data=d.npy --mode=quantize --calibrator=min-max --smooth=0.5 -o q.mlir | FileCheck %s --check-prefix=MEASURED
// RUN: cd %t && qrun quantize %s --data=d.npy --mode=dynamic --json=j.json -o q.mlir > out 2> told
// RUN: %python %S/../Inputs/read_json.py %t/j.json "sorted((s['setting'], s['smoothing']) for s in document['contest']['settings'] if s['mode'] == 'dynamic')" | FileCheck %s --check-prefix=JSON
// RUN: cd %t && qrun quantize %s --data=d.npy --mode=dynamic --weight-bits=4 -o q.mlir | FileCheck %s --check-prefix=FEW
// RUN: cd %t && qrun repair %s --data=d.npy --smooth=0.5 --round --sequential --bits=4 -o both.mlir > log && qrun repair %s --data=d.npy --smooth=0.5 -o first.mlir > log
// RUN: cd %t && qrun repair first.mlir --data=d.npy --round --sequential --bits=4 -o second.mlir > log && diff both.mlir second.mlir
// RUN: cd %t && qrun quantize %s --data=d.npy --no-repair -o q.mlir | FileCheck %s --check-prefix=NONE
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun quantize %s --data=%t/d.npy --smooth=2 -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=WRONG

// CHECK: $ qrun repair q.float.mlirbc {{.*}} --smooth=0.5 --round --correct-bias
// CHECK: integer {{.*}} dB
// NETWORK: nn.mul {{.*}} {nn.name = "n_smoothed"}
// MEASURED: chosen: {{.*}}, min-max, smoothed
// MEASURED: integer {{.*}} 1 of 1
// JSON: ('dynamic, smoothed + rounded + bias corrected', 0.5)
// FEW: integer {{.*}} dB
// NONE-NOT: smoothed
// NONE: integer
// WRONG: --smooth: {{.*}}2

func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x4xf32, #nn.dims<N>> {
  %g = nn.constant {nn.name = "g"} dense<[64.0, 1.0, 1.0, 0.5]> : tensor<4xf32>
  %o = nn.constant {nn.name = "o"} dense<[0.0, 0.25, -0.25, 0.0]> : tensor<4xf32>
  %n = nn.layer_norm %x scale %g bias %o {axis = 1 : i64, epsilon = 1.0e-5 : f32, nn.name = "n"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4xf32, #nn.dims<N>>
  %w = nn.constant {nn.name = "w"} dense<[[0.02, 0.5, 0.01, 0.75], [-0.5, 0.75, 1.0, 0.5], [0.25, -1.0, 0.5, 1.0], [1.0, 0.3, -0.6, 0.9]]> : tensor<4x4xf32>
  %y = nn.matmul %n, %w {nn.name = "y"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4x4xf32>) -> tensor<?x4xf32, #nn.dims<N>>
  %s = nn.add %y, %n {nn.name = "s"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  return %s : tensor<?x4xf32, #nn.dims<N>>
}
