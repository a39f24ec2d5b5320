// Operations on f16: computed in f32 and rounded once more (H1).
!i8 = !quant.uniform<i8:f32, 0.05000000074505806:-9>
!u8 = !quant.uniform<u8:f32, 0.02500000037252903:77>
!z16 = !quant.uniform<i16:f32, 0.00019999999494757503:-1200>

func.func @arithmetic(
    %a: tensor<13xf16> {check.input = dense<[0x3C00, 0xC000, 0x8000, 0x7BFF, 0x0001, 0x7E00, 0x3555, 0xFC00, 0x4248, 0x0000, 0xBBFF, 0x7C00, 0x83FF]> : tensor<13xf16>},
    %b: tensor<13xf16> {check.input = dense<[0x3C01, 0x4248, 0x0000, 0xFBFF, 0x3C00, 0x3C00, 0x8001, 0x4000, 0x7E00, 0x8000, 0xBBFF, 0x3C00, 0xC100]> : tensor<13xf16>})
    -> (tensor<13xf16> {check.expected = dense<[0x9400, 0xC524, 0x8000, 0x7C00, 0xBC00, 0x7E00, 0x3555, 0xFC00, 0x7E00, 0x0000, 0x0000, 0x7C00, 0x4100]> : tensor<13xf16>}, tensor<13xf16> {check.expected = dense<[0x3BFE, 0xB918, 0xFE00, 0xBC00, 0x0001, 0x7E00, 0xFC00, 0xFC00, 0x7E00, 0xFE00, 0x3C00, 0x7C00, 0x0199]> : tensor<13xf16>}, tensor<13xf16> {check.expected = dense<[0x3C01, 0x4248, 0x0000, 0x7BFF, 0x3C00, 0x7E00, 0x3555, 0x4000, 0x7E00, 0x0000, 0xBBFF, 0x7C00, 0x83FF]> : tensor<13xf16>}, tensor<13xf16> {check.expected = dense<[0x3C00, 0xC000, 0x8000, 0xFBFF, 0x0001, 0x7E00, 0x8001, 0xFC00, 0x7E00, 0x8000, 0xBBFF, 0x3C00, 0xC100]> : tensor<13xf16>}, tensor<13xf16> {check.expected = dense<[0x3C00, 0xC648, 0x8000, 0x7BFF, 0x0001, 0x7E00, 0x3555, 0xFC00, 0x4248, 0x0000, 0x3BFE, 0x7C00, 0x08FF]> : tensor<13xf16>}, tensor<13xf16> {check.expected = dense<[0x3C00, 0xC000, 0xFE00, 0x0000, 0x0001, 0x7E00, 0x0000, 0xFE00, 0x7E00, 0xFE00, 0x8000, 0xFE00, 0x83FF]> : tensor<13xf16>}) {
  %y = nn.sub %a, %b : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xf16>
  %z = nn.div %a, %b : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xf16>
  %u = nn.max %a, %b : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xf16>
  %v = nn.min %a, %b : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xf16>
  %w = nn.prelu %a, %b : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xf16>
  %t = nn.mod %a, %b {truncated} : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xf16>
  return %y, %z, %u, %v, %w, %t : tensor<13xf16>, tensor<13xf16>, tensor<13xf16>, tensor<13xf16>, tensor<13xf16>, tensor<13xf16>
}

