// Scales and zero points that are operands: products of plain integers (D1, D2).

func.func @conv_integer(
    %x: tensor<1x3x4x4xui8> {check.input = dense<[[[[186, 255, 156, 223], [175, 255, 0, 153], [27, 15, 169, 99], [153, 82, 57, 38]], [[255, 208, 102, 255], [147, 250, 100, 0], [0, 154, 114, 255], [140, 173, 244, 38]], [[0, 112, 91, 61], [13, 0, 211, 24], [103, 255, 243, 55], [1, 171, 0, 76]]]]> : tensor<1x3x4x4xui8>},
    %w: tensor<4x3x2x2xi8> {check.constant = dense<[[[[127, -125], [-128, 32]], [[127, 127], [115, -128]], [[-106, 127], [-69, -71]]], [[[127, -78], [104, -36]], [[-101, -83], [-128, 127]], [[-49, 114], [93, 18]]], [[[-128, -41], [-128, -128]], [[127, 115], [-72, -15]], [[127, 122], [-88, 3]]], [[[115, 5], [102, 127]], [[68, 127], [-128, 20]], [[84, -128], [114, 96]]]]> : tensor<4x3x2x2xi8>},
    %xz: tensor<ui8> {check.input = dense<131> : tensor<ui8>})
    -> (tensor<1x4x4x4xi32> {check.expected = dense<[[[[11720, 1646, -11733, 7314], [30872, 16601, 31842, 24354], [-12177, 71722, -88077, 21099], [3697, -16829, 45230, 24744]], [[-17362, -4030, 13768, -12814], [-17504, -7501, -38955, 11695], [-12052, 27072, 11609, -5000], [19534, -4011, -59201, -15747]], [[-21524, -22629, -11438, -14544], [-20926, -13185, 773, 11114], [14116, -7823, -17518, -31186], [29386, 50780, 39499, 33632]], [[-9732, -619, 9146, -14468], [11124, -7633, 12339, 19946], [29337, 11114, -3344, -43166], [-52022, -43193, -17959, -5484]]]]> : tensor<1x4x4x4xi32>}) {
  %y = nn.conv2d %x, %w input_zero %xz {pads = array<i64: 1, 0, 0, 1>} : (tensor<1x3x4x4xui8>, tensor<4x3x2x2xi8>, tensor<ui8>) -> tensor<1x4x4x4xi32>
  return %y : tensor<1x4x4x4xi32>
}

func.func @conv_of_unsigned_weights(
    %x: tensor<1x3x4x4xi8> {check.input = dense<[[[[-66, 127, -128, 23], [-101, 127, -99, 45], [-106, -123, -12, 127], [17, 112, 91, -128]], [[36, 127, -17, -128], [-73, 28, -68, -80], [66, 127, -32, -118], [-68, 77, -128, 117]], [[102, 90, -124, -128], [127, -42, 127, -47], [127, -128, -128, -128], [-96, 76, -51, -48]]]]> : tensor<1x3x4x4xi8>},
    %w: tensor<4x3x2x2xui8> {check.input = dense<[[[[255, 33], [0, 20]], [[255, 232], [187, 68]], [[215, 0], [192, 213]]], [[[124, 158], [218, 47]], [[255, 255], [46, 0]], [[221, 96], [79, 255]]], [[[116, 24], [169, 186]], [[0, 198], [0, 211]], [[217, 172], [85, 94]]], [[[185, 16], [59, 132]], [[0, 193], [208, 48]], [[0, 68], [0, 0]]]]> : tensor<4x3x2x2xui8>},
    %xz: tensor<1xi8> {check.input = dense<[-7]> : tensor<1xi8>},
    %wz: tensor<ui8> {check.input = dense<121> : tensor<ui8>})
    -> (tensor<1x4x4x4xi32> {check.expected = dense<[[[[6004, 1504, -2075, -20207], [-2630, 77189, -18425, -37518], [7277, 9454, -44164, -38705], [26751, -7151, -45957, 11622]], [[-26658, -6640, -9866, 17067], [8337, 69154, -35834, -16025], [-29753, -42375, -8135, 12779], [42367, 8248, -13471, -45887]], [[6192, -18880, -6059, 20437], [19278, -14203, -31784, 15644], [-1390, -13938, 17128, 28952], [44716, -45633, -10951, -18191]], [[-25835, 5169, 44593, 2254], [-44705, -14990, -2902, 26467], [-24081, 56644, 13677, 13677], [-14034, 1263, -15004, 59899]]]]> : tensor<1x4x4x4xi32>}) {
  %y = nn.conv2d %x, %w input_zero %xz weights_zero %wz {pads = array<i64: 1, 0, 0, 1>} : (tensor<1x3x4x4xi8>, tensor<4x3x2x2xui8>, tensor<1xi8>, tensor<ui8>) -> tensor<1x4x4x4xi32>
  return %y : tensor<1x4x4x4xi32>
}

