// Sums of products: per channel (L1), of bytes without sign, of 64 bits (L2), and with one weight scale.
!x = !quant.uniform<i8:f32, 2.3529412224888802e-02:-4>
!u = !quant.uniform<u8:f32, 1.1764706112444401e-02:12>
!v = !quant.uniform<u8:f32, 2.0999999716877937e-02:131>
!y = !quant.uniform<i8:f32, 4.7058824449777603e-02:7>
!l = !quant.uniform<i16:f32, 3.0000001424923539e-04>
!e = !quant.uniform<i16:f32, 1.0000000474974513e-03>
!w = !quant.uniform<i8<-127:127>:f32:0, {4.1000000201165676e-03,7.8125000000000000e-03,1.2000000104308128e-02}>
!k = !quant.uniform<i8<-127:127>:f32, 4.1000000201165676e-03>
!q = !quant.uniform<u8:f32, 4.1000000201165676e-03:117>

func.func @conv(
    %x: tensor<1x2x4x4x!x> {check.input = dense<[[[[1, 38, -26, -117], [19, -123, -58, 86], [-10, 22, 118, -71], [88, 64, -31, -61]], [[-58, -21, 35, -13], [-91, 116, -29, 100], [-80, -57, 70, -57], [101, -20, -12, -127]]]]> : tensor<1x2x4x4xi8>},
    %w: tensor<3x2x2x2x!w> {check.constant = dense<[[[[-20, -49], [12, 115]], [[-124, 86], [-26, 9]]], [[[-8, -4], [83, 114]], [[125, 24], [51, 113]]], [[[110, 127], [-116, -119]], [[21, -97], [93, 67]]]]> : tensor<3x2x2x2xi8>},
    %b: tensor<3xi32> {check.constant = dense<[-1500, 3, 700]> : tensor<3xi32>})
    -> (tensor<1x3x3x3x!y> {check.expected = dense<[[[[-10, -7, 28], [67, 13, 4], [24, 13, -38]], [[-32, -48, 91], [-52, 127, 6], [39, -11, -55]], [[118, 127, -78], [-128, -128, -37], [-12, 31, 86]]]]> : tensor<1x3x3x3xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.conv2d %x, %w bias %b : (tensor<1x2x4x4x!x>, tensor<3x2x2x2x!w>, tensor<3xi32>) -> tensor<1x3x3x3x!y>
  return %r : tensor<1x3x3x3x!y>
}

func.func @conv_unsigned(
    %x: tensor<1x2x4x4x!u> {check.input = dense<[[[[32, 32, 27, 87], [216, 76, 180, 141], [154, 12, 173, 115], [35, 142, 156, 30]], [[128, 87, 192, 129], [8, 77, 144, 106], [68, 106, 83, 23], [178, 150, 135, 18]]]]> : tensor<1x2x4x4xui8>},
    %w: tensor<3x2x2x2x!k> {check.constant = dense<[[[[43, 21], [78, -106]], [[-45, 10], [-94, 89]]], [[[-65, -54], [-28, -106]], [[-83, -46], [-75, -19]]], [[[36, 29], [94, -89]], [[36, -126], [-126, 87]]]]> : tensor<3x2x2x2xi8>},
    %b: tensor<3xi32> {check.constant = dense<[15, -300, 70]> : tensor<3xi32>})
    -> (tensor<1x3x4x4x!v> {check.expected = dense<[[[[159, 114, 110, 129], [189, 97, 133, 150], [106, 114, 141, 142], [126, 139, 134, 132]], [[64, 30, 3, 72], [63, 15, 6, 85], [21, 12, 44, 111], [65, 54, 82, 126]], [[167, 75, 109, 148], [166, 69, 133, 169], [78, 112, 147, 143], [116, 127, 153, 133]]]]> : tensor<1x3x4x4xui8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.conv2d %x, %w bias %b {pads = array<i64: 0, 0, 1, 1>} : (tensor<1x2x4x4x!u>, tensor<3x2x2x2x!k>, tensor<3xi32>) -> tensor<1x3x4x4x!v>
  return %r : tensor<1x3x4x4x!v>
}

func.func @conv_sixteen(
    %x: tensor<1x2x4x4x!l> {check.input = dense<[[[[-8150, -2944, 24358, 4825], [12531, 19747, 10320, 17252], [-24435, 23719, -5645, -11669], [-21961, -20068, -22683, -31936]], [[-14529, -6813, 29209, 6979], [17040, 4359, 19706, 24826], [26111, 21481, 12735, -228], [-21564, -24728, 28747, 37]]]]> : tensor<1x2x4x4xi16>},
    %w: tensor<3x2x2x2x!w> {check.constant = dense<[[[[79, 107], [-108, 97]], [[-55, 44], [-10, 41]]], [[[-3, 84], [113, 48]], [[-22, 32], [-85, -25]]], [[[62, -26], [127, -3]], [[97, 97], [-68, 36]]]]> : tensor<3x2x2x2xi8>},
    %b: tensor<3xi64> {check.constant = dense<[-150000, 3, 70000]> : tensor<3xi64>})
    -> (tensor<1x3x3x3x!e> {check.expected = dense<[[[[-48, 4325, 2916], [9553, 418, 2289], [-500, 2327, -4291]], [[1606, 11726, -910], [-7016, 3767, -1162], [2777, -6056, -18261]], [[-6835, 15539, 20799], [-6363, 19394, 10889], [1447, 18872, -12607]]]]> : tensor<1x3x3x3xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.conv2d %x, %w bias %b : (tensor<1x2x4x4x!l>, tensor<3x2x2x2x!w>, tensor<3xi64>) -> tensor<1x3x3x3x!e>
  return %r : tensor<1x3x3x3x!e>
}

func.func @matmul(
    %x: tensor<3x5x!x> {check.input = dense<[[115, 83, -4, 0, 75], [9, 10, 50, 124, 49], [0, -72, -54, 109, 86]]> : tensor<3x5xi8>},
    %w: tensor<4x5x!k> {check.constant = dense<[[-70, -36, 40, 35, -35], [52, -56, 101, 126, -58], [46, 14, -55, 33, 58], [2, 64, 115, -35, -35]]> : tensor<4x5xi8>},
    %b: tensor<4xi32> {check.constant = dense<[-1500, 3, 700, 1]> : tensor<4xi32>})
    -> (tensor<3x4x!y> {check.expected = dense<[[-25, 1, 32, 13], [11, 45, 19, 9], [6, 23, 31, -28]]> : tensor<3x4xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.matmul %x, %w bias %b {transpose_b} : (tensor<3x5x!x>, tensor<4x5x!k>, tensor<4xi32>) -> tensor<3x4x!y>
  return %r : tensor<3x4x!y>
}

func.func @matmul_sixteen(
    %x: tensor<3x5x!l> {check.input = dense<[[28387, 19192, 30768, 17186, -15374], [4557, 15118, -8670, -19537, 15290], [-18454, 30619, 17868, 19801, 29177]]> : tensor<3x5xi16>},
    %w: tensor<4x5x!k> {check.constant = dense<[[107, -1, -34, -47, 57], [-56, 52, -12, -69, 36], [-89, 107, -55, 63, 16], [97, 63, 66, 9, -18]]> : tensor<4x5xi8>},
    %b: tensor<4xi64> {check.constant = dense<[-1500, 3, 700, 1]> : tensor<4xi64>})
    -> (tensor<3x4x!e> {check.expected = dense<[[352, -3321, -1633, 7902], [3143, 3116, 865, 457], [-2315, 2577, 6951, 1195]]> : tensor<3x4xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.matmul %x, %w bias %b {transpose_b} : (tensor<3x5x!l>, tensor<4x5x!k>, tensor<4xi64>) -> tensor<3x4x!e>
  return %r : tensor<3x4x!e>
}