func.func @comparisons(
    %a: tensor<13xf16> {check.input = dense<[0x3C00, 0xC000, 0x8000, 0x7BFF, 0x0001, 0x7E00, 0x3555, 0xFC00, 0x4248, 0x0000, 0xBBFF, 0x7C00, 0x83FF]> : tensor<13xf16>},
    %b: tensor<13xf16> {check.input = dense<[0x3C01, 0x4248, 0x0000, 0xFBFF, 0x3C00, 0x3C00, 0x8001, 0x4000, 0x7E00, 0x8000, 0xBBFF, 0x3C00, 0xC100]> : tensor<13xf16>})
    -> (tensor<13xi1> {check.expected = dense<[false, false, true, false, false, false, false, false, false, true, true, false, false]> : tensor<13xi1>}, tensor<13xi1> {check.expected = dense<[true, true, false, false, true, false, false, true, false, false, false, false, false]> : tensor<13xi1>}, tensor<13xi1> {check.expected = dense<[true, true, true, false, true, false, false, true, false, true, true, false, false]> : tensor<13xi1>}, tensor<13xf16> {check.expected = dense<[0x3C00, 0xC000, 0x0000, 0xFBFF, 0x0001, 0x3C00, 0x8001, 0xFC00, 0x7E00, 0x8000, 0xBBFF, 0x3C00, 0xC100]> : tensor<13xf16>}, tensor<13xi1> {check.expected = dense<[false, false, false, false, false, true, false, false, false, false, false, false, false]> : tensor<13xi1>}, tensor<13xi1> {check.expected = dense<[false, false, false, false, false, false, false, true, false, false, false, false, false]> : tensor<13xi1>}) {
  %y = nn.equal %a, %b : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xi1>
  %z = nn.less %a, %b : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xi1>
  %u = nn.less_equal %a, %b : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xi1>
  %v = nn.where %z, %a, %b : (tensor<13xi1>, tensor<13xf16>, tensor<13xf16>) -> tensor<13xf16>
  %w = nn.is_nan %a : (tensor<13xf16>) -> tensor<13xi1>
  %t = nn.is_inf %a {negative} : (tensor<13xf16>) -> tensor<13xi1>
  return %y, %z, %u, %v, %w, %t : tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xf16>, tensor<13xi1>, tensor<13xi1>
}

func.func @signs(
    %a: tensor<13xf16> {check.input = dense<[0x3C00, 0xC000, 0x8000, 0x7BFF, 0x0001, 0x7E00, 0x3555, 0xFC00, 0x4248, 0x0000, 0xBBFF, 0x7C00, 0x83FF]> : tensor<13xf16>})
    -> (tensor<13xf16> {check.expected = dense<[0xBC00, 0x4000, 0x0000, 0xFBFF, 0x8001, 0xFE00, 0xB555, 0x7C00, 0xC248, 0x8000, 0x3BFF, 0xFC00, 0x03FF]> : tensor<13xf16>}, tensor<13xf16> {check.expected = dense<[0x3C00, 0x4000, 0x0000, 0x7BFF, 0x0001, 0x7E00, 0x3555, 0x7C00, 0x4248, 0x0000, 0x3BFF, 0x7C00, 0x03FF]> : tensor<13xf16>}, tensor<13xf16> {check.expected = dense<[0x3C00, 0xBC00, 0x8000, 0x3C00, 0x3C00, 0x7E00, 0x3C00, 0xBC00, 0x3C00, 0x0000, 0xBC00, 0x3C00, 0xBC00]> : tensor<13xf16>}, tensor<13xf16> {check.expected = dense<[0x3C00, 0xB4CD, 0x8000, 0x4033, 0x0001, 0x7E00, 0x3555, 0xB4CD, 0x4033, 0x0000, 0xB4CD, 0x4033, 0x83FF]> : tensor<13xf16>}) {
  %y = nn.neg %a : (tensor<13xf16>) -> tensor<13xf16>
  %z = nn.abs %a : (tensor<13xf16>) -> tensor<13xf16>
  %u = nn.sign %a : (tensor<13xf16>) -> tensor<13xf16>
  %v = nn.clip %a {max = 2.1 : f32, min = -0.3 : f32} : (tensor<13xf16>) -> tensor<13xf16>
  return %y, %z, %u, %v : tensor<13xf16>, tensor<13xf16>, tensor<13xf16>, tensor<13xf16>
}

func.func @powers(
    %a: tensor<6xf16> {check.input = dense<[0x3C00, 0xC000, 0x4248, 0x3555, 0x0000, 0x5640]> : tensor<6xf16>},
    %b: tensor<6xf16> {check.input = dense<[0x4200, 0x4200, 0x3800, 0xC000, 0x0000, 0x3E00]> : tensor<6xf16>},
    %c: tensor<6xi32> {check.input = dense<[2, -1, 3, 4, 5, -2]> : tensor<6xi32>})
    -> (tensor<6xf16> {check.expected = dense<[0x3C00, 0xC800, 0x3F17, 0x4881, 0x3C00, 0x63D0]> : tensor<6xf16>}, tensor<6xf16> {check.expected = dense<[0x3C00, 0xB800, 0x4FBF, 0x2251, 0x0000, 0x068E]> : tensor<6xf16>}, tensor<6xi32> {check.expected = dense<[8, -1, 1, 0, 1, 0]> : tensor<6xi32>}) {
  %y = nn.pow %a, %b : (tensor<6xf16>, tensor<6xf16>) -> tensor<6xf16>
  %z = nn.pow %a, %c : (tensor<6xf16>, tensor<6xi32>) -> tensor<6xf16>
  %u = nn.pow %c, %b : (tensor<6xi32>, tensor<6xf16>) -> tensor<6xi32>
  return %y, %z, %u : tensor<6xf16>, tensor<6xf16>, tensor<6xi32>
}

