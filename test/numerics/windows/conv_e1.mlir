// Convolution (A1, M1, E1): f32(acc) · m[c], m[c] = s_x·s_w[c]/s_y, acc with the integer bias.
!u8 = !quant.uniform<u8:f32, 0.02500000037252903:77>
!i8 = !quant.uniform<i8:f32, 0.05000000074505806:-9>
!s8 = !quant.uniform<i8:f32, 0.10000000149011612>
!y = !quant.uniform<i8:f32, 0.25:4>
!w3 = !quant.uniform<i8<-127:127>:f32:0, {0.019999999552965164, 0.05000000074505806, 0.0099999997764825821}>
!w1 = !quant.uniform<i8<-127:127>:f32, 0.0078125>

// Padding holds z_x and adds nothing, on every side.
func.func @padding(
    %x: tensor<1x2x3x3x!u8> {check.input = dense<[[[[165, 77, 202], [24, 37, 48], [187, 29, 109]], [[19, 44, 222], [214, 35, 123], [46, 217, 30]]]]> : tensor<1x2x3x3xui8>},
    %w: tensor<3x2x3x3x!w3> {check.constant = dense<[[[[84, 17, -96], [115, -70, 34], [33, 22, 115]], [[-112, 20, 22], [-26, -115, 122], [-71, -116, 15]]], [[[92, -93, -53], [-20, -91, 11], [-97, 19, -49]], [[16, 81, 47], [-81, -101, 21], [19, 36, -79]]], [[[-32, -103, 13], [55, -111, 17], [-112, 31, -75]], [[0, 47, 9], [-18, 71, -47], [-8, 22, 109]]]]> : tensor<3x2x3x3xi8>},
    %b: tensor<3xi32> {check.constant = dense<[-3000, 0, 12345]> : tensor<3xi32>})
    -> (tensor<1x3x3x3x!y> {check.expected = dense<[[[[-54, 52, -60], [-35, -5, -9], [30, -45, -10]], [[36, 74, -92], [-128, -5, 44], [63, -40, -28]], [[4, 25, 18], [43, -10, 20], [6, 45, 11]]]]> : tensor<1x3x3x3xi8>}) {
  %y = nn.conv2d %x, %w bias %b {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x2x3x3x!u8>, tensor<3x2x3x3x!w3>, tensor<3xi32>) -> tensor<1x3x3x3x!y>
  return %y : tensor<1x3x3x3x!y>
}

// Strides, dilations, groups, unequal pads; two samples.
func.func @geometry(
    %x: tensor<2x2x5x4x!i8> {check.input = dense<[[[[104, 57, 25, -1], [-36, -4, -87, 25], [125, 47, 101, 19], [-91, -68, 86, -44], [47, -51, 122, 87]], [[-108, -89, 32, 46], [51, 126, 105, -93], [-81, 10, 114, -95], [-97, 30, 100, 17], [69, 49, -117, 108]]], [[[53, -42, -69, 124], [-98, -17, 19, -62], [-2, 75, 72, 126], [-87, -43, 101, 77], [14, -58, 92, 14]], [[84, 55, 66, -10], [-51, -86, -38, -51], [-10, -9, -122, 120], [-35, 6, 16, -126], [-54, 86, 61, 35]]]]> : tensor<2x2x5x4xi8>},
    %w: tensor<2x1x2x3x!w1> {check.constant = dense<[[[[116, -95, 49], [92, 4, 116]]], [[[31, 40, 46], [62, -114, -11]]]]> : tensor<2x1x2x3xi8>})
    -> (tensor<2x2x3x3x!s8> {check.expected = dense<[[[[-11, 2, -28], [-11, -32, -1], [-72, -14, 43]], [[-36, 70, 28], [-45, 1, 40], [6, 9, 13]]], [[[-32, -4, 10], [-77, 5, 52], [-76, -47, 50]], [[3, 0, -7], [-27, 40, 3], [1, -16, 3]]]]> : tensor<2x2x3x3xi8>}) {
  %y = nn.conv2d %x, %w {strides = array<i64: 2, 1>, pads = array<i64: 1, 0, 2, 3>, dilations = array<i64: 2, 2>, groups = 2 : i64} : (tensor<2x2x5x4x!i8>, tensor<2x1x2x3x!w1>) -> tensor<2x2x3x3x!s8>
  return %y : tensor<2x2x3x3x!s8>
}

// m = 1/128: halves go to even, also with the bias.
func.func @rounding(
    %x: tensor<1x1x1x4x!s8> {check.input = dense<[[[[1, 2, 3, -1]]]]> : tensor<1x1x1x4xi8>},
    %w: tensor<2x1x1x1x!w1> {check.constant = dense<[[[[64]]], [[[1]]]]> : tensor<2x1x1x1xi8>},
    %b: tensor<2xi32> {check.constant = dense<[0, 16]> : tensor<2xi32>})
    -> (tensor<1x2x1x4x!quant.uniform<i8:f32, 0.10000000149011612>> {check.expected = dense<[[[[0, 1, 2, 0]], [[0, 0, 0, 0]]]]> : tensor<1x2x1x4xi8>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x1x1x4x!s8>, tensor<2x1x1x1x!w1>, tensor<2xi32>) -> tensor<1x2x1x4x!quant.uniform<i8:f32, 0.10000000149011612>>
  return %y : tensor<1x2x1x4x!quant.uniform<i8:f32, 0.10000000149011612>>
}

// The accumulator rounds half to even when it becomes f32: 2^24 + 1, + 2.
func.func @large(
    %x: tensor<1x1x1x2x!s8> {check.input = dense<[[[[0, 1]]]]> : tensor<1x1x1x2xi8>},
    %w: tensor<1x1x1x1x!w1> {check.constant = dense<[[[[1]]]]> : tensor<1x1x1x1xi8>},
    %b: tensor<1xi32> {check.constant = dense<[16777217]> : tensor<1xi32>})
    -> (tensor<1x1x1x2x!quant.uniform<i16:f32, 4.5776367187500000e-01>> {check.expected = dense<[[[[28633, 28633]]]]> : tensor<1x1x1x2xi16>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x1x1x2x!s8>, tensor<1x1x1x1x!w1>, tensor<1xi32>) -> tensor<1x1x1x2x!quant.uniform<i16:f32, 4.5776367187500000e-01>>
  return %y : tensor<1x1x1x2x!quant.uniform<i16:f32, 4.5776367187500000e-01>>
}
