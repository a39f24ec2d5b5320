// Fixed point: m0·2^-h (G1), a doubling high product and a rounding shift (G2), as gemmlowp and TFLite compute them.
!x = !quant.uniform<i8:f32, 2.3529412224888802e-02:-4>
!u = !quant.uniform<u8:f32, 1.1764706112444401e-02:12>
!s = !quant.uniform<i8:f32, 5.0000000745058060e-02>
!l = !quant.uniform<i16:f32, 3.0000001424923539e-04>
!y = !quant.uniform<i8:f32, 4.7058824449777603e-02:7>
!w = !quant.uniform<i8<-127:127>:f32:0, {1.0000000133514320e-10, 7.8125000000000000e-03, 1.2999999523162842e+00, 3.0000000000000000e+00, 8.0000000000000000e+02, 2.0000000000000000e+06, 1.0000000000000000e+09}>
!w1 = !quant.uniform<i8<-127:127>:f32, 4.1000000201165676e-03>
!half = !quant.uniform<i8:f32, 1.0000000149011612e-01>
!quarter = !quant.uniform<i8:f32, 2.0000000298023224e-01>
!moved = !quant.uniform<u8:f32, 5.0000000745058060e-02:100>

// A multiplier a channel, from what vanishes to what saturates.
func.func @conv(
    %x: tensor<1x2x3x3x!x> {check.input = dense<[[[[79, -107, -83], [-68, -82, 77], [94, 21, -118]], [[-104, -43, -18], [31, -6, -61], [-88, 49, 60]]]]> : tensor<1x2x3x3xi8>},
    %w: tensor<7x2x2x2x!w> {check.constant = dense<[[[[-120, -99], [-13, -28]], [[99, 4], [-21, -18]]], [[[42, 22], [-84, 60]], [[65, 116], [73, -56]]], [[[-47, 38], [38, 50]], [[94, -54], [112, -127]]], [[[-109, 121], [113, -52]], [[-93, -48], [-117, 100]]], [[[41, 21], [-66, -8]], [[-80, 69], [-7, -121]]], [[[-63, 52], [5, -33]], [[-64, -105], [27, 41]]], [[[5, 110], [109, -75]], [[27, 33], [-65, -52]]]]> : tensor<7x2x2x2xi8>},
    %b: tensor<7xi32> {check.constant = dense<[0, -1500, 3, -2, 1, 0, 5]> : tensor<7xi32>})
    -> (tensor<1x7x2x2x!y> {check.expected = dense<[[[[7, 7], [7, 7]], [[-24, 18], [-70, -65]], [[-128, 127], [-128, 127]], [[-128, -128], [127, 127]], [[127, 127], [-128, -128]], [[127, 127], [-128, 127]], [[-128, -128], [127, 127]]]]> : tensor<1x7x2x2xi8>}) attributes {nn.fixed_point} {
  %r = nn.conv2d %x, %w bias %b : (tensor<1x2x3x3x!x>, tensor<7x2x2x2x!w>, tensor<7xi32>) -> tensor<1x7x2x2x!y>
  return %r : tensor<1x7x2x2x!y>
}

// 16 bits of result; padding and a stride.
func.func @conv_to_sixteen(
    %x: tensor<2x1x3x3x!u> {check.input = dense<[[[[124, 189, 74], [184, 167, 55], [99, 212, 215]]], [[[168, 1, 174], [57, 209, 233], [109, 244, 194]]]]> : tensor<2x1x3x3xui8>},
    %w: tensor<2x1x3x3x!w1> {check.constant = dense<[[[[-45, 96, -30], [-102, 23, 89], [40, -28, 102]]], [[[-6, -30, -91], [-74, 50, 76], [-54, 32, 95]]]]> : tensor<2x1x3x3xi8>})
    -> (tensor<2x2x2x2x!l> {check.expected = dense<[[[[4715, -1870], [5091, -2987]], [[6316, -2732], [46, -1105]]], [[[3448, 1052], [3423, -1146]], [[4360, 860], [515, -2553]]]]> : tensor<2x2x2x2xi16>}) attributes {nn.fixed_point} {
  %r = nn.conv2d %x, %w {strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>} : (tensor<2x1x3x3x!u>, tensor<2x1x3x3x!w1>) -> tensor<2x2x2x2x!l>
  return %r : tensor<2x2x2x2x!l>
}