// The running total stays f32: it is each result that is rounded.
func.func @running(
    %a: tensor<2x4xf16> {check.input = dense<[[0x6800, 0x3C00, 0x3C00, 0x3555], [0xC001, 0x4248, 0x3C01, 0xBC01]]> : tensor<2x4xf16>})
    -> (tensor<2x4xf16> {check.expected = dense<[[0x6800, 0x6800, 0x6801, 0x6801], [0xC001, 0x3C8E, 0x4048, 0x3C8E]]> : tensor<2x4xf16>}, tensor<2x4xf16> {check.expected = dense<[[0x40AB, 0x3D55, 0x3555, 0x0000], [0x4248, 0x0000, 0xBC01, 0x0000]]> : tensor<2x4xf16>}, tensor<2x4xf16> {check.expected = dense<[[0x6800, 0x3C00, 0x3C00, 0x3555], [0xEC01, 0x4248, 0x3C01, 0xB556]]> : tensor<2x4xf16>}, tensor<2x4xf16> {check.expected = dense<[[0x6155, 0x3555, 0x3555, 0x3555], [0x464D, 0xC24B, 0xBC02, 0xBC01]]> : tensor<2x4xf16>}) {
  %y = nn.cum_sum %a {axis = 1 : i64} : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %z = nn.cum_sum %a {axis = 1 : i64, exclusive, reverse} : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %u = nn.cum_prod %a {axis = 0 : i64} : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %v = nn.cum_prod %a {axis = 1 : i64, reverse} : (tensor<2x4xf16>) -> tensor<2x4xf16>
  return %y, %z, %u, %v : tensor<2x4xf16>, tensor<2x4xf16>, tensor<2x4xf16>, tensor<2x4xf16>
}

func.func @iota()
    -> (tensor<2x5xf16> {check.expected = dense<[[0x2E66, 0x5FD2, 0x63D1, 0x65DD, 0x67D1], [0x2E66, 0x5FD2, 0x63D1, 0x65DD, 0x67D1]]> : tensor<2x5xf16>}) {
  %y = nn.iota {axis = 1 : i64, start = 0.1 : f32, step = 500.3 : f32} : () -> tensor<2x5xf16>
  return %y : tensor<2x5xf16>
}

// Each step rounds, whatever is fused.
func.func @chain(
    %a: tensor<2x3xf16> {check.input = dense<[[0x6800, 0x3C00, 0x3C00], [0x3555, 0xC001, 0x4248]]> : tensor<2x3xf16>},
    %b: tensor<3x1xf16> {check.input = dense<[[0x4248], [0x3C01], [0xBC01]]> : tensor<3x1xf16>})
    -> (tensor<3x2xf16> {check.expected = dense<[[0x67FE, 0x5442], [0x93FE, 0xBA08], [0x4600, 0x45E1]]> : tensor<3x2xf16>}, tensor<3x2xf32> {check.expected = dense<[[2.046e3, 6.8125e1], [-9.756088e-4, -7.5390625e-1], [6.0, 5.8789062]]> : tensor<3x2xf32>}) {
  %y = nn.transpose %a {permutation = array<i64: 1, 0>} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  %z = nn.sub %y, %b : (tensor<3x2xf16>, tensor<3x1xf16>) -> tensor<3x2xf16>
  %u = nn.div %z, %y : (tensor<3x2xf16>, tensor<3x2xf16>) -> tensor<3x2xf16>
  %v = nn.mul %u, %u : (tensor<3x2xf16>, tensor<3x2xf16>) -> tensor<3x2xf16>
  %w = nn.add %v, %z : (tensor<3x2xf16>, tensor<3x2xf16>) -> tensor<3x2xf16>
  %t = nn.cast %w : (tensor<3x2xf16>) -> tensor<3x2xf32>
  return %w, %t : tensor<3x2xf16>, tensor<3x2xf32>
}

