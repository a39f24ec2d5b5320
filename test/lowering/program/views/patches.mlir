// A convolution of patches of a picture is one of rows on a card: its conversion writes them, nothing
// is padded to 16 channels.
// RUN: qopt %s --fold-constants --emit=program --described=%S/../Inputs/h100.device | FileCheck %s

// CHECK: 'q/patches' activation i8 [N, 8, 8, 3, 4, 4]
// CHECK: 'q/patches' {{.*}} launch elementwise
// CHECK: 'c' {{.*}} of conv2d {shape {in 8x8, out 8x8, inChannels 48, outChannels 64}
!q = !quant.uniform<i8:f32, 0.03125>
!w = !quant.uniform<i8<-127:127>:f32, 0.0078125>
!x = tensor<?x3x32x32xf32, #nn.dims<N>>
!y = tensor<?x64x8x8x!q, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %f = nn.constant {nn.name = "f"} dense<0.02> : tensor<64x3x4x4xf32>
  %w = nn.quantize %f {nn.name = "w"} : (tensor<64x3x4x4xf32>) -> tensor<64x3x4x4x!w>
  %q = nn.quantize %x {nn.name = "q"} : (!x) -> tensor<?x3x32x32x!q, #nn.dims<N>>
  %c = nn.conv2d %q, %w {strides = array<i64: 4, 4>, nn.name = "c"} : (tensor<?x3x32x32x!q, #nn.dims<N>>, tensor<64x3x4x4x!w>) -> !y
  return %c : !y
}