func.func @depthwise(
    %x: tensor<1x3x4x4xui8> {check.input = dense<[[[[186, 255, 156, 223], [175, 255, 0, 153], [27, 15, 169, 99], [153, 82, 57, 38]], [[255, 208, 102, 255], [147, 250, 100, 0], [0, 154, 114, 255], [140, 173, 244, 38]], [[0, 112, 91, 61], [13, 0, 211, 24], [103, 255, 243, 55], [1, 171, 0, 76]]]]> : tensor<1x3x4x4xui8>},
    %w: tensor<3x1x2x2xui8> {check.constant = dense<[[[[79, 255], [0, 47]]], [[[223, 194], [151, 255]]], [[[255, 184], [52, 113]]]]> : tensor<3x1x2x2xui8>},
    %xz: tensor<ui8> {check.input = dense<3> : tensor<ui8>},
    %wz: tensor<ui8> {check.constant = dense<200> : tensor<ui8>},
    %sx: tensor<f32> {check.input = dense<1.9999999552965164e-02> : tensor<f32>},
    %sw: tensor<3xf32> {check.input = dense<[3.843985e-02, 4.255732e-02, 4.300584e-03]> : tensor<3xf32>})
    -> (tensor<1x3x4x4xf32> {check.expected = dense<[[[[-5.777971e1, -5.6744137e1, -4.9402897e1, -3.382707e1], [-6.24563e1, -5.536722e1, -2.2112907e1, -4.3529285e1], [-1.0446414e1, -4.494003e1, -3.0194502e1, -2.871457e1], [-3.408154e1, -1.259597e1, -2.3802725e1, -1.4311925e1]], [[-9.1328007e-1, -3.9152734, 7.667978, -1.0509956e1], [9.443469, -2.2529845, -3.534811, 5.058363], [8.751488, 3.2386122, 9.081732, -1.0568685e1], [1.4146054, 6.581064, -7.5266876, 3.4735284]], [[-7.7745956e-1, -2.0460458, -1.554231, -7.383242e-1], [-2.6904452e-1, -1.1237426, -2.468449, 7.0529575e-3], [-3.1072578, -5.304254, -2.489178, -5.626024e-1], [-1.1054221, -1.2543083, 5.5572146e-1, -6.832768e-1]]]]> : tensor<1x3x4x4xf32>}) {
  %y = nn.conv2d %x, %w input_zero %xz weights_zero %wz input_scale %sx weights_scale %sw {groups = 3 : i64, pads = array<i64: 1, 0, 0, 1>} : (tensor<1x3x4x4xui8>, tensor<3x1x2x2xui8>, tensor<ui8>, tensor<ui8>, tensor<f32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  return %y : tensor<1x3x4x4xf32>
}

func.func @qlinear_conv(
    %x: tensor<1x3x4x4xui8> {check.input = dense<[[[[186, 255, 156, 223], [175, 255, 0, 153], [27, 15, 169, 99], [153, 82, 57, 38]], [[255, 208, 102, 255], [147, 250, 100, 0], [0, 154, 114, 255], [140, 173, 244, 38]], [[0, 112, 91, 61], [13, 0, 211, 24], [103, 255, 243, 55], [1, 171, 0, 76]]]]> : tensor<1x3x4x4xui8>},
    %w: tensor<4x3x2x2xi8> {check.constant = dense<[[[[127, -125], [-128, 32]], [[127, 127], [115, -128]], [[-106, 127], [-69, -71]]], [[[127, -78], [104, -36]], [[-101, -83], [-128, 127]], [[-49, 114], [93, 18]]], [[[-128, -41], [-128, -128]], [[127, 115], [-72, -15]], [[127, 122], [-88, 3]]], [[[115, 5], [102, 127]], [[68, 127], [-128, 20]], [[84, -128], [114, 96]]]]> : tensor<4x3x2x2xi8>},
    %b: tensor<4xi32> {check.constant = dense<[-2840, 6197, -1202, 762]> : tensor<4xi32>},
    %xz: tensor<ui8> {check.input = dense<131> : tensor<ui8>},
    %sx: tensor<f32> {check.input = dense<1.9999999552965164e-02> : tensor<f32>},
    %sw: tensor<4xf32> {check.constant = dense<[3.9364345e-02, 5.5254847e-02, 7.244238e-02, 3.8764626e-02]> : tensor<4xf32>},
    %sy: tensor<f32> {check.input = dense<3.0000001192092896e-01> : tensor<f32>},
    %yz: tensor<1xui8> {check.input = dense<[117]> : tensor<1xui8>})
    -> (tensor<1x4x4x4xui8> {check.expected = dense<[[[[140, 114, 79, 129], [191, 153, 193, 173], [78, 255, 0, 165], [119, 65, 228, 174]], [[76, 125, 191, 93], [75, 112, 0, 183], [95, 240, 183, 121], [212, 125, 0, 82]], [[7, 2, 56, 41], [10, 48, 115, 165], [179, 73, 27, 0], [253, 255, 255, 255]], [[94, 117, 143, 82], [148, 99, 151, 171], [195, 148, 110, 7], [0, 7, 73, 105]]]]> : tensor<1x4x4x4xui8>}) {
  %y = nn.conv2d %x, %w bias %b input_zero %xz input_scale %sx weights_scale %sw result_scale %sy result_zero %yz {pads = array<i64: 1, 0, 0, 1>} : (tensor<1x3x4x4xui8>, tensor<4x3x2x2xi8>, tensor<4xi32>, tensor<ui8>, tensor<f32>, tensor<4xf32>, tensor<f32>, tensor<1xui8>) -> tensor<1x4x4x4xui8>
  return %y : tensor<1x4x4x4xui8>
}

func.func @conv_float_bias(
    %x: tensor<1x3x4x4xui8> {check.input = dense<[[[[186, 255, 156, 223], [175, 255, 0, 153], [27, 15, 169, 99], [153, 82, 57, 38]], [[255, 208, 102, 255], [147, 250, 100, 0], [0, 154, 114, 255], [140, 173, 244, 38]], [[0, 112, 91, 61], [13, 0, 211, 24], [103, 255, 243, 55], [1, 171, 0, 76]]]]> : tensor<1x3x4x4xui8>},
    %w: tensor<4x3x2x2xi8> {check.constant = dense<[[[[127, -125], [-128, 32]], [[127, 127], [115, -128]], [[-106, 127], [-69, -71]]], [[[127, -78], [104, -36]], [[-101, -83], [-128, 127]], [[-49, 114], [93, 18]]], [[[-128, -41], [-128, -128]], [[127, 115], [-72, -15]], [[127, 122], [-88, 3]]], [[[115, 5], [102, 127]], [[68, 127], [-128, 20]], [[84, -128], [114, 96]]]]> : tensor<4x3x2x2xi8>},
    %b: tensor<4xf32> {check.input = dense<[1.747316e+01, -7.8507447, -4.544852, -4.420687]> : tensor<4xf32>},
    %sx: tensor<1xf32> {check.input = dense<[2.0e-02]> : tensor<1xf32>},
    %sw: tensor<f32> {check.input = dense<9.999999776482582e-03> : tensor<f32>},
    %sy: tensor<f32> {check.input = dense<3.0000001192092896e-01> : tensor<f32>})
    -> (tensor<1x4x4x4xi8> {check.expected = dense<[[[[44, 38, 29, 56], [81, 72, 82, 80], [53, 109, 2, 78], [63, 49, 91, 81]], [[-22, -13, -1, -29], [-28, -22, -43, -14], [-25, 1, -9, -25], [-4, -19, -56, -33]], [[-67, -68, -60, -50], [-38, -33, -24, -22], [-15, -30, -36, -50], [-5, 9, 2, -7]], [[8, 14, 20, -17], [45, 33, 46, 30], [57, 45, 36, -13], [3, 9, 26, 13]]]]> : tensor<1x4x4x4xi8>}) {
  %y = nn.conv2d %x, %w bias %b input_scale %sx weights_scale %sw result_scale %sy {pads = array<i64: 1, 0, 0, 1>} : (tensor<1x3x4x4xui8>, tensor<4x3x2x2xi8>, tensor<4xf32>, tensor<1xf32>, tensor<f32>, tensor<f32>) -> tensor<1x4x4x4xi8>
  return %y : tensor<1x4x4x4xi8>
}

func.func @matmul_integer(
    %a: tensor<3x5xui8> {check.input = dense<[[116, 255, 0, 55, 216], [255, 0, 0, 255, 0], [39, 8, 28, 80, 99]]> : tensor<3x5xui8>},
    %b: tensor<5x4xi8> {check.constant = dense<[[-49, 71, -128, 127], [127, 127, 32, -5], [9, -128, -128, 113], [-128, -82, 127, -30], [-83, -64, -94, -42]]> : tensor<5x4xi8>},
    %az: tensor<ui8> {check.input = dense<90> : tensor<ui8>})
    -> (tensor<3x4xi32> {check.expected = dense<[[12893, 29127, -2817, -11935], [-33975, 4035, 16935, 10065], [-7940, -5855, 9724, -13151]]> : tensor<3x4xi32>}) {
  %y = nn.matmul %a, %b input_zero %az : (tensor<3x5xui8>, tensor<5x4xi8>, tensor<ui8>) -> tensor<3x4xi32>
  return %y : tensor<3x4xi32>
}

func.func @matmul_of_computed(
    %a: tensor<3x5xui8> {check.input = dense<[[116, 255, 0, 55, 216], [255, 0, 0, 255, 0], [39, 8, 28, 80, 99]]> : tensor<3x5xui8>},
    %b: tensor<5x4xi8> {check.input = dense<[[127, 127, 46, 127], [60, -42, -51, 127], [-128, -108, 65, -128], [-86, -28, 127, 86], [24, 120, -44, 88]]> : tensor<5x4xi8>},
    %c: tensor<4xf32> {check.input = dense<[1.6357897e-02, 5.1932167e-02, 1.0063853e-02, 9.657735e-02]> : tensor<4xf32>},
    %az: tensor<ui8> {check.input = dense<90> : tensor<ui8>},
    %bz: tensor<i8> {check.input = dense<-100> : tensor<i8>},
    %sa: tensor<f32> {check.input = dense<1.9999999552965164e-02> : tensor<f32>},
    %sb: tensor<4xf32> {check.input = dense<[5.796223e-02, 8.0562994e-02, 2.891032e-02, 8.037787e-02]> : tensor<4xf32>})
    -> (tensor<3x4xf32> {check.expected = dense<[[5.7927578e1, 6.67452e1, -2.2206564, 1.01461105e2], [1.9404724e1, 4.0389824e1, 2.154536e1, 5.3652348e1], [-2.5469633e1, -2.3435404e1, -1.3554658e1, -4.5916534e1]]> : tensor<3x4xf32>}) {
  %y = nn.matmul %a, %b bias %c input_zero %az weights_zero %bz input_scale %sa weights_scale %sb : (tensor<3x5xui8>, tensor<5x4xi8>, tensor<4xf32>, tensor<ui8>, tensor<i8>, tensor<f32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

func.func @matmul_batched(
    %a: tensor<2x3x5xi8> {check.input = dense<[[[111, 74, 127, -46, -72], [-126, -78, -56, 96, 3], [-78, 62, -128, 85, -128]], [[127, 53, -101, 13, -20], [78, -128, -9, 83, 127], [-128, 81, -35, 45, -128]]]> : tensor<2x3x5xi8>},
    %b: tensor<2x4x5xi8> {check.input = dense<[[[36, -95, -110, -71, 93], [-70, -48, 10, -2, -109], [-78, 126, -21, -57, 83], [-128, 83, 127, -7, 79]], [[68, 45, -11, 82, -33], [40, 11, -51, 127, 8], [-47, 4, 52, 127, 127], [2, -114, 127, 59, 24]]]> : tensor<2x4x5xi8>},
    %az: tensor<i8> {check.input = dense<5> : tensor<i8>},
    %bz: tensor<i8> {check.input = dense<-9> : tensor<i8>},
    %sa: tensor<f32> {check.input = dense<1.9999999552965164e-02> : tensor<f32>},
    %sb: tensor<f32> {check.input = dense<2.9999999329447746e-02> : tensor<f32>},
    %sy: tensor<f32> {check.input = dense<1.7000000178813934e-01> : tensor<f32>},
    %yz: tensor<i8> {check.input = dense<-3> : tensor<i8>})
    -> (tensor<2x3x4xi8> {check.expected = dense<[[[-67, -1, -17, 9], [2, 35, -24, -4], [-51, 47, -7, -54]], [[45, 40, -48, -68], [6, 47, 74, 75], [0, -3, -35, -61]]]> : tensor<2x3x4xi8>}) {
  %y = nn.matmul %a, %b input_zero %az weights_zero %bz input_scale %sa weights_scale %sb result_scale %sy result_zero %yz {transpose_b} : (tensor<2x3x5xi8>, tensor<2x4x5xi8>, tensor<i8>, tensor<i8>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i8>) -> tensor<2x3x4xi8>
  return %y : tensor<2x3x4xi8>
}

func.func @scale_of_nan(
    %a: tensor<3x5xui8> {check.input = dense<[[116, 255, 0, 55, 216], [255, 0, 0, 255, 0], [39, 8, 28, 80, 99]]> : tensor<3x5xui8>},
    %b: tensor<5x4xi8> {check.constant = dense<[[-49, 71, -128, 127], [127, 127, 32, -5], [9, -128, -128, 113], [-128, -82, 127, -30], [-83, -64, -94, -42]]> : tensor<5x4xi8>},
    %sa: tensor<f32> {check.input = dense<0.0> : tensor<f32>},
    %sb: tensor<f32> {check.input = dense<1.0> : tensor<f32>},
    %sy: tensor<f32> {check.input = dense<0.0> : tensor<f32>},
    %yz: tensor<ui8> {check.input = dense<9> : tensor<ui8>})
    -> (tensor<3x4xui8> {check.expected = dense<[[9, 9, 9, 9], [9, 9, 9, 9], [9, 9, 9, 9]]> : tensor<3x4xui8>}) {
  %y = nn.matmul %a, %b input_scale %sa weights_scale %sb result_scale %sy result_zero %yz : (tensor<3x5xui8>, tensor<5x4xi8>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<ui8>) -> tensor<3x4xui8>
  return %y : tensor<3x4xui8>
}

func.func @sixteen_bits(
    %a: tensor<3x5xi16> {check.input = dense<[[20803, -32768, -15971, -6794, -28346], [9241, -5052, 30839, 17815, -7581], [13734, 20096, 32767, -22301, -23795]]> : tensor<3x5xi16>},
    %b: tensor<5x4xi16> {check.input = dense<[[-18411, -31078, -31886, 32767], [-6519, -21952, 29946, -1682], [22805, -31781, -24086, -2742], [-32768, -22091, -31189, -32768], [-32768, 19165, 584, 32767]]> : tensor<5x4xi16>},
    %az: tensor<i16> {check.input = dense<32767> : tensor<i16>},
    %bz: tensor<i16> {check.input = dense<-32768> : tensor<i16>})
    -> (tensor<3x4xi64> {check.expected = dense<[[-4600512237, -4373324352, -6644365149, -8289729393], [-1437618457, -2705747368, -3778565298, -5419514152], [-605857860, -3694610688, -2784844396, -5348009031]]> : tensor<3x4xi64>}) {
  %y = nn.matmul %a, %b input_zero %az weights_zero %bz : (tensor<3x5xi16>, tensor<5x4xi16>, tensor<i16>, tensor<i16>) -> tensor<3x4xi64>
  return %y : tensor<3x4xi64>
}

func.func @sixteen_bits_to_steps(
    %a: tensor<3x5xi16> {check.input = dense<[[-23331, -25274, -14643, -12111, -11095], [32767, 32767, 21688, -32768, 27203], [28687, 32100, -8158, 32767, 32767]]> : tensor<3x5xi16>},
    %b: tensor<5x4xi8> {check.constant = dense<[[42, -20, 127, 56], [46, -32, -128, -81], [-25, -37, 127, -105], [73, -128, -128, -109], [-92, -114, 127, -116]]> : tensor<5x4xi8>},
    %c: tensor<4xi64> {check.constant = dense<[372657299, 587172267, -575169599, -541979090]> : tensor<4xi64>},
    %az: tensor<i16> {check.input = dense<-5> : tensor<i16>},
    %sa: tensor<f32> {check.input = dense<1.9999999552965164e-02> : tensor<f32>},
    %sb: tensor<4xf32> {check.input = dense<[9.398276e-02, 2.7585259e-02, 7.0538186e-02, 1.3825771e-02]> : tensor<4xf32>},
    %sy: tensor<f32> {check.input = dense<5.0e-01> : tensor<f32>},
    %yz: tensor<i16> {check.input = dense<-1000> : tensor<i16>})
    -> (tensor<3x4xi16> {check.expected = dense<[[32767, 32767, -32768, -32768], [32767, 32767, -32768, -32768], [32767, 32767, -32768, -32768]]> : tensor<3x4xi16>}) {
  %y = nn.matmul %a, %b bias %c input_zero %az input_scale %sa weights_scale %sb result_scale %sy result_zero %yz : (tensor<3x5xi16>, tensor<5x4xi8>, tensor<4xi64>, tensor<i16>, tensor<f32>, tensor<4xf32>, tensor<f32>, tensor<i16>) -> tensor<3x4xi16>
  return %y : tensor<3x4xi16>
}