// Without a bias.
func.func @matmul(
    %a: tensor<3x5x!u> {check.input = dense<[[37, 70, 134, 143, 101], [102, 33, 156, 238, 50], [204, 46, 11, 191, 46]]> : tensor<3x5xui8>},
    %w: tensor<5x4x!w1> {check.constant = dense<[[64, -44, 17, 112], [107, -7, -76, -64], [89, 22, -85, 98], [118, 120, 31, 121], [27, 0, 120, 26]]> : tensor<5x4xi8>})
    -> (tensor<3x4x!s> {check.expected = dense<[[35, 16, 0, 28], [47, 25, -1, 49], [37, 12, 10, 40]]> : tensor<3x4xi8>}) attributes {nn.fixed_point} {
  %r = nn.matmul %a, %w : (tensor<3x5x!u>, tensor<5x4x!w1>) -> tensor<3x4x!s>
  return %r : tensor<3x4x!s>
}

// m = 1/2: the high product rounds halves up.
func.func @halves(
    %x: tensor<54x!s> {check.input = dense<[-128, -120, -112, -104, -96, -88, -80, -72, -64, -56, -48, -40, -32, -24, -16, -8, 0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, -3, -2, -1, 0, 1, 2, 3, 5, 7, 9, 11, 13, -5, -7, -9, -11, -13, -15, 127, 126, 125, 15]> : tensor<54xi8>})
    -> (tensor<54x!half> {check.expected = dense<[-64, -60, -56, -52, -48, -44, -40, -36, -32, -28, -24, -20, -16, -12, -8, -4, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, -1, -1, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, -2, -3, -4, -5, -6, -7, 64, 63, 63, 8]> : tensor<54xi8>}) attributes {nn.fixed_point} {
  %r = nn.requantize %x : (tensor<54x!s>) -> tensor<54x!half>
  return %r : tensor<54x!half>
}

// m = 1/4: the high product, then a shift that rounds halves away from zero.
func.func @quarters(
    %x: tensor<54x!s> {check.input = dense<[-128, -120, -112, -104, -96, -88, -80, -72, -64, -56, -48, -40, -32, -24, -16, -8, 0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, -3, -2, -1, 0, 1, 2, 3, 5, 7, 9, 11, 13, -5, -7, -9, -11, -13, -15, 127, 126, 125, 15]> : tensor<54xi8>})
    -> (tensor<54x!quarter> {check.expected = dense<[-32, -30, -28, -26, -24, -22, -20, -18, -16, -14, -12, -10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, -1, -1, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, -1, -2, -2, -3, -3, -4, 32, 32, 32, 4]> : tensor<54xi8>}) attributes {nn.fixed_point} {
  %r = nn.requantize %x : (tensor<54x!s>) -> tensor<54x!quarter>
  return %r : tensor<54x!quarter>
}

// m = 2: at the ends of the storage.
func.func @twice(
    %x: tensor<54x!half> {check.input = dense<[-128, -120, -112, -104, -96, -88, -80, -72, -64, -56, -48, -40, -32, -24, -16, -8, 0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, -3, -2, -1, 0, 1, 2, 3, 5, 7, 9, 11, 13, -5, -7, -9, -11, -13, -15, 127, 126, 125, 15]> : tensor<54xi8>})
    -> (tensor<54x!s> {check.expected = dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -112, -96, -80, -64, -48, -32, -16, 0, 16, 32, 48, 64, 80, 96, 112, 127, 127, 127, 127, 127, 127, 127, 127, -6, -4, -2, 0, 2, 4, 6, 10, 14, 18, 22, 26, -10, -14, -18, -22, -26, -30, 127, 127, 127, 30]> : tensor<54xi8>}) attributes {nn.fixed_point} {
  %r = nn.requantize %x : (tensor<54x!half>) -> tensor<54x!s>
  return %r : tensor<54x!s>
}

