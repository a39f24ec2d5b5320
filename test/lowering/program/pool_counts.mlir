// RUN: qopt %s --emit=program --device=host | FileCheck %s

// An average divides by a number if all windows have as many positions.
// CHECK: 'inside' {{.*}}: pool2d {{.*}}program (v2 = DivF acc, 4f; v2 as f32)
// CHECK: 'counted' {{.*}}: pool2d {{.*}}program (v2 = DivF acc, 9f; v2 as f32)
// CHECK: 'border' {{.*}}: pool2d {{.*}}IntToF32 count
func.func @main(%x: tensor<?x3x8x8xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x3x4x4xf32, #nn.dims<N>> {
  %a = nn.avg_pool2d %x {nn.name = "inside", kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<?x3x8x8xf32, #nn.dims<N>>) -> tensor<?x3x4x4xf32, #nn.dims<N>>
  %b = nn.avg_pool2d %a {nn.name = "counted", kernel = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>, count_include_pad} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x3x4x4xf32, #nn.dims<N>>
  %c = nn.avg_pool2d %b {nn.name = "border", kernel = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x3x4x4xf32, #nn.dims<N>>
  return %c : tensor<?x3x4x4xf32, #nn.dims<N>>
}
