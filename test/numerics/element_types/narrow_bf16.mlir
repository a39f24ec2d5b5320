// Operations on bf16: computed in f32 and rounded once more.
!i8 = !quant.uniform<i8:f32, 0.05000000074505806:-9>
!u8 = !quant.uniform<u8:f32, 0.02500000037252903:77>
!z16 = !quant.uniform<i16:f32, 0.00019999999494757503:-1200>

func.func @arithmetic(
    %a: tensor<13xbf16> {check.input = dense<[0x3F80, 0xC000, 0x8000, 0x7F7F, 0x0001, 0x7FC0, 0x3EAB, 0xFF80, 0x4049, 0x0000, 0xBF7F, 0x7F80, 0x807F]> : tensor<13xbf16>},
    %b: tensor<13xbf16> {check.input = dense<[0x3F81, 0x4049, 0x0000, 0xFF7F, 0x3F80, 0x3F80, 0xB901, 0x4000, 0x7FC0, 0x8000, 0xBF7F, 0x3F80, 0xC020]> : tensor<13xbf16>})
    -> (tensor<13xbf16> {check.expected = dense<[0xBC00, 0xC0A4, 0x8000, 0x7F80, 0xBF80, 0x7FC0, 0x3EAB, 0xFF80, 0x7FC0, 0x0000, 0x0000, 0x7F80, 0x4020]> : tensor<13xbf16>}, tensor<13xbf16> {check.expected = dense<[0x3F7E, 0xBF23, 0xFFC0, 0xBF80, 0x0001, 0x7FC0, 0xC52A, 0xFF80, 0x7FC0, 0xFFC0, 0x3F80, 0x7F80, 0x0033]> : tensor<13xbf16>}, tensor<13xbf16> {check.expected = dense<[0x3F81, 0x4049, 0x0000, 0x7F7F, 0x3F80, 0x7FC0, 0x3EAB, 0x4000, 0x7FC0, 0x0000, 0xBF7F, 0x7F80, 0x807F]> : tensor<13xbf16>}, tensor<13xbf16> {check.expected = dense<[0x3F80, 0xC000, 0x8000, 0xFF7F, 0x0001, 0x7FC0, 0xB901, 0xFF80, 0x7FC0, 0x8000, 0xBF7F, 0x3F80, 0xC020]> : tensor<13xbf16>}, tensor<13xbf16> {check.expected = dense<[0x3F80, 0xC0C9, 0x8000, 0x7F7F, 0x0001, 0x7FC0, 0x3EAB, 0xFF80, 0x4049, 0x0000, 0x3F7E, 0x7F80, 0x011F]> : tensor<13xbf16>}, tensor<13xbf16> {check.expected = dense<[0x3F80, 0xC000, 0xFFC0, 0x0000, 0x0001, 0x7FC0, 0x38CC, 0xFFC0, 0x7FC0, 0xFFC0, 0x8000, 0xFFC0, 0x807F]> : tensor<13xbf16>}) {
  %y = nn.sub %a, %b : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
  %z = nn.div %a, %b : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
  %u = nn.max %a, %b : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
  %v = nn.min %a, %b : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
  %w = nn.prelu %a, %b : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
  %t = nn.mod %a, %b {truncated} : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
  return %y, %z, %u, %v, %w, %t : tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>
}

