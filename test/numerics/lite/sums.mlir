// add and sub on their grid (L4), mul (L5), extremes (L20), prelu (L13).
!x = !quant.uniform<i8:f32, 2.3529412224888802e-02:-4>
!u = !quant.uniform<u8:f32, 1.1764706112444401e-02:12>
!v = !quant.uniform<u8:f32, 2.0999999716877937e-02:131>
!s = !quant.uniform<i8:f32, 5.0000000745058060e-02>
!y = !quant.uniform<i8:f32, 4.7058824449777603e-02:7>
!l = !quant.uniform<i16:f32, 3.0000001424923539e-04>
!m = !quant.uniform<i16:f32, 4.0000001899898052e-04>
!a = !quant.uniform<i8:f32, 9.9999997764825821e-03:3>
!e = !quant.uniform<i16:f32, 1.0000000474974513e-03>
!c = !quant.uniform<u8:f32, 6.0000002384185791e-02:100>
!p = !quant.uniform<i16:f32, 3.8999998942017555e-03>

func.func @add(
    %a: tensor<2x12x!x> {check.input = dense<[[9, 126, 49, 71, 88, 74, 35, 93, 84, -40, 121, -82], [125, -126, -28, 59, -67, -73, 92, 106, -44, -56, 78, 53]]> : tensor<2x12xi8>},
    %b: tensor<2x12x!s> {check.input = dense<[[-77, -86, -84, -106, -17, 106, -28, -72, -108, 70, 117, -86], [-46, -48, -99, -74, -65, -23, -110, 80, 15, 49, 75, -124]]> : tensor<2x12xi8>})
    -> (tensor<2x12x!y> {check.expected = dense<[[-68, -19, -56, -68, 35, 127, -3, -21, -64, 63, 127, -123], [23, -105, -110, -40, -94, -52, -62, 127, 3, 33, 127, -96]]> : tensor<2x12xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.add %a, %b : (tensor<2x12x!x>, tensor<2x12x!s>) -> tensor<2x12x!y>
  return %r : tensor<2x12x!y>
}

func.func @add_unsigned(
    %a: tensor<2x12x!u> {check.input = dense<[[171, 43, 102, 242, 200, 254, 107, 154, 1, 101, 104, 227], [29, 52, 37, 107, 36, 138, 76, 131, 84, 238, 148, 98]]> : tensor<2x12xui8>},
    %b: tensor<2x12x!v> {check.input = dense<[[239, 94, 150, 200, 215, 217, 250, 37, 134, 204, 26, 186], [12, 202, 215, 187, 162, 89, 126, 177, 186, 26, 0, 228]]> : tensor<2x12xui8>})
    -> (tensor<2x12x!c> {check.expected = dense<[[169, 93, 124, 169, 166, 178, 160, 95, 99, 143, 81, 161], [62, 133, 134, 138, 116, 110, 111, 139, 133, 108, 81, 151]]> : tensor<2x12xui8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.add %a, %b : (tensor<2x12x!u>, tensor<2x12x!v>) -> tensor<2x12x!c>
  return %r : tensor<2x12x!c>
}

func.func @add_sixteen(
    %a: tensor<2x12x!l> {check.input = dense<[[23212, -6593, 14471, -14369, 2610, -3483, 11898, 6579, 6130, 16905, -3550, -28181], [-79, -22932, -32347, -22362, 10174, 14338, 31660, -15220, -4248, -16380, -24456, -27819]]> : tensor<2x12xi16>},
    %b: tensor<1x12x!m> {check.input = dense<[[8975, 9939, -3743, -15837, -21944, 23483, -1967, 13191, -23226, 24352, 20930, -30695]]> : tensor<1x12xi16>})
    -> (tensor<2x12x!e> {check.expected = dense<[[10554, 1998, 2844, -10646, -7995, 8348, 2783, 7250, -7451, 14812, 7307, -20732], [3566, -2904, -11201, -13043, -5725, 13695, 8711, 710, -10565, 4827, 1035, -20624]]> : tensor<2x12xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.add %a, %b : (tensor<2x12x!l>, tensor<1x12x!m>) -> tensor<2x12x!e>
  return %r : tensor<2x12x!e>
}

func.func @sub(
    %a: tensor<2x12x!x> {check.input = dense<[[-5, -37, 64, 100, -98, -126, -107, -72, 89, -38, -17, -52], [70, 108, -103, -50, -68, -44, 105, -35, -99, -25, 9, -61]]> : tensor<2x12xi8>},
    %b: tensor<2x12x!a> {check.input = dense<[[-57, -42, -51, -40, -116, 100, 46, 125, -116, -126, -43, -6], [8, 16, 120, 115, 90, 4, -4, 85, 80, 101, -39, 94]]> : tensor<2x12xi8>})
    -> (tensor<2x12x!y> {check.expected = dense<[[19, 0, 52, 68, -15, -75, -54, -53, 79, 17, 10, -15], [43, 60, -67, -40, -43, -13, 63, -26, -57, -24, 22, -41]]> : tensor<2x12xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.sub %a, %b : (tensor<2x12x!x>, tensor<2x12x!a>) -> tensor<2x12x!y>
  return %r : tensor<2x12x!y>
}

func.func @sub_sixteen(
    %a: tensor<2x12x!l> {check.input = dense<[[-30583, 17487, -19205, -31488, -29060, -27785, -11670, 8001, 2109, -28225, -10195, -11089], [1785, -6920, 478, -6897, -15650, -19624, 23093, 6258, -5958, -17742, -19419, 10179]]> : tensor<2x12xi16>},
    %b: tensor<2x12x!m> {check.input = dense<[[3728, -14117, 5793, -5059, 6586, 6127, 14480, 22401, -5350, 24561, -21053, -3889], [28329, 21890, 9711, 15986, -24165, 21068, -19420, -23944, -6136, 27537, 6852, -13568]]> : tensor<2x12xi16>})
    -> (tensor<2x12x!e> {check.expected = dense<[[-10666, 10893, -8079, -7423, -11352, -10786, -9293, -6560, 2773, -18292, 5363, -1771], [-10796, -10832, -3741, -8464, 4971, -14314, 14696, 11455, 667, -16337, -8567, 8481]]> : tensor<2x12xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.sub %a, %b : (tensor<2x12x!l>, tensor<2x12x!m>) -> tensor<2x12x!e>
  return %r : tensor<2x12x!e>
}

func.func @mul(
    %a: tensor<2x12x!x> {check.input = dense<[[124, 112, -67, 47, 53, 54, 110, -17, -30, -91, 52, 44], [-88, 105, -21, -96, -53, -52, -32, -28, -55, 70, 71, 1]]> : tensor<2x12xi8>},
    %b: tensor<2x12x!s> {check.input = dense<[[16, 33, 76, -105, -34, -105, -44, 36, -45, 28, -66, -99], [52, 111, 98, -120, -82, 19, -119, 3, -114, 94, -118, 43]]> : tensor<2x12xi8>})
    -> (tensor<2x12x!y> {check.expected = dense<[[58, 103, -113, -127, -41, -128, -118, -5, 36, -54, -85, -112], [-102, 127, -35, 127, 107, -16, 90, 5, 127, 127, -128, 12]]> : tensor<2x12xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.mul %a, %b : (tensor<2x12x!x>, tensor<2x12x!s>) -> tensor<2x12x!y>
  return %r : tensor<2x12x!y>
}

func.func @mul_sixteen(
    %a: tensor<2x12x!l> {check.input = dense<[[-707, 2565, 17555, -4120, -10381, -9759, -6300, -14322, 25732, 11690, 27336, -17609], [-27199, 31003, -16216, -3091, 31745, 18729, 19409, 10260, 26778, -19117, 19897, 7883]]> : tensor<2x12xi16>},
    %b: tensor<2x12x!m> {check.input = dense<[[-5390, -20614, 1671, -25640, 13320, 12247, 13227, -32285, 3985, 28172, -32279, 23458], [30738, -10773, -10129, 31592, -29285, 11067, 9055, 19483, 3469, -17026, 6991, 4689]]> : tensor<2x12xi16>})
    -> (tensor<2x12x!p> {check.expected = dense<[[117, -1627, 903, 3250, -4255, -3677, -2564, 14227, 3155, 10133, -27150, -12710], [-25724, -10277, 5054, -3005, -28605, 6378, 5408, 6151, 2858, 10015, 4280, 1137]]> : tensor<2x12xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.mul %a, %b : (tensor<2x12x!l>, tensor<2x12x!m>) -> tensor<2x12x!p>
  return %r : tensor<2x12x!p>
}

func.func @max(
    %a: tensor<2x12x!x> {check.input = dense<[[73, -87, -102, -86, 105, 89, 62, -94, -67, -86, 19, -92], [105, -19, -19, -36, 50, 106, 60, -110, 83, -98, -4, -125]]> : tensor<2x12xi8>},
    %b: tensor<2x12x!x> {check.input = dense<[[32, 3, 12, -70, -12, -103, -77, -48, -16, -65, -24, -65], [-74, -128, -120, -40, 0, 124, 23, 26, 108, -64, 16, 90]]> : tensor<2x12xi8>})
    -> (tensor<2x12x!x> {check.expected = dense<[[73, 3, 12, -70, 105, 89, 62, -48, -16, -65, 19, -65], [105, -19, -19, -36, 50, 124, 60, 26, 108, -64, 16, 90]]> : tensor<2x12xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.max %a, %b : (tensor<2x12x!x>, tensor<2x12x!x>) -> tensor<2x12x!x>
  return %r : tensor<2x12x!x>
}

func.func @min(
    %a: tensor<2x12x!l> {check.input = dense<[[-7373, -14990, -32623, 6030, -27023, 20422, -16314, 17720, -4468, 7634, -21564, 11510], [23999, 29268, -31194, 10639, 5928, -3460, 12745, -3394, -12421, -15445, 4241, 13482]]> : tensor<2x12xi16>},
    %b: tensor<2x12x!l> {check.input = dense<[[17507, 21287, 18620, -17745, -21044, -8116, 14943, -6192, 27022, -19615, -26628, 13725], [-10126, 11205, 24828, -29942, -17947, 18216, -20324, 29612, 27053, 22615, 12936, -2615]]> : tensor<2x12xi16>})
    -> (tensor<2x12x!l> {check.expected = dense<[[-7373, -14990, -32623, -17745, -27023, -8116, -16314, -6192, -4468, -19615, -26628, 11510], [-10126, 11205, -31194, -29942, -17947, -3460, -20324, -3394, -12421, -15445, 4241, -2615]]> : tensor<2x12xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.min %a, %b : (tensor<2x12x!l>, tensor<2x12x!l>) -> tensor<2x12x!l>
  return %r : tensor<2x12x!l>
}

func.func @prelu(
    %a: tensor<2x12x!x> {check.input = dense<[[-33, -99, 113, -128, 86, 35, 16, 64, 80, 57, 23, -53], [19, -112, -53, 59, 27, -56, -124, -61, 61, -109, 77, 73]]> : tensor<2x12xi8>},
    %b: tensor<1x12x!s> {check.input = dense<[[-82, 38, -51, -90, -72, 59, -121, -100, -41, 72, -19, 103]]> : tensor<1x12xi8>})
    -> (tensor<2x12x!y> {check.expected = dense<[[66, -83, 66, 127, 52, 27, 17, 41, 49, 38, 21, -119], [19, -96, 69, 39, 23, -70, 127, 127, 40, -128, 48, 46]]> : tensor<2x12xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.prelu %a, %b : (tensor<2x12x!x>, tensor<1x12x!s>) -> tensor<2x12x!y>
  return %r : tensor<2x12x!y>
}
