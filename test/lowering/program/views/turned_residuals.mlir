// A scale of channels and a residual behind the transpose of a product join its kernel: in the product's
// order both are read as they lie.
// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device | FileCheck %s
// RUN: qopt %s --emit=program --device=host | FileCheck %s --check-prefix=HOST

// CHECK: 'r' {{.*}} of conv2d
// CHECK: 'y' {{.*}} of matmul {{.*}}program (v2 = MulF channel0, acc; v4 = AddF v2, tensor0; v4 as f32)
// CHECK-NOT: launch elementwise

// HOST: 'y' {{.*}} matmul {{.*}}program (v2 = MulF channel0, acc; v4 = AddF v2, tensor0; v4 as f32)
// HOST-NOT: elementwise
!i = tensor<?x32x6x6xf32, #nn.dims<N>>
!c = tensor<?x6x6x32xf32, #nn.dims<N>>
func.func @main(%x: !i {nn.name = "x"}) -> (!i, !i) {
  %w = nn.constant {nn.name = "w"} dense<0.02> : tensor<32x32x3x3xf32>
  %r = nn.conv2d %x, %w {pads = array<i64: 1, 1, 1, 1>, nn.name = "r"} : (!i, tensor<32x32x3x3xf32>) -> !i
  %t = nn.transpose %r {permutation = array<i64: 0, 2, 3, 1>, nn.name = "t"} : (!i) -> !c
  %m = nn.constant {nn.name = "m"} dense<0.01> : tensor<32x32xf32>
  %p = nn.matmul %t, %m {nn.name = "p"} : (!c, tensor<32x32xf32>) -> !c
  %turned = nn.transpose %p {permutation = array<i64: 0, 3, 1, 2>, nn.name = "turned"} : (!c) -> !i
  %g = nn.constant {nn.name = "g"} dense<0.5> : tensor<32x1x1xf32>
  %s = nn.mul %g, %turned {nn.name = "s"} : (tensor<32x1x1xf32>, !i) -> !i
  %y = nn.add %s, %r {nn.name = "y"} : (!i, !i) -> !i
  %z = nn.conv2d %y, %w {pads = array<i64: 1, 1, 1, 1>, nn.name = "z"} : (!i, tensor<32x32x3x3xf32>) -> !i
  %v = nn.conv2d %y, %w {pads = array<i64: 1, 1, 1, 1>, nn.name = "v"} : (!i, tensor<32x32x3x3xf32>) -> !i
  return %z, %v : !i, !i
}
