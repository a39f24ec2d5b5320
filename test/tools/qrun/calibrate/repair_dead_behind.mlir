// A pass that measures what layers read computes nothing behind it: a chain of operations dies there, and each is looked at
// before it is freed.
// RUN: %python %S/../../Inputs/make_array.py %t.npy f4:4,3:0,1,1,0,3,3,0,2,2,0,2,2
// RUN: qrun repair %s --data=%t.npy --round --correct-bias -o %t.mlir | FileCheck %s

// CHECK: a {{ *}}2.531e+00 {{ *}}3.125e-02

!x = tensor<?x3xf32, #nn.dims<N>>
!y = tensor<?x1xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %w = nn.constant {nn.name = "w"} dense<[[127.0], [0.375], [0.375]]> : tensor<3x1xf32>
  %v = nn.constant {nn.name = "v"} dense<31.75> : tensor<1x1xf32>
  %a = nn.matmul %x, %w {nn.name = "a", nn.range = #nn.range<0.0, 4.0>} : (!x, tensor<3x1xf32>) -> !y
  %r = nn.relu %a {nn.name = "r"} : (!y) -> !y
  %b = nn.matmul %r, %v {nn.name = "b"} : (!y, tensor<1x1xf32>) -> !y
  %s = nn.relu %b {nn.name = "s"} : (!y) -> !y
  %t = nn.relu %s {nn.name = "t"} : (!y) -> !y
  return %t : !y
}
