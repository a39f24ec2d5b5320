// RUN: qopt %s --emit=program --device=host | FileCheck %s --check-prefix=HOST
// RUN: qopt %s --emit=program --device=opencl | FileCheck %s --check-prefix=OPENCL
// Weights with zero points (R5, A6). One zero point is the kernels' on the host and of depthwise layers. Others are bytes less it, what
// a byte does not hold is of channels that are read again, and of several groups the sum of each window takes zero points off.
// HOST: 'tensor' {{.*}} conv2d {{.*}}inChannels 2, {{.*}} i8 z=-15, epilogue
// HOST: 'centered' {{.*}} conv2d {{.*}}inChannels 2, {{.*}} weights c{{[0-9]+}} i8, epilogue
// HOST: 'x/with_again' {{.*}} copy
// HOST: 'x/with_again' {{.*}} copy
// HOST: 'channels' {{.*}} conv2d {{.*}}inChannels 4, {{.*}} weights c{{[0-9]+}} i8, epilogue
// HOST: 'depthwise' {{.*}} conv2d {{.*}}groups 2}, {{.*}} i8 z=-15, epilogue
// HOST: 'each/window_sums' {{.*}} conv2d {{.*}}groups 2}, {{.*}} weights c{{[0-9]+}} i8, epilogue {program (acc as i32)}
// HOST: 'each' {{.*}} conv2d {{.*}} weights c{{[0-9]+}} i8, epilogue {program ({{.*}} = MulI tensor0, channel{{[0-9]}}; {{.*}} = SubI acc,
// OPENCL: 'tensor' {{.*}}inChannels 3, {{.*}} weights c{{[0-9]+}} i8, epilogue
// OPENCL: 'depthwise' {{.*}} i8 z=-15, epilogue
!x = !quant.uniform<u8:f32, 0.5:7>
!u = !quant.uniform<u8:f32, 0.5:113>
!n = !quant.uniform<u8:f32:0, {0.5:100, 0.25:3}>
!c = !quant.uniform<u8:f32:0, {0.5:3, 0.25:250}>
func.func @main(%x: tensor<1x2x2x2x!x> {nn.name = "x"}) -> (tensor<1x2x2x2x!x>, tensor<1x2x2x2x!x>, tensor<1x2x2x2x!x>, tensor<1x2x2x2x!x>, tensor<1x2x2x2x!x>) {
  %w = nn.constant {nn.name = "w"} dense_resource<bytes> : tensor<2x2x1x1x!u>
  %n = nn.constant {nn.name = "n"} dense_resource<small> : tensor<2x2x1x1x!n>
  %c = nn.constant {nn.name = "c"} dense_resource<bytes> : tensor<2x2x1x1x!c>
  %d = nn.constant {nn.name = "d"} dense_resource<pair> : tensor<2x1x1x1x!u>
  %e = nn.constant {nn.name = "e"} dense_resource<wide> : tensor<2x1x1x1x!c>
  %0 = nn.conv2d %x, %w {nn.name = "tensor"} : (tensor<1x2x2x2x!x>, tensor<2x2x1x1x!u>) -> tensor<1x2x2x2x!x>
  %1 = nn.conv2d %x, %n {nn.name = "centered"} : (tensor<1x2x2x2x!x>, tensor<2x2x1x1x!n>) -> tensor<1x2x2x2x!x>
  %2 = nn.conv2d %x, %c {nn.name = "channels"} : (tensor<1x2x2x2x!x>, tensor<2x2x1x1x!c>) -> tensor<1x2x2x2x!x>
  %3 = nn.conv2d %x, %d {nn.name = "depthwise", groups = 2 : i64} : (tensor<1x2x2x2x!x>, tensor<2x1x1x1x!u>) -> tensor<1x2x2x2x!x>
  %4 = nn.conv2d %x, %e {nn.name = "each", groups = 2 : i64} : (tensor<1x2x2x2x!x>, tensor<2x1x1x1x!c>) -> tensor<1x2x2x2x!x>
  return %0, %1, %2, %3, %4 : tensor<1x2x2x2x!x>, tensor<1x2x2x2x!x>, tensor<1x2x2x2x!x>, tensor<1x2x2x2x!x>, tensor<1x2x2x2x!x>
}
{-# dialect_resources: { builtin: { bytes: "0x4000000000FF70FA", small: "0x4000000000E30070", pair: "0x4000000000FF", wide: "0x40000000FF00" } } #-}
