// Weights with zero points (R5): acc = Σ (q_x − z_x)·(q_w − z_w), of which padding is no part (A1, A6).
!u8 = !quant.uniform<u8:f32, 0.02500000037252903:77>
!i8 = !quant.uniform<i8:f32, 0.05000000074505806:-9>
!x16 = !quant.uniform<i16:f32, 0.00030517578125>
!y16 = !quant.uniform<i16:f32, 0.0024414062500>
!y = !quant.uniform<i8:f32, 0.5:4>
!v = !quant.uniform<u8:f32, 0.75:131>
!wu = !quant.uniform<u8:f32, 0.0078125:113>
!wi = !quant.uniform<i8:f32, 0.0078125:-100>
!w3 = !quant.uniform<u8:f32:0, {0.019999999552965164:3, 0.05000000074505806:250, 0.0099999997764825821:128}>
!s3 = !quant.uniform<i8:f32:0, {0.019999999552965164:90, 0.05000000074505806:-128, 0.0099999997764825821}>
!n3 = !quant.uniform<u8:f32:0, {0.019999999552965164:40, 0.05000000074505806:100, 0.0099999997764825821:200}>
!w4 = !quant.uniform<u4:f32:0, {0.25:3, 0.5:15, 0.125}>
!z0 = !quant.uniform<u8:f32, 0.0078125>

// One zero point per tensor: u8 around 113 reach from −113 to 142. Padding on every side.
func.func @per_tensor(
    %x: tensor<1x3x4x3x!u8> {check.input = dense<[[[[241, 160, 175], [229, 148, 198], [213, 57, 14], [76, 72, 223]], [[233, 1, 127], [210, 33, 204], [30, 119, 209], [77, 87, 71]], [[184, 65, 253], [113, 122, 129], [149, 141, 130], [254, 206, 202]]]]> : tensor<1x3x4x3xui8>},
    %w: tensor<3x3x3x3x!wu> {check.constant = dense<[[[[179, 159, 87], [253, 119, 55], [216, 41, 219]], [[156, 29, 11], [113, 9, 36], [131, 248, 119]], [[206, 234, 210], [161, 112, 131], [68, 127, 97]]], [[[63, 254, 3], [24, 49, 248], [177, 225, 51]], [[184, 94, 125], [0, 158, 212], [169, 39, 136]], [[68, 247, 225], [47, 130, 240], [216, 181, 163]]], [[[10, 189, 121], [23, 62, 138], [186, 129, 156]], [[223, 175, 92], [164, 153, 27], [15, 169, 99]], [[153, 82, 57], [38, 97, 208], [102, 97, 147]]]]> : tensor<3x3x3x3xui8>},
    %b: tensor<3xi32> {check.constant = dense<[4787, -1078, 899]> : tensor<3xi32>})
    -> (tensor<1x3x4x3x!y> {check.expected = dense<[[[[6, 25, 14], [-2, 33, 22], [11, 22, -3], [15, 10, 8]], [[6, 14, 10], [27, 19, 10], [19, 18, 25], [27, 16, -4]], [[11, 2, 5], [15, 0, -6], [9, -4, 8], [8, -4, 1]]]]> : tensor<1x3x4x3xi8>}) {
  %y = nn.conv2d %x, %w bias %b {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x3x4x3x!u8>, tensor<3x3x3x3x!wu>, tensor<3xi32>) -> tensor<1x3x4x3x!y>
  return %y : tensor<1x3x4x3x!y>
}

