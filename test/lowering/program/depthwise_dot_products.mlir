// RUN: qopt %s --emit=program --described=%S/Inputs/h100.device | FileCheck %s
// RUN: qopt %s --emit=program --described=%S/Inputs/clblast.device | FileCheck %s --check-prefix=PROCESSOR

// Windows of bytes: dot products of four columns, whose weights stay bytes; items hold one row until the card is full. Dilated windows
// and rows of two taps stay with products of one byte.
// CHECK: load c{{[0-9]+}} -> c{{[0-9]+}} i8 7x7x384
// CHECK: 'large' {{.*}} launch conv2d_depthwise_dot({{.*}} dependent by conv2d.gpu.depthwise.dot {pixels 2, channels 4, {{.*}}blockRows 1
// CHECK: from batch 16 launch conv2d_depthwise_dot({{.*}} by conv2d.gpu.depthwise.dot {pixels 2, channels 4, {{.*}}blockRows 7
// CHECK: 'strided' {{.*}} by conv2d.gpu.depthwise.dot
// CHECK: 'dilated' {{.*}} by conv2d.gpu.depthwise {
// CHECK: 'small' {{.*}} by conv2d.gpu.depthwise {
// PROCESSOR-NOT: conv2d_depthwise_dot
!x = tensor<?x384x14x14xi8, #nn.dims<N>>
!y = tensor<?x384x14x14xi32, #nn.dims<N>>
!z = tensor<?x384x7x7xi32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> (!y, !z, !y, !y) {
  %w = nn.constant {nn.name = "w"} dense<3> : tensor<384x1x7x7xi8>
  %v = nn.constant {nn.name = "v"} dense<3> : tensor<384x1x5x5xi8>
  %u = nn.constant {nn.name = "u"} dense<3> : tensor<384x1x3x2xi8>
  %a = nn.conv2d %x, %w {groups = 384 : i64, pads = array<i64: 3, 3, 3, 3>, nn.name = "large"} : (!x, tensor<384x1x7x7xi8>) -> !y
  %b = nn.conv2d %x, %v {groups = 384 : i64, pads = array<i64: 2, 2, 2, 2>, strides = array<i64: 2, 2>, nn.name = "strided"} : (!x, tensor<384x1x5x5xi8>) -> !z
  %c = nn.conv2d %x, %v {groups = 384 : i64, pads = array<i64: 4, 4, 4, 4>, dilations = array<i64: 2, 2>, nn.name = "dilated"} : (!x, tensor<384x1x5x5xi8>) -> !y
  %d = nn.conv2d %x, %u {groups = 384 : i64, pads = array<i64: 1, 1, 1, 0>, nn.name = "small"} : (!x, tensor<384x1x3x2xi8>) -> !y
  return %a, %b, %c, %d : !y, !z, !y, !y
}
