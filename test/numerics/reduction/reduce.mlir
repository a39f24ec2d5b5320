// Mean and sum (E7): f32(Σ (q − z))·m, m = s_x/(n·s_y), one rounding; the maximum is a copy.
!u8 = !quant.uniform<u8:f32, 0.10000000149011612:7>
!y = !quant.uniform<i8:f32, 0.15000000596046448:-3>
!i16 = !quant.uniform<i16:f32, 0.00030517578125>

func.func @mean(
    %x: tensor<2x2x3x3x!u8> {check.input = dense<[[[[233, 35, 47], [33, 242, 129], [38, 135, 120]], [[105, 118, 235], [252, 195, 39], [245, 147, 23]]], [[[101, 39, 75], [169, 130, 155], [68, 6, 246]], [[31, 248, 137], [50, 111, 250], [148, 146, 237]]]]> : tensor<2x2x3x3xui8>})
    -> (tensor<2x2x!y> {check.expected = dense<[[67, 93], [66, 93]]> : tensor<2x2xi8>}) {
  %y = nn.reduce_mean %x {axes = array<i64: 2, 3>} : (tensor<2x2x3x3x!u8>) -> tensor<2x2x!y>
  return %y : tensor<2x2x!y>
}

func.func @mean_first(
    %x: tensor<3x4x!u8> {check.input = dense<[[238, 238, 60, 102], [159, 43, 242, 8], [148, 234, 39, 230]]> : tensor<3x4xui8>})
    -> (tensor<1x4x!y> {check.expected = dense<[[113, 107, 68, 68]]> : tensor<1x4xi8>}) {
  %y = nn.reduce_mean %x {axes = array<i64: 0>, keep_dims} : (tensor<3x4x!u8>) -> tensor<1x4x!y>
  return %y : tensor<1x4x!y>
}

func.func @sum(
    %x: tensor<2x3x2x!u8> {check.input = dense<[[[17, 24], [13, 13], [4, 37]], [[5, 9], [33, 16], [23, 8]]]> : tensor<2x3x2xui8>})
    -> (tensor<2x1x2x!y> {check.expected = dense<[[[6, 32]], [[24, 5]]]> : tensor<2x1x2xi8>}) {
  %y = nn.reduce_sum %x {axes = array<i64: 1>, keep_dims} : (tensor<2x3x2x!u8>) -> tensor<2x1x2x!y>
  return %y : tensor<2x1x2x!y>
}

func.func @maximum(
    %x: tensor<2x3x2x!y> {check.input = dense<[[[15, -71], [58, -10], [126, 120]], [[73, -116], [-47, -127], [123, 102]]]> : tensor<2x3x2xi8>})
    -> (tensor<3x!y> {check.expected = dense<[73, 58, 126]> : tensor<3xi8>}) {
  %y = nn.reduce_max %x {axes = array<i64: 0, 2>} : (tensor<2x3x2x!y>) -> tensor<3x!y>
  return %y : tensor<3x!y>
}

func.func @sixteen(
    %x: tensor<2x4x!i16> {check.input = dense<[[32767, 32767, 32766, 32767], [-32768, 1, 2, -32768]]> : tensor<2x4xi16>})
    -> (tensor<2x!i16> {check.expected = dense<[32767, -16383]> : tensor<2xi16>}) {
  %y = nn.reduce_mean %x {axes = array<i64: 1>} : (tensor<2x4x!i16>) -> tensor<2x!i16>
  return %y : tensor<2x!i16>
}

func.func @sixteen_maximum(
    %x: tensor<2x3x!i16> {check.input = dense<[[-32768, 5, 4], [-3, -2, -32768]]> : tensor<2x3xi16>})
    -> (tensor<2x!i16> {check.expected = dense<[5, -2]> : tensor<2xi16>}) {
  %y = nn.reduce_max %x {axes = array<i64: 1>} : (tensor<2x3x!i16>) -> tensor<2x!i16>
  return %y : tensor<2x!i16>
}