// One zero point per channel; strides, dilation, unequal pads; any number of samples.
func.func @per_channel(
    %x: tensor<?x2x6x5x!i8, #nn.dims<N>> {check.input = dense<[[[[-16, 26, -14, 35, 12], [45, 116, -90, 15, -16], [-37, -67, -115, -25, 83], [-104, -25, 119, 115, -73], [-127, 43, -125, -52, -1], [95, -105, 41, 8, -95]], [[88, 88, -5, 113, 27], [103, 117, 17, -57, -91], [16, -79, 64, 109, -66], [13, -116, -82, -32, 98], [120, 36, 21, 17, -113], [-32, 123, -23, -74, -67]]], [[[54, -119, 120, 96, 17], [-9, 66, 12, -6, -46], [-14, 64, -114, -122, 56], [-33, 77, -121, 104, -97], [-22, 119, -101, 40, 58], [-19, -108, 6, -18, 95]], [[46, -40, -114, 23, -57], [47, 93, -38, 103, 4], [7, 67, 74, 104, 127], [-90, -23, 110, -50, -127], [19, 64, 62, 79, 36], [-93, 88, -21, 88, 80]]]]> : tensor<2x2x6x5xi8>},
    %w: tensor<3x2x3x2x!w3> {check.constant = dense<[[[[248, 3], [221, 160], [124, 203]], [[243, 131], [22, 185], [59, 57]]], [[[49, 50], [232, 92], [27, 45]], [[101, 88], [79, 242], [221, 146]]], [[[252, 87], [35, 69], [22, 243]], [[56, 113], [51, 250], [40, 131]]]]> : tensor<3x2x3x2xui8>},
    %b: tensor<3xi32> {check.constant = dense<[4505, 211, 3989]> : tensor<3xi32>})
    -> (tensor<?x3x4x4x!y, #nn.dims<N>> {check.expected = dense<[[[[21, 63, 25, 37], [31, 127, -32, 111], [-54, 4, 21, 108], [80, 12, -83, 9]], [[2, -128, -30, -62], [2, -128, -6, -90], [127, -2, 127, -14], [91, -128, 127, 83]], [[0, 1, 11, -7], [-17, -16, 17, -3], [-15, -10, 7, -10], [-24, 2, -13, 4]]], [[[75, 28, 38, 42], [9, 24, 39, 71], [5, 127, -61, 81], [31, 126, 85, 79]], [[-128, 8, -125, -117], [-128, -128, -14, -111], [127, -128, -128, -8], [93, -128, -128, -128]], [[11, 35, 6, -6], [-14, -37, 47, 12], [27, -18, -12, -34], [12, 29, -8, 1]]]]> : tensor<2x3x4x4xi8>}) {
  %y = nn.conv2d %x, %w bias %b {strides = array<i64: 2, 1>, pads = array<i64: 2, 0, 1, 1>, dilations = array<i64: 1, 2>} : (tensor<?x2x6x5x!i8, #nn.dims<N>>, tensor<3x2x3x2x!w3>, tensor<3xi32>) -> tensor<?x3x4x4x!y, #nn.dims<N>>
  return %y : tensor<?x3x4x4x!y, #nn.dims<N>>
}

// Signed ones; 1 by 1, without a bias.
func.func @signed(
    %x: tensor<1x5x2x3x!u8> {check.input = dense<[[[[229, 196, 190], [147, 148, 212]], [[109, 242, 224], [95, 105, 182]], [[236, 24, 17], [63, 110, 41]], [[132, 138, 243], [190, 64, 201]], [[206, 174, 173], [79, 183, 34]]]]> : tensor<1x5x2x3xui8>},
    %w: tensor<3x5x1x1x!s3> {check.constant = dense<[[[[33]], [[107]], [[120]], [[-52]], [[-43]]], [[[30]], [[-27]], [[59]], [[-77]], [[-85]]], [[[-116]], [[-8]], [[-74]], [[-52]], [[106]]]]> : tensor<3x5x1x1xi8>})
    -> (tensor<1x3x2x3x!v> {check.expected = dense<[[[[112, 113, 103], [117, 121, 118]], [[240, 186, 188], [158, 171, 180]], [[125, 130, 128], [127, 131, 123]]]]> : tensor<1x3x2x3xui8>}) {
  %y = nn.conv2d %x, %w : (tensor<1x5x2x3x!u8>, tensor<3x5x1x1x!s3>) -> tensor<1x3x2x3x!v>
  return %y : tensor<1x3x2x3x!v>
}

// Weights minus their zero point in −128 … 127, both ends included.
func.func @centered(
    %x: tensor<1x2x3x3x!u8> {check.input = dense<[[[[208, 215, 151], [28, 191, 154], [232, 122, 44]], [[152, 116, 168], [96, 78, 32], [246, 193, 119]]]]> : tensor<1x2x3x3xui8>},
    %w: tensor<3x2x2x2x!n3> {check.constant = dense<[[[[167, 132], [111, 132]], [[80, 89], [142, 77]]], [[[137, 111], [72, 145]], [[139, 150], [157, 142]]], [[[152, 82], [160, 159]], [[138, 148], [143, 72]]]]> : tensor<3x2x2x2xui8>},
    %b: tensor<3xi32> {check.constant = dense<[3893, 233, 3163]> : tensor<3xi32>})
    -> (tensor<1x3x2x2x!y> {check.expected = dense<[[[[51, 52], [50, 41]], [[52, 31], [36, 26]], [[-11, -7], [-17, -7]]]]> : tensor<1x3x2x2xi8>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x2x3x3x!u8>, tensor<3x2x2x2x!n3>, tensor<3xi32>) -> tensor<1x3x2x2x!y>
  return %y : tensor<1x3x2x2x!y>
}

// Unsigned ones around 0.
func.func @unsigned(
    %x: tensor<1x3x2x2x!i8> {check.input = dense<[[[[106, -52], [-117, -85]], [[-121, -17], [-123, -62]], [[-64, 52], [-65, 115]]]]> : tensor<1x3x2x2xi8>},
    %w: tensor<2x3x2x2x!z0> {check.constant = dense<[[[[48, 248], [145, 62]], [[9, 78], [151, 27]], [[42, 29], [173, 22]]], [[[5, 116], [79, 145]], [[240, 219], [137, 164]], [[207, 111], [168, 55]]]]> : tensor<2x3x2x2xui8>})
    -> (tensor<1x2x2x2x!v> {check.expected = dense<[[[[125, 133], [103, 132]], [[121, 134], [87, 140]]]]> : tensor<1x2x2x2xui8>}) {
  %y = nn.conv2d %x, %w {pads = array<i64: 1, 0, 0, 1>} : (tensor<1x3x2x2x!i8>, tensor<2x3x2x2x!z0>) -> tensor<1x2x2x2x!v>
  return %y : tensor<1x2x2x2x!v>
}

// Four bits, packed.
func.func @four_bits(
    %x: tensor<1x2x3x3x!u8> {check.input = dense<[[[[156, 60, 48], [194, 147, 96], [10, 60, 205]], [[119, 245, 230], [218, 4, 12], [148, 86, 215]]]]> : tensor<1x2x3x3xui8>},
    %w: tensor<3x2x2x2x!w4> {check.constant = dense<[[[[5, 2], [1, 4]], [[10, 2], [12, 4]]], [[[5, 10], [13, 6]], [[12, 4], [2, 13]]], [[[12, 12], [14, 7]], [[3, 9], [9, 6]]]]> : tensor<3x2x2x2xui8>},
    %b: tensor<3xi32> {check.constant = dense<[1387, -2369, 1093]> : tensor<3xi32>})
    -> (tensor<1x3x3x3x!y> {check.expected = dense<[[[[23, 26, 42], [23, 38, 24], [18, 46, 22]], [[-75, -77, -110], [-110, -128, -83], [-97, -100, -90]], [[16, 26, 23], [30, 44, 20], [27, 21, 22]]]]> : tensor<1x3x3x3xi8>}) {
  %y = nn.conv2d %x, %w bias %b {pads = array<i64: 1, 1, 0, 0>} : (tensor<1x2x3x3x!u8>, tensor<3x2x2x2x!w4>, tensor<3xi32>) -> tensor<1x3x3x3x!y>
  return %y : tensor<1x3x3x3x!y>
}

// With a residual (E2).
func.func @residual(
    %x: tensor<1x2x3x2x!i8> {check.input = dense<[[[[75, -104], [-12, 41], [-115, 33]], [[105, 82], [47, 77], [-36, -45]]]]> : tensor<1x2x3x2xi8>},
    %w: tensor<3x2x2x2x!w3> {check.constant = dense<[[[[21, 184], [80, 222]], [[119, 228], [35, 41]]], [[[88, 6], [125, 166]], [[169, 54], [42, 144]]], [[[162, 241], [229, 97]], [[41, 64], [225, 116]]]]> : tensor<3x2x2x2xui8>},
    %b: tensor<3xi32> {check.constant = dense<[4928, 1572, 951]> : tensor<3xi32>},
    %r: tensor<1x3x3x2x!i8> {check.input = dense<[[[[-103, 23], [-31, 87], [-94, -79]], [[41, 46], [84, 6], [-32, -50]], [[-33, 41], [10, -53], [-73, 53]]]]> : tensor<1x3x3x2xi8>})
    -> (tensor<1x3x3x2x!y> {check.expected = dense<[[[[-10, 8], [79, 54], [73, 33]], [[-128, -18], [-128, -67], [-60, -56]], [[24, 9], [-14, 3], [-20, 6]]]]> : tensor<1x3x3x2xi8>}) {
  %y = nn.conv2d %x, %w bias %b residual %r {pads = array<i64: 1, 0, 0, 1>} : (tensor<1x2x3x2x!i8>, tensor<3x2x2x2x!w3>, tensor<3xi32>, tensor<1x3x3x2x!i8>) -> tensor<1x3x3x2x!y>
  return %y : tensor<1x3x3x2x!y>
}

// A float bias (E3).
func.func @float_bias(
    %x: tensor<1x3x2x2x!u8> {check.input = dense<[[[[63, 53], [84, 218]], [[117, 152], [20, 88]], [[192, 197], [148, 224]]]]> : tensor<1x3x2x2xui8>},
    %w: tensor<2x3x1x1x!wi> {check.constant = dense<[[[[-52]], [[-86]], [[-109]]], [[[-77]], [[67]], [[103]]]]> : tensor<2x3x1x1xi8>},
    %b: tensor<2xf32> {check.constant = dense<[-3.75, 0.0]> : tensor<2xf32>})
    -> (tensor<1x2x2x2x!y> {check.expected = dense<[[[[-4, -4], [-4, -1]], [[16, 18], [6, 18]]]]> : tensor<1x2x2x2xi8>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x3x2x2x!u8>, tensor<2x3x1x1x!wi>, tensor<2xf32>) -> tensor<1x2x2x2x!y>
  return %y : tensor<1x2x2x2x!y>
}

// A float result (E4).
func.func @float_result(
    %x: tensor<1x3x3x3x!u8> {check.input = dense<[[[[34, 216, 33], [163, 20, 188], [232, 187, 68]], [[215, 78, 192], [213, 124, 158], [218, 47, 5]], [[111, 46, 226], [221, 96, 79], [181, 116, 24]]]]> : tensor<1x3x3x3xui8>},
    %w: tensor<2x3x2x2x!wu> {check.constant = dense<[[[[169, 186], [17, 198]], [[136, 211], [217, 172]], [[85, 94], [185, 16]]], [[[59, 132], [241, 193]], [[208, 48], [71, 68]], [[191, 137], [54, 191]]]]> : tensor<2x3x2x2xui8>},
    %b: tensor<2xi32> {check.constant = dense<[1382, 3965]> : tensor<2xi32>})
    -> (tensor<1x2x2x2xf32> {check.expected = dense<[[[[4.759961, 8.014063], [3.2123048, 7.808594e-1]], [[3.025, -3.0466797], [7.961914, 4.1615233]]]]> : tensor<1x2x2x2xf32>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x3x3x3x!u8>, tensor<2x3x2x2x!wu>, tensor<2xi32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// Multiplied in fixed point (G2).
func.func @fixed_point(
    %x: tensor<1x3x3x3x!u8> {check.input = dense<[[[[143, 32, 227], [47, 14, 204], [115, 164, 33]], [[184, 103, 255], [162, 240, 202], [215, 22, 198]], [[154, 101, 79], [164, 50, 47], [223, 194, 151]]]]> : tensor<1x3x3x3xui8>},
    %w: tensor<2x3x2x2x!wu> {check.constant = dense<[[[[193, 82], [184, 52]], [[113, 37], [96, 87]], [[107, 121], [8, 87]]], [[[216, 110], [138, 26]], [[99, 248], [140, 5]], [[184, 197], [97, 8]]]]> : tensor<2x3x2x2xui8>},
    %b: tensor<2xi32> {check.constant = dense<[3306, -2477]> : tensor<2xi32>})
    -> (tensor<1x2x3x3x!y> {check.expected = dense<[[[[1, 2, -9], [0, -9, -5], [1, 7, 5]], [[5, 6, 4], [-3, 7, -3], [15, 9, 19]]]]> : tensor<1x2x3x3xi8>}) attributes {nn.fixed_point} {
  %y = nn.conv2d %x, %w bias %b {pads = array<i64: 0, 1, 1, 0>} : (tensor<1x3x3x3x!u8>, tensor<2x3x2x2x!wu>, tensor<2xi32>) -> tensor<1x2x3x3x!y>
  return %y : tensor<1x2x3x3x!y>
}

// Beside 16 bits (X1).
func.func @sixteen(
    %x: tensor<1x2x3x3x!x16> {check.input = dense<[[[[27489, -8955, -7378], [19231, -23737, -30831], [17063, 27904, 32305]], [[-24337, -23070, -10573], [13937, 27013, 21320], [-8226, 27562, -15964]]]]> : tensor<1x2x3x3xi16>},
    %w: tensor<3x2x2x2x!w3> {check.constant = dense<[[[[31, 111], [23, 173]], [[252, 27], [29, 45]]], [[[45, 136], [147, 243]], [[114, 237], [192, 218]]], [[[48, 116], [234, 192]], [[55, 216], [196, 37]]]]> : tensor<3x2x2x2xui8>},
    %b: tensor<3xi64> {check.constant = dense<[-4324, -2413, -266]> : tensor<3xi64>})
    -> (tensor<1x3x3x3x!y16> {check.expected = dense<[[[[9117, -6446, -6204], [15588, -22423, -27921], [12406, 20295, 23338]], [[3650, -3883, 16550], [-21252, -28090, 32767], [-13951, -32768, 1497]], [[4967, 3481, -2535], [-3137, -4171, -3793], [3545, 791, 13156]]]]> : tensor<1x3x3x3xi16>}) {
  %y = nn.conv2d %x, %w bias %b {pads = array<i64: 1, 1, 0, 0>} : (tensor<1x2x3x3x!x16>, tensor<3x2x2x2x!w3>, tensor<3xi64>) -> tensor<1x3x3x3x!y16>
  return %y : tensor<1x3x3x3x!y16>
}
