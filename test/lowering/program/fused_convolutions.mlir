// RUN: qopt %s --emit=program --device=host | FileCheck %s

// A depthwise convolution of a large pointwise one is one call with it, which keeps what lies between
// to itself; of a small one it is not.
// CHECK-NOT: n{{[0-9]+}} 'expand'
// CHECK: 'depthwise' after [0] reads {{\[}}[[X:[0-9]+]]{{\]}} writes {{\[}}[[BETWEEN:[0-9]+]], {{[0-9]+\]}}: fused_conv2d {first {shape {{.*}}, second {shape {{.*}}, input b[[BETWEEN]] f32, {{.*}} // with 'expand', row by row
// CHECK: 'project' after [1] {{.*}}: conv2d {
// CHECK: 'small' after [{{.*}}] reads [{{[0-9]+}}] {{.*}}: conv2d {
!x = tensor<?x16x32x32xf32, #nn.dims<N>>
!m = tensor<?x256x32x32xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %e = nn.constant {nn.name = "e"} dense<0.5> : tensor<256x16x1x1xf32>
  %d = nn.constant {nn.name = "d"} dense<0.5> : tensor<256x1x3x3xf32>
  %p = nn.constant {nn.name = "p"} dense<0.5> : tensor<16x256x1x1xf32>
  %s = nn.constant {nn.name = "s"} dense<0.5> : tensor<16x1x3x3xf32>
  %a = nn.conv2d %x, %e {nn.name = "expand"} : (!x, tensor<256x16x1x1xf32>) -> !m
  %b = nn.conv2d %a, %d {groups = 256 : i64, pads = array<i64: 1, 1, 1, 1>, nn.name = "depthwise"} : (!m, tensor<256x1x3x3xf32>) -> !m
  %c = nn.conv2d %b, %p {nn.name = "project"} : (!m, tensor<16x256x1x1xf32>) -> !x
  %f = nn.conv2d %c, %s {groups = 16 : i64, pads = array<i64: 1, 1, 1, 1>, nn.name = "small"} : (!x, tensor<16x1x3x3xf32>) -> !x
  return %f : !x
}
