// RUN: qopt %s --emit=program --device=host | FileCheck %s
// RUN: qopt %s --emit=program --device=host --float-order=direct | FileCheck %s --check-prefix=DIRECT

// Float windows of 3x3 with channels and pixels enough; no others, and nowhere in direct order.
// CHECK: 'wide' {{.*}}: conv2d {{.*}}, sums tiles}
// CHECK: 'few' {{.*}}: conv2d
// CHECK-NOT: sums tiles
// CHECK: 'apart' {{.*}}: conv2d
// CHECK-NOT: sums tiles
// CHECK: 'computed' {{.*}}: conv2d
// CHECK-NOT: sums tiles
// DIRECT: program for host, dynamic batch, float order direct, arena
// DIRECT: 'wide' {{.*}}: conv2d
// DIRECT-NOT: sums tiles
!x = tensor<?x16x8x8xf32, #nn.dims<N>>
!w = tensor<16x16x3x3xf32>
func.func @main(%x: !x {nn.name = "x"}, %v: !w {nn.name = "v"}) -> (tensor<?x8x8x8xf32, #nn.dims<N>>, tensor<?x16x4x4xf32, #nn.dims<N>>, !x) {
  %w = nn.constant {nn.name = "w"} dense<0.5> : !w
  %f = nn.constant {nn.name = "f"} dense<0.5> : tensor<8x16x3x3xf32>
  %a = nn.conv2d %x, %w {pads = array<i64: 1, 1, 1, 1>, nn.name = "wide"} : (!x, !w) -> !x
  %b = nn.conv2d %a, %f {pads = array<i64: 1, 1, 1, 1>, nn.name = "few"} : (!x, tensor<8x16x3x3xf32>) -> tensor<?x8x8x8xf32, #nn.dims<N>>
  %c = nn.conv2d %a, %w {pads = array<i64: 1, 1, 0, 0>, strides = array<i64: 2, 2>, nn.name = "apart"} : (!x, !w) -> tensor<?x16x4x4xf32, #nn.dims<N>>
  %d = nn.conv2d %a, %v {pads = array<i64: 1, 1, 1, 1>, nn.name = "computed"} : (!x, !w) -> !x
  return %b, %c, %d : tensor<?x8x8x8xf32, #nn.dims<N>>, tensor<?x16x4x4xf32, #nn.dims<N>>, !x
}
