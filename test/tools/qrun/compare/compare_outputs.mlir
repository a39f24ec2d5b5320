// --outputs compares what a run gives: inner values are not read out, so that kernels are fused as a user's are.
// RUN: qrun compare %s --other-device=reference --exact | FileCheck %s --check-prefix=ALL
// RUN: qrun compare %s --other-device=reference --exact --outputs | FileCheck %s
// RUN: sed 's/nn.relu/nn.abs/' %s > %t.abs.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun compare %s %t.abs.mlir --outputs --exact 2>&1 | FileCheck %s --check-prefix=EXACT

// ALL: a {{ *}}f32
// ALL: 2 values in both, 0 not equal bit by bit
// CHECK-NOT: a {{ *}}f32
// CHECK: b {{ *}}f32
// CHECK: 1 values in both, 0 not equal bit by bit
// EXACT: error: --exact: 'b' differs

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %a = nn.neg %x {nn.name = "a"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %b = nn.relu %a {nn.name = "b"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %b : tensor<?x2xf32, #nn.dims<N>>
}