func.func @comparisons(
    %a: tensor<13xbf16> {check.input = dense<[0x3F80, 0xC000, 0x8000, 0x7F7F, 0x0001, 0x7FC0, 0x3EAB, 0xFF80, 0x4049, 0x0000, 0xBF7F, 0x7F80, 0x807F]> : tensor<13xbf16>},
    %b: tensor<13xbf16> {check.input = dense<[0x3F81, 0x4049, 0x0000, 0xFF7F, 0x3F80, 0x3F80, 0xB901, 0x4000, 0x7FC0, 0x8000, 0xBF7F, 0x3F80, 0xC020]> : tensor<13xbf16>})
    -> (tensor<13xi1> {check.expected = dense<[false, false, true, false, false, false, false, false, false, true, true, false, false]> : tensor<13xi1>}, tensor<13xi1> {check.expected = dense<[true, true, false, false, true, false, false, true, false, false, false, false, false]> : tensor<13xi1>}, tensor<13xi1> {check.expected = dense<[true, true, true, false, true, false, false, true, false, true, true, false, false]> : tensor<13xi1>}, tensor<13xbf16> {check.expected = dense<[0x3F80, 0xC000, 0x0000, 0xFF7F, 0x0001, 0x3F80, 0xB901, 0xFF80, 0x7FC0, 0x8000, 0xBF7F, 0x3F80, 0xC020]> : tensor<13xbf16>}, tensor<13xi1> {check.expected = dense<[false, false, false, false, false, true, false, false, false, false, false, false, false]> : tensor<13xi1>}, tensor<13xi1> {check.expected = dense<[false, false, false, false, false, false, false, true, false, false, false, false, false]> : tensor<13xi1>}) {
  %y = nn.equal %a, %b : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xi1>
  %z = nn.less %a, %b : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xi1>
  %u = nn.less_equal %a, %b : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xi1>
  %v = nn.where %z, %a, %b : (tensor<13xi1>, tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
  %w = nn.is_nan %a : (tensor<13xbf16>) -> tensor<13xi1>
  %t = nn.is_inf %a {negative} : (tensor<13xbf16>) -> tensor<13xi1>
  return %y, %z, %u, %v, %w, %t : tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xbf16>, tensor<13xi1>, tensor<13xi1>
}

func.func @signs(
    %a: tensor<13xbf16> {check.input = dense<[0x3F80, 0xC000, 0x8000, 0x7F7F, 0x0001, 0x7FC0, 0x3EAB, 0xFF80, 0x4049, 0x0000, 0xBF7F, 0x7F80, 0x807F]> : tensor<13xbf16>})
    -> (tensor<13xbf16> {check.expected = dense<[0xBF80, 0x4000, 0x0000, 0xFF7F, 0x8001, 0xFFC0, 0xBEAB, 0x7F80, 0xC049, 0x8000, 0x3F7F, 0xFF80, 0x007F]> : tensor<13xbf16>}, tensor<13xbf16> {check.expected = dense<[0x3F80, 0x4000, 0x0000, 0x7F7F, 0x0001, 0x7FC0, 0x3EAB, 0x7F80, 0x4049, 0x0000, 0x3F7F, 0x7F80, 0x007F]> : tensor<13xbf16>}, tensor<13xbf16> {check.expected = dense<[0x3F80, 0xBF80, 0x8000, 0x3F80, 0x3F80, 0x7FC0, 0x3F80, 0xBF80, 0x3F80, 0x0000, 0xBF80, 0x3F80, 0xBF80]> : tensor<13xbf16>}, tensor<13xbf16> {check.expected = dense<[0x3F80, 0xBE9A, 0x8000, 0x4006, 0x0001, 0x7FC0, 0x3EAB, 0xBE9A, 0x4006, 0x0000, 0xBE9A, 0x4006, 0x807F]> : tensor<13xbf16>}) {
  %y = nn.neg %a : (tensor<13xbf16>) -> tensor<13xbf16>
  %z = nn.abs %a : (tensor<13xbf16>) -> tensor<13xbf16>
  %u = nn.sign %a : (tensor<13xbf16>) -> tensor<13xbf16>
  %v = nn.clip %a {max = 2.1 : f32, min = -0.3 : f32} : (tensor<13xbf16>) -> tensor<13xbf16>
  return %y, %z, %u, %v : tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>
}

func.func @powers(
    %a: tensor<6xbf16> {check.input = dense<[0x3F80, 0xC000, 0x4049, 0x3EAB, 0x0000, 0x42C8]> : tensor<6xbf16>},
    %b: tensor<6xbf16> {check.input = dense<[0x4040, 0x4040, 0x3F00, 0xC000, 0x0000, 0x3FC0]> : tensor<6xbf16>},
    %c: tensor<6xi32> {check.input = dense<[2, -1, 3, 4, 5, -2]> : tensor<6xi32>})
    -> (tensor<6xbf16> {check.expected = dense<[0x3F80, 0xC100, 0x3FE3, 0x410F, 0x3F80, 0x447A]> : tensor<6xbf16>}, tensor<6xbf16> {check.expected = dense<[0x3F80, 0xBF00, 0x41F8, 0x3C4C, 0x0000, 0x38D2]> : tensor<6xbf16>}, tensor<6xi32> {check.expected = dense<[8, -1, 1, 0, 1, 0]> : tensor<6xi32>}) {
  %y = nn.pow %a, %b : (tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xbf16>
  %z = nn.pow %a, %c : (tensor<6xbf16>, tensor<6xi32>) -> tensor<6xbf16>
  %u = nn.pow %c, %b : (tensor<6xi32>, tensor<6xbf16>) -> tensor<6xi32>
  return %y, %z, %u : tensor<6xbf16>, tensor<6xbf16>, tensor<6xi32>
}

// The running total stays f32: it is each result that is rounded.
func.func @running(
    %a: tensor<2x4xbf16> {check.input = dense<[[0x4380, 0x3F80, 0x3F80, 0x3EAB], [0xC001, 0x4049, 0x3F81, 0xBF81]]> : tensor<2x4xbf16>})
    -> (tensor<2x4xbf16> {check.expected = dense<[[0x4380, 0x4380, 0x4381, 0x4381], [0xC001, 0x3F90, 0x4008, 0x3F90]]> : tensor<2x4xbf16>}, tensor<2x4xbf16> {check.expected = dense<[[0x4015, 0x3FAB, 0x3EAB, 0x0000], [0x4049, 0x0000, 0xBF81, 0x0000]]> : tensor<2x4xbf16>}, tensor<2x4xbf16> {check.expected = dense<[[0x4380, 0x3F80, 0x3F80, 0x3EAB], [0xC401, 0x4049, 0x3F81, 0xBEAC]]> : tensor<2x4xbf16>}, tensor<2x4xbf16> {check.expected = dense<[[0x42AB, 0x3EAB, 0x3EAB, 0x3EAB], [0x40CE, 0xC04C, 0xBF82, 0xBF81]]> : tensor<2x4xbf16>}) {
  %y = nn.cum_sum %a {axis = 1 : i64} : (tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %z = nn.cum_sum %a {axis = 1 : i64, exclusive, reverse} : (tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %u = nn.cum_prod %a {axis = 0 : i64} : (tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %v = nn.cum_prod %a {axis = 1 : i64, reverse} : (tensor<2x4xbf16>) -> tensor<2x4xbf16>
  return %y, %z, %u, %v : tensor<2x4xbf16>, tensor<2x4xbf16>, tensor<2x4xbf16>, tensor<2x4xbf16>
}

func.func @iota()
    -> (tensor<2x5xbf16> {check.expected = dense<[[0x3DCD, 0x43FA, 0x447A, 0x44BC, 0x44FA], [0x3DCD, 0x43FA, 0x447A, 0x44BC, 0x44FA]]> : tensor<2x5xbf16>}) {
  %y = nn.iota {axis = 1 : i64, start = 0.1 : f32, step = 500.3 : f32} : () -> tensor<2x5xbf16>
  return %y : tensor<2x5xbf16>
}

// Each step rounds, whatever is fused.
func.func @chain(
    %a: tensor<2x3xbf16> {check.input = dense<[[0x4380, 0x3F80, 0x3F80], [0x3EAB, 0xC001, 0x4049]]> : tensor<2x3xbf16>},
    %b: tensor<3x1xbf16> {check.input = dense<[[0x4049], [0x3F81], [0xBF81]]> : tensor<3x1xbf16>})
    -> (tensor<3x2xbf16> {check.expected = dense<[[0x437E, 0x4288], [0xBBFE, 0xBF48], [0x40C0, 0x40BD]]> : tensor<3x2xbf16>}, tensor<3x2xf32> {check.expected = dense<[[2.54e2, 6.8e1], [-7.751465e-3, -7.8125e-1], [6.0, 5.90625]]> : tensor<3x2xf32>}) {
  %y = nn.transpose %a {permutation = array<i64: 1, 0>} : (tensor<2x3xbf16>) -> tensor<3x2xbf16>
  %z = nn.sub %y, %b : (tensor<3x2xbf16>, tensor<3x1xbf16>) -> tensor<3x2xbf16>
  %u = nn.div %z, %y : (tensor<3x2xbf16>, tensor<3x2xbf16>) -> tensor<3x2xbf16>
  %v = nn.mul %u, %u : (tensor<3x2xbf16>, tensor<3x2xbf16>) -> tensor<3x2xbf16>
  %w = nn.add %v, %z : (tensor<3x2xbf16>, tensor<3x2xbf16>) -> tensor<3x2xbf16>
  %t = nn.cast %w : (tensor<3x2xbf16>) -> tensor<3x2xf32>
  return %w, %t : tensor<3x2xbf16>, tensor<3x2xf32>
}

// A narrow float is widened, then divided by the scale.
func.func @quantized(
    %a: tensor<13xbf16> {check.input = dense<[0x3F80, 0xC000, 0x8000, 0x7F7F, 0x0001, 0x7FC0, 0x3EAB, 0xFF80, 0x4049, 0x0000, 0xBF7F, 0x7F80, 0x807F]> : tensor<13xbf16>})
    -> (tensor<13x!i8> {check.expected = dense<[11, -49, -9, 127, -9, -9, -2, -128, 54, -9, -29, 127, -9]> : tensor<13xi8>}, tensor<13x!u8> {check.expected = dense<[117, 0, 77, 255, 77, 77, 90, 0, 203, 77, 37, 255, 77]> : tensor<13xui8>}, tensor<13x!z16> {check.expected = dense<[3800, -11200, -1200, 32767, -1200, -1200, 470, -32768, 14503, -1200, -6180, 32767, -1200]> : tensor<13xi16>}) {
  %y = nn.quantize %a : (tensor<13xbf16>) -> tensor<13x!i8>
  %z = nn.quantize %a : (tensor<13xbf16>) -> tensor<13x!u8>
  %u = nn.quantize %a : (tensor<13xbf16>) -> tensor<13x!z16>
  return %y, %z, %u : tensor<13x!i8>, tensor<13x!u8>, tensor<13x!z16>
}

func.func @bits(
    %a: tensor<13xbf16> {check.input = dense<[0x3F80, 0xC000, 0x8000, 0x7F7F, 0x0001, 0x7FC0, 0x3EAB, 0xFF80, 0x4049, 0x0000, 0xBF7F, 0x7F80, 0x807F]> : tensor<13xbf16>})
    -> (tensor<13xi16> {check.expected = dense<[16256, -16384, -32768, 32639, 1, 32704, 16043, -128, 16457, 0, -16513, 32640, -32641]> : tensor<13xi16>}, tensor<13xbf16> {check.expected = dense<[0x3F80, 0xC000, 0x8000, 0x7F7F, 0x0001, 0x7FC0, 0x3EAB, 0xFF80, 0x4049, 0x0000, 0xBF7F, 0x7F80, 0x807F]> : tensor<13xbf16>}) {
  %y = nn.bit_cast %a : (tensor<13xbf16>) -> tensor<13xi16>
  %z = nn.bit_cast %y : (tensor<13xi16>) -> tensor<13xbf16>
  return %y, %z : tensor<13xi16>, tensor<13xbf16>
}

func.func @bool_and_back(
    %a: tensor<13xbf16> {check.input = dense<[0x3F80, 0xC000, 0x8000, 0x7F7F, 0x0001, 0x7FC0, 0x3EAB, 0xFF80, 0x4049, 0x0000, 0xBF7F, 0x7F80, 0x807F]> : tensor<13xbf16>})
    -> (tensor<13xi1> {check.expected = dense<[true, true, false, true, true, true, true, true, true, false, true, true, true]> : tensor<13xi1>}, tensor<13xbf16> {check.expected = dense<[0x3F80, 0x3F80, 0x0000, 0x3F80, 0x3F80, 0x3F80, 0x3F80, 0x3F80, 0x3F80, 0x0000, 0x3F80, 0x3F80, 0x3F80]> : tensor<13xbf16>}, tensor<13xui64> {check.expected = dense<[1, 0, 0, 18446744073709551615, 0, 0, 0, 0, 3, 0, 0, 18446744073709551615, 0]> : tensor<13xui64>}, tensor<13xi8> {check.expected = dense<[1, -2, 0, 127, 0, 0, 0, -128, 3, 0, 0, 127, 0]> : tensor<13xi8>}, tensor<13xi64> {check.expected = dense<[1, -2, 0, 9223372036854775807, 0, 0, 0, -9223372036854775808, 3, 0, 0, 9223372036854775807, 0]> : tensor<13xi64>}) {
  %y = nn.cast %a : (tensor<13xbf16>) -> tensor<13xi1>
  %z = nn.cast %y : (tensor<13xi1>) -> tensor<13xbf16>
  %u = nn.cast %a : (tensor<13xbf16>) -> tensor<13xui64>
  %v = nn.cast %a : (tensor<13xbf16>) -> tensor<13xi8>
  %w = nn.cast %a : (tensor<13xbf16>) -> tensor<13xi64>
  return %y, %z, %u, %v, %w : tensor<13xi1>, tensor<13xbf16>, tensor<13xui64>, tensor<13xi8>, tensor<13xi64>
}
