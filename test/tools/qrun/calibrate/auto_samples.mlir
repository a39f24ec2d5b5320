// auto tries its candidates on 256 of the samples, whatever their order and the batch, and copies among them are samples like others.
// RUN: %python %S/../../Inputs/make_orders.py %t.npy
// RUN: qrun calibrate %s --data=%t.given.npy --calibrator=auto --scheme=affine --device=reference -o %t.a.json 2>&1 | FileCheck %s --allow-empty --check-prefix=PASSES
// RUN: qrun calibrate %s --data=%t.reversed.npy --calibrator=auto --scheme=affine --device=reference --batch=1 -o %t.b.json
// RUN: qrun calibrate %s --data=%t.shuffled.npy --calibrator=auto --scheme=affine --device=reference --batch=7 -o %t.c.json
// RUN: diff %t.a.json %t.b.json && diff %t.a.json %t.c.json
// RUN: qrun calibrate %s --data=%t.copies.npy --calibrator=auto --scheme=affine --device=reference -o %t.d.json
// RUN: qrun calibrate %s --data=%t.copies_last.npy --calibrator=auto --scheme=affine --device=reference --batch=5 -o %t.e.json
// RUN: diff %t.d.json %t.e.json
// RUN: FileCheck %s < %t.d.json
// PASSES: pass 3 of 3 256/256
// Half of these samples are copies of one near 0: the others' range is not given up for it.
// CHECK: "x": [
// CHECK-NEXT: -{{[0-9][0-9]+\.}}
// CHECK-NEXT: {{[0-9][0-9]+\.}}

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.5], [-0.25, 1.0]]> : tensor<2x2xf32>
  %y = nn.matmul %x, %w {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
