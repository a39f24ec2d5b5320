// Two modules value by value: the first difference, and exit 1 with --exact.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:2,2:1,-2,-3,4
// RUN: sed 's/nn.relu %a/nn.abs %a/' %s > %t.abs.mlir
// RUN: qrun compare %s %t.abs.mlir --input=%t.x.npy | FileCheck %s
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun compare %s %t.abs.mlir --input=%t.x.npy --exact 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: qrun compare %s --other-device=reference --exact | FileCheck %s --check-prefix=NOISE
// RUN: qrun compare %s --other-float-order=direct --exact | FileCheck %s --check-prefix=NOISE
// RUN: sed 's/"\([ab]\)"/"\1\1"/' %s > %t.names.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun compare %s %t.names.mlir 2>&1 | FileCheck %s --check-prefix=KEYS

// abs instead of relu of a = -x: b differs at 0, where relu gives 0 and abs 1, by 4 at most.
// CHECK: value {{ *}}type {{ *}}max abs
// CHECK: a {{ *}}f32 {{ *}}0 {{ *}}inf {{ *}}1.000000 {{ *}}- {{ *}}0 of 4
// CHECK: b {{ *}}f32 {{ *}}4 {{.*}} 2 of 4 {{ *}}[0,0]
// CHECK: 2 values in both, 1 not equal bit by bit, the first is 'b'
// EXACT: error: --exact: 'b' differs
// NOISE: 2 values in both, 0 not equal bit by bit
// KEYS: no value of one key

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %a = nn.neg %x {nn.name = "a"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %b = nn.relu %a {nn.name = "b"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %b : tensor<?x2xf32, #nn.dims<N>>
}
