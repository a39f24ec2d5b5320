// RUN: qopt %s --emit=program --device=host | FileCheck %s

// A dimension of one element that a slice walks backwards reads as if it were walked forwards: products, epilogues and
// reshapes take it where it lies, as a part of a longer dimension too, and no copy turns it.
// CHECK-NOT: copy
// CHECK: 'product' {{.*}}: matmul
// CHECK-NOT: copy
// CHECK: 'both' {{.*}}: reduce
// CHECK-NOT: copy
// CHECK: 'scaled' {{.*}}: matmul
// CHECK-NOT: copy

func.func @main(%x: tensor<1x4xf32> {nn.name = "x"}, %r: tensor<3x4xf32> {nn.name = "r"}, %w: tensor<4x4xf32> {nn.name = "w"})
    -> (tensor<4x4xf32> {nn.name = "product"}, tensor<1x4xf32> {nn.name = "both"}, tensor<1x4xf32> {nn.name = "scaled"}) attributes {nn.entry} {
  %t = nn.slice %x {nn.name = "t", starts = array<i64: 0, 0>, steps = array<i64: -1, 1>} : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %u = nn.transpose %t {nn.name = "u", permutation = array<i64: 1, 0>} : (tensor<1x4xf32>) -> tensor<4x1xf32>
  %product = nn.matmul %u, %t {nn.name = "product"} : (tensor<4x1xf32>, tensor<1x4xf32>) -> tensor<4x4xf32>
  %sum = nn.reduce_sum %t {axes = array<i64: 0>, keep_dims, nn.name = "sum"} : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %both = nn.add %t, %sum {nn.name = "both"} : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  %b = nn.slice %r {nn.name = "b", starts = array<i64: -1, 0>, steps = array<i64: -1, 1>} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %one = nn.slice %b {nn.name = "one", starts = array<i64: 1, 0>, steps = array<i64: 1, 1>} : (tensor<3x4xf32>) -> tensor<1x4xf32>
  %scaled = nn.matmul %one, %w {nn.name = "scaled"} : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  return %product, %both, %scaled : tensor<4x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>
}