// m = 1 moves the zero point.
func.func @same_scale(
    %x: tensor<54x!s> {check.input = dense<[-128, -120, -112, -104, -96, -88, -80, -72, -64, -56, -48, -40, -32, -24, -16, -8, 0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, -3, -2, -1, 0, 1, 2, 3, 5, 7, 9, 11, 13, -5, -7, -9, -11, -13, -15, 127, 126, 125, 15]> : tensor<54xi8>})
    -> (tensor<54x!moved> {check.expected = dense<[0, 0, 0, 0, 4, 12, 20, 28, 36, 44, 52, 60, 68, 76, 84, 92, 100, 108, 116, 124, 132, 140, 148, 156, 164, 172, 180, 188, 196, 204, 212, 220, 97, 98, 99, 100, 101, 102, 103, 105, 107, 109, 111, 113, 95, 93, 91, 89, 87, 85, 227, 226, 225, 115]> : tensor<54xui8>}) attributes {nn.fixed_point} {
  %r = nn.requantize %x : (tensor<54x!s>) -> tensor<54x!moved>
  return %r : tensor<54x!moved>
}

// 16 bits go to 8.
func.func @from_sixteen(
    %x: tensor<24x!l> {check.input = dense<[18810, -10538, 19000, 31033, -29223, 2371, -8567, -29357, -27205, -15181, -20085, 14202, -18753, 8310, 23503, -311, -24461, -28402, -13320, -5741, -469, -12729, 22902, 4465]> : tensor<24xi16>})
    -> (tensor<24x!y> {check.expected = dense<[127, -60, 127, 127, -128, 22, -48, -128, -128, -90, -121, 98, -113, 60, 127, 5, -128, -128, -78, -30, 4, -74, 127, 35]> : tensor<24xi8>}) attributes {nn.fixed_point} {
  %r = nn.requantize %x : (tensor<24x!l>) -> tensor<24x!y>
  return %r : tensor<24x!y>
}

// 8 bits go to 16.
func.func @to_sixteen(
    %x: tensor<24x!u> {check.input = dense<[247, 239, 181, 7, 54, 191, 139, 241, 180, 209, 13, 75, 174, 162, 94, 40, 150, 22, 171, 205, 171, 16, 133, 77]> : tensor<24xui8>})
    -> (tensor<24x!l> {check.expected = dense<[9216, 8902, 6627, -196, 1647, 7020, 4980, 8980, 6588, 7725, 39, 2471, 6353, 5882, 3216, 1098, 5412, 392, 6235, 7569, 6235, 157, 4745, 2549]> : tensor<24xi16>}) attributes {nn.fixed_point} {
  %r = nn.requantize %x : (tensor<24x!u>) -> tensor<24x!l>
  return %r : tensor<24x!l>
}

// On the result's grid.
func.func @relu(
    %x: tensor<24x!x> {check.input = dense<[14, 46, -78, -119, -2, 30, -96, 108, -5, 119, 9, 58, 70, -1, -28, 42, -123, 30, 7, -90, -76, -120, 61, 47]> : tensor<24xi8>})
    -> (tensor<24x!y> {check.expected = dense<[16, 32, 7, 7, 8, 24, 7, 63, 7, 69, 14, 38, 44, 9, 7, 30, 7, 24, 13, 7, 7, 7, 40, 33]> : tensor<24xi8>}) attributes {nn.fixed_point} {
  %r = nn.relu %x : (tensor<24x!x>) -> tensor<24x!y>
  return %r : tensor<24x!y>
}

// On the result's grid.
func.func @clip(
    %x: tensor<24x!x> {check.input = dense<[-29, 116, -31, -50, 104, -107, -28, -122, -39, 57, -39, -2, -5, -113, -105, -52, 11, -110, 107, 90, 16, 59, 62, -126]> : tensor<24xi8>})
    -> (tensor<24x!u> {check.expected = dense<[33, 140, 33, 33, 140, 33, 33, 33, 33, 134, 33, 33, 33, 33, 33, 33, 42, 33, 140, 140, 52, 138, 140, 33]> : tensor<24xui8>}) attributes {nn.fixed_point} {
  %r = nn.clip %x {max = 1.5 : f32, min = 0.25 : f32} : (tensor<24x!x>) -> tensor<24x!u>
  return %r : tensor<24x!u>
}

