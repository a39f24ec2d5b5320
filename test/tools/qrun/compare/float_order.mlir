// Sums by other terms and by those of the definition: said at compilation, seen in the bits; the terms of the definition are the
// same twice.
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun compare %s --other-float-order=direct --batch=2 --exact 2>&1 | FileCheck %s --check-prefix=UNLIKE
// RUN: qrun compare %s --float-order=direct --other-float-order=direct --batch=2 --exact | FileCheck %s --check-prefix=SAME
// RUN: qrun compare %s --float-order=direct --other-device=host --batch=2 --exact | FileCheck %s --check-prefix=SAME
// UNLIKE: error: --exact: 'y' differs
// SAME: 1 values in both, 0 not equal bit by bit
!x = tensor<?x16x8x8xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<0.3> : tensor<16x16x3x3xf32>
  %y = nn.conv2d %x, %w {pads = array<i64: 1, 1, 1, 1>, nn.name = "y"} : (!x, tensor<16x16x3x3xf32>) -> !x
  return %y : !x
}