// A narrow float is widened, then divided by the scale.
func.func @quantized(
    %a: tensor<13xf16> {check.input = dense<[0x3C00, 0xC000, 0x8000, 0x7BFF, 0x0001, 0x7E00, 0x3555, 0xFC00, 0x4248, 0x0000, 0xBBFF, 0x7C00, 0x83FF]> : tensor<13xf16>})
    -> (tensor<13x!i8> {check.expected = dense<[11, -49, -9, 127, -9, -9, -2, -128, 54, -9, -29, 127, -9]> : tensor<13xi8>}, tensor<13x!u8> {check.expected = dense<[117, 0, 77, 255, 77, 77, 90, 0, 203, 77, 37, 255, 77]> : tensor<13xui8>}, tensor<13x!z16> {check.expected = dense<[3800, -11200, -1200, 32767, -1200, -1200, 466, -32768, 14503, -1200, -6198, 32767, -1200]> : tensor<13xi16>}) {
  %y = nn.quantize %a : (tensor<13xf16>) -> tensor<13x!i8>
  %z = nn.quantize %a : (tensor<13xf16>) -> tensor<13x!u8>
  %u = nn.quantize %a : (tensor<13xf16>) -> tensor<13x!z16>
  return %y, %z, %u : tensor<13x!i8>, tensor<13x!u8>, tensor<13x!z16>
}

func.func @bits(
    %a: tensor<13xf16> {check.input = dense<[0x3C00, 0xC000, 0x8000, 0x7BFF, 0x0001, 0x7E00, 0x3555, 0xFC00, 0x4248, 0x0000, 0xBBFF, 0x7C00, 0x83FF]> : tensor<13xf16>})
    -> (tensor<13xi16> {check.expected = dense<[15360, -16384, -32768, 31743, 1, 32256, 13653, -1024, 16968, 0, -17409, 31744, -31745]> : tensor<13xi16>}, tensor<13xf16> {check.expected = dense<[0x3C00, 0xC000, 0x8000, 0x7BFF, 0x0001, 0x7E00, 0x3555, 0xFC00, 0x4248, 0x0000, 0xBBFF, 0x7C00, 0x83FF]> : tensor<13xf16>}) {
  %y = nn.bit_cast %a : (tensor<13xf16>) -> tensor<13xi16>
  %z = nn.bit_cast %y : (tensor<13xi16>) -> tensor<13xf16>
  return %y, %z : tensor<13xi16>, tensor<13xf16>
}

func.func @bool_and_back(
    %a: tensor<13xf16> {check.input = dense<[0x3C00, 0xC000, 0x8000, 0x7BFF, 0x0001, 0x7E00, 0x3555, 0xFC00, 0x4248, 0x0000, 0xBBFF, 0x7C00, 0x83FF]> : tensor<13xf16>})
    -> (tensor<13xi1> {check.expected = dense<[true, true, false, true, true, true, true, true, true, false, true, true, true]> : tensor<13xi1>}, tensor<13xf16> {check.expected = dense<[0x3C00, 0x3C00, 0x0000, 0x3C00, 0x3C00, 0x3C00, 0x3C00, 0x3C00, 0x3C00, 0x0000, 0x3C00, 0x3C00, 0x3C00]> : tensor<13xf16>}, tensor<13xui64> {check.expected = dense<[1, 0, 0, 65504, 0, 0, 0, 0, 3, 0, 0, 18446744073709551615, 0]> : tensor<13xui64>}, tensor<13xi8> {check.expected = dense<[1, -2, 0, 127, 0, 0, 0, -128, 3, 0, 0, 127, 0]> : tensor<13xi8>}, tensor<13xi64> {check.expected = dense<[1, -2, 0, 65504, 0, 0, 0, -9223372036854775808, 3, 0, 0, 9223372036854775807, 0]> : tensor<13xi64>}) {
  %y = nn.cast %a : (tensor<13xf16>) -> tensor<13xi1>
  %z = nn.cast %y : (tensor<13xi1>) -> tensor<13xf16>
  %u = nn.cast %a : (tensor<13xf16>) -> tensor<13xui64>
  %v = nn.cast %a : (tensor<13xf16>) -> tensor<13xi8>
  %w = nn.cast %a : (tensor<13xf16>) -> tensor<13xi64>
  return %y, %z, %u, %v, %w : tensor<13xi1>, tensor<13xf16>, tensor<13xui64>, tensor<13xi8>, tensor<13xi64>
}