// E2 has no fixed point.
func.func @residual(
    %x: tensor<1x2x2x2x!x> {check.input = dense<[[[[-123, -31], [41, -86]], [[-45, 92], [-94, 112]]]]> : tensor<1x2x2x2xi8>},
    %w: tensor<2x2x1x1x!w1> {check.constant = dense<[[[[-93]], [[-18]]], [[[75]], [[-116]]]]> : tensor<2x2x1x1xi8>},
    %add: tensor<1x2x2x2x!y> {check.input = dense<[[[[117, 29], [5, 51]], [[-30, 70], [2, -101]]]]> : tensor<1x2x2x2xi8>})
    -> (tensor<1x2x2x2x!s> {check.expected = dense<[[[[126, 22], [-7, 52]], [[-43, 34], [22, -128]]]]> : tensor<1x2x2x2xi8>}) attributes {nn.fixed_point} {
  %r = nn.conv2d %x, %w residual %add : (tensor<1x2x2x2x!x>, tensor<2x2x1x1x!w1>, tensor<1x2x2x2x!y>) -> tensor<1x2x2x2x!s>
  return %r : tensor<1x2x2x2x!s>
}

// E3 has none.
func.func @float_bias(
    %x: tensor<3x4x!x> {check.input = dense<[[84, 90, 63, 54], [-112, -108, -74, -41], [94, -108, -2, 117]]> : tensor<3x4xi8>},
    %w: tensor<4x2x!w1> {check.constant = dense<[[40, 60], [71, -30], [34, -97], [59, -67]]> : tensor<4x2xi8>},
    %b: tensor<2xf32> {check.constant = dense<[-1.08, -1.25]> : tensor<2xf32>})
    -> (tensor<3x2x!s> {check.expected = dense<[[9, -40], [-53, -14], [-14, -24]]> : tensor<3x2xi8>}) attributes {nn.fixed_point} {
  %r = nn.matmul %x, %w bias %b : (tensor<3x4x!x>, tensor<4x2x!w1>, tensor<2xf32>) -> tensor<3x2x!s>
  return %r : tensor<3x2x!s>
}

// A sum of 64 bits has none.
func.func @sixteen(
    %x: tensor<3x4x!l> {check.input = dense<[[2991, 12011, 32344, 13741], [-32080, 11994, 12511, -22430], [24946, 29159, -17603, 19354]]> : tensor<3x4xi16>},
    %w: tensor<4x2x!w1> {check.constant = dense<[[-116, 58], [-26, -92], [-44, 90], [-10, 40]]> : tensor<4x2xi8>})
    -> (tensor<3x2x!l> {check.expected = dense<[[-9101, 10369], [12641, -11215], [-12591, -8388]]> : tensor<3x2xi16>}) attributes {nn.fixed_point} {
  %r = nn.matmul %x, %w : (tensor<3x4x!l>, tensor<4x2x!w1>) -> tensor<3x2x!l>
  return %r : tensor<3x2x!l>
}

// A table behind a rescaled sum: its index is what the sum was bounded to.
!six = !quant.uniform<u8:f32, 0.0625:3>
!sum = !quant.uniform<u8:f32, 0.0625:128>
!steep = !quant.uniform<u8:f32, 0.015625>
func.func @table_behind_a_sum(
    %x: tensor<1x11x!six> {check.input = dense<[[0, 1, 3, 4, 7, 11, 20, 60, 128, 200, 255]]> : tensor<1x11xui8>})
    -> (tensor<1x11x!steep> {check.expected = dense<[[0, 0, 0, 8, 30, 49, 62, 64, 64, 64, 64]]> : tensor<1x11xui8>}) attributes {nn.fixed_point} {
  %a = nn.add %x, %x : (tensor<1x11x!six>, tensor<1x11x!six>) -> tensor<1x11x!sum>
  %y = nn.tanh %a : (tensor<1x11x!sum>) -> tensor<1x11x!steep>
  return %y : tensor<1x11x!steep>
}
