// RUN: qopt %s --emit=program --described=%S/Inputs/h100.device | FileCheck %s

// Neither the copy of a slice without elements nor what is computed of one has an item.
// CHECK: 'sum' {{.*}} launch elementwise({{.*}} global [up(0, 128), 1, 1] local 128x1x1
// CHECK: 'slice' {{.*}} launch copy({{.*}} global [up(0, 128), 1, 1] local 128x1x1
func.func @main(%x: tensor<2x3x7xf32> {nn.name = "x"}) -> (tensor<2x3x0xf32>, tensor<2x3x0xf32>) {
  %slice = nn.slice %x {starts = array<i64: 0, 0, 2>, steps = array<i64: 1, 1, 1>, nn.name = "slice"} : (tensor<2x3x7xf32>) -> tensor<2x3x0xf32>
  %left = nn.slice %x {starts = array<i64: 0, 0, 3>, steps = array<i64: 1, 1, 1>, nn.name = "left"} : (tensor<2x3x7xf32>) -> tensor<2x3x0xf32>
  %right = nn.slice %x {starts = array<i64: 0, 0, 1>, steps = array<i64: 1, 1, 1>, nn.name = "right"} : (tensor<2x3x7xf32>) -> tensor<2x3x0xf32>
  %sum = nn.add %left, %right {nn.name = "sum"} : (tensor<2x3x0xf32>, tensor<2x3x0xf32>) -> tensor<2x3x0xf32>
  return %slice, %sum : tensor<2x3x0xf32>, tensor<2x3x0xf32>
}
