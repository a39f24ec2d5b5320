// add and mul of 16 bits.
!w = !quant.uniform<i16:f32, 0.00030517578125>
!wy = !quant.uniform<i16:f32, 0.0010000000474974513>

func.func @sixteen_add(
    %a: tensor<6x!w> {check.input = dense<[-32768, -1, 0, 3, 32767, 12345]> : tensor<6xi16>},
    %b: tensor<6x!w> {check.input = dense<[-32768, 1, 1, 32767, 32767, -2]> : tensor<6xi16>})
    -> (tensor<6x!wy> {check.expected = dense<[-20000, 0, 0, 10001, 19999, 3767]> : tensor<6xi16>}) {
  %y = nn.add %a, %b : (tensor<6x!w>, tensor<6x!w>) -> tensor<6x!wy>
  return %y : tensor<6x!wy>
}

// Products of 2^30 need i64 and round when they become f32.
func.func @sixteen_mul(
    %a: tensor<5x!w> {check.input = dense<[-32768, -32768, 32767, 12345, 30001]> : tensor<5xi16>},
    %b: tensor<5x!w> {check.input = dense<[-32768, 32767, 32767, 30000, 29999]> : tensor<5xi16>})
    -> (tensor<5x!wy> {check.expected = dense<[32767, -32768, 32767, 32767, 32767]> : tensor<5xi16>}) {
  %y = nn.mul %a, %b : (tensor<5x!w>, tensor<5x!w>) -> tensor<5x!wy>
  return %y : tensor<5x!wy>
}

// One factor of 8 bits, one of 16: both are widened, whichever comes first.
!n = !quant.uniform<i8:f32, 0.05000000074505806>

func.func @mul_eight_by_sixteen(
    %a: tensor<6x!n> {check.input = dense<[-128, 127, -1, 3, 0, 100]> : tensor<6xi8>},
    %b: tensor<6x!w> {check.input = dense<[-32768, 32767, 12345, -3000, 7, 40]> : tensor<6xi16>})
    -> (tensor<6x!wy> {check.expected = dense<[32767, 32767, -188, -137, 0, 61]> : tensor<6xi16>}) {
  %y = nn.mul %a, %b : (tensor<6x!n>, tensor<6x!w>) -> tensor<6x!wy>
  return %y : tensor<6x!wy>
}

func.func @mul_sixteen_by_eight(
    %a: tensor<6x!w> {check.input = dense<[-32768, 32767, 12345, -3000, 7, 40]> : tensor<6xi16>},
    %b: tensor<6x!n> {check.input = dense<[-128, 127, -1, 3, 0, 100]> : tensor<6xi8>})
    -> (tensor<6x!wy> {check.expected = dense<[32767, 32767, -188, -137, 0, 61]> : tensor<6xi16>}) {
  %y = nn.mul %a, %b : (tensor<6x!w>, tensor<6x!n>) -> tensor<6x!wy>
  return %y : tensor<6x!wy>
}
