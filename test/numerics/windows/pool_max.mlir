// The maximum is a copy (K1); padding never wins.
!u8 = !quant.uniform<u8:f32, 0.10000000149011612:7>
!y = !quant.uniform<i8:f32, 0.15000000596046448:-3>

// Padding never wins, also over values below z.
func.func @maximum(
    %x: tensor<1x2x3x3x!y> {check.input = dense<[[[[91, -57, -120], [-11, -85, -113], [-107, -60, 56]], [[-75, 64, 103], [-103, -119, -3], [122, 7, -127]]]]> : tensor<1x2x3x3xi8>})
    -> (tensor<1x2x2x2x!y> {check.expected = dense<[[[[91, -57], [-11, 56]], [[-75, 103], [122, 7]]]]> : tensor<1x2x2x2xi8>}) {
  %y = nn.max_pool2d %x {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 0, 0>} : (tensor<1x2x3x3x!y>) -> tensor<1x2x2x2x!y>
  return %y : tensor<1x2x2x2x!y>
}

func.func @all_low(
    %x: tensor<1x1x2x2x!u8> {check.input = dense<[[[[0, 1], [2, 3]]]]> : tensor<1x1x2x2xui8>})
    -> (tensor<1x1x2x2x!u8> {check.expected = dense<[[[[3, 3], [3, 3]]]]> : tensor<1x1x2x2xui8>}) {
  %y = nn.max_pool2d %x {kernel = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>} : (tensor<1x1x2x2x!u8>) -> tensor<1x1x2x2x!u8>
  return %y : tensor<1x1x2x2x!u8>
}

func.func @maximum_float(
    %x: tensor<1x1x2x3xf32> {check.input = dense<[[[[-1.0, -2.0, 0xFF800000], [-8.0, -0.5, 3.0]]]]> : tensor<1x1x2x3xf32>})
    -> (tensor<1x1x1x2xf32> {check.expected = dense<[[[[-5.0e-1, 3.0]]]]> : tensor<1x1x1x2xf32>}) {
  %y = nn.max_pool2d %x {dilations = array<i64: 1, 2>, kernel = array<i64: 2, 2>, pads = array<i64: 0, 1, 0, 0>} : (tensor<1x1x2x3xf32>) -> tensor<1x1x1x2xf32>
  return %y : tensor<1x1x1x2xf32>
}
