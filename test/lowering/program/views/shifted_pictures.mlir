// In a picture whose pixels lie channels last, elements along a row lie apart: what shifts its lines
// stays two copies.
// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device | FileCheck %s

// CHECK: 'c' {{.*}} of conv2d
// CHECK-NOT: indexed [
// CHECK-COUNT-2: 'shifted' {{.*}} launch copy
// CHECK-NOT: indexed [
// CHECK: 'd' {{.*}} of conv2d
!i = tensor<?x32x32x32xf32, #nn.dims<N>>
func.func @main(%x: !i {nn.name = "x"}) -> !i {
  %w = nn.constant {nn.name = "w"} dense<0.02> : tensor<32x32x3x3xf32>
  %c = nn.conv2d %x, %w {pads = array<i64: 1, 1, 1, 1>, nn.name = "c"} : (!i, tensor<32x32x3x3xf32>) -> !i
  %t = nn.slice %c {starts = array<i64: 0, 0, 2, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "t"} : (!i) -> tensor<?x32x30x32xf32, #nn.dims<N>>
  %b = nn.slice %c {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "b"} : (!i) -> tensor<?x32x2x32xf32, #nn.dims<N>>
  %s = nn.concat %t, %b {axis = 2 : i64, nn.name = "shifted"} : (tensor<?x32x30x32xf32, #nn.dims<N>>, tensor<?x32x2x32xf32, #nn.dims<N>>) -> !i
  %d = nn.conv2d %s, %w {pads = array<i64: 1, 1, 1, 1>, nn.name = "d"} : (!i, tensor<32x32x3x3xf32>) -> !i
  return %d : !i
}
