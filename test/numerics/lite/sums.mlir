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
    %a: tensor<2x12x!x> {check.input = dense<[[-104, 116, 13, 27, 103, -12, -118, 45, -84, 64, 45, 18], [-22, -5, -81, 105, -60, 2, -106, 9, 106, 111, 19, 118]]> : tensor<2x12xi8>},
    %b: tensor<2x12x!s> {check.input = dense<[[-112, 38, 74, -19, 0, -91, -6, -103, 92, -51, -60, -126], [-119, 89, -34, -71, 123, -88, -103, -3, -123, 35, -90, -118]]> : tensor<2x12xi8>})
    -> (tensor<2x12x!y> {check.expected = dense<[[-128, 107, 94, 2, 61, -94, -56, -78, 65, -13, -32, -116], [-128, 101, -68, -14, 110, -84, -128, 10, -69, 102, -77, -57]]> : tensor<2x12xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.add %a, %b : (tensor<2x12x!x>, tensor<2x12x!s>) -> tensor<2x12x!y>
  return %r : tensor<2x12x!y>
}

func.func @add_unsigned(
    %a: tensor<2x12x!u> {check.input = dense<[[230, 32, 123, 245, 248, 156, 219, 238, 170, 53, 77, 204], [245, 37, 224, 158, 72, 205, 13, 43, 182, 23, 202, 165]]> : tensor<2x12xui8>},
    %b: tensor<2x12x!v> {check.input = dense<[[152, 122, 91, 137, 254, 177, 199, 216, 202, 163, 221, 212], [88, 249, 46, 253, 2, 100, 187, 61, 55, 220, 234, 84]]> : tensor<2x12xui8>})
    -> (tensor<2x12x!c> {check.expected = dense<[[150, 101, 108, 148, 189, 144, 164, 174, 156, 119, 144, 166], [131, 146, 112, 171, 67, 127, 120, 82, 107, 133, 173, 114]]> : tensor<2x12xui8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.add %a, %b : (tensor<2x12x!u>, tensor<2x12x!v>) -> tensor<2x12x!c>
  return %r : tensor<2x12x!c>
}

func.func @add_sixteen(
    %a: tensor<2x12x!l> {check.input = dense<[[-14160, 20069, 13630, -19553, -21816, -21307, -26943, -4335, 27355, -7092, -18424, -27422], [18141, 30052, -21985, -11523, -12128, -25184, -18779, -16585, -5789, -27977, 20729, 4000]]> : tensor<2x12xi16>},
    %b: tensor<1x12x!m> {check.input = dense<[[12781, 19263, -31498, 11145, -21608, -6601, 29300, 18661, 32488, -5244, 6802, -32315]]> : tensor<1x12xi16>})
    -> (tensor<2x12x!e> {check.expected = dense<[[864, 13726, -8510, -1408, -15188, -9033, 3637, 6164, 21202, -4225, -2806, -21153], [10555, 16721, -19195, 1001, -12282, -10196, 6086, 2489, 11259, -10491, 8940, -11726]]> : tensor<2x12xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.add %a, %b : (tensor<2x12x!l>, tensor<1x12x!m>) -> tensor<2x12x!e>
  return %r : tensor<2x12x!e>
}

func.func @sub(
    %a: tensor<2x12x!x> {check.input = dense<[[-27, -24, 99, -99, -76, -91, -21, -92, 10, -52, 3, -44], [110, 20, -30, 111, -34, 22, 72, 87, 89, 122, -91, 6]]> : tensor<2x12xi8>},
    %b: tensor<2x12x!a> {check.input = dense<[[76, -102, 58, -116, 74, 87, 59, 34, -39, -2, 49, 58], [-102, -128, 100, 90, -26, 56, -57, 10, -14, 46, 25, 23]]> : tensor<2x12xi8>})
    -> (tensor<2x12x!y> {check.expected = dense<[[-20, 19, 47, -15, -44, -54, -13, -44, 23, -16, 1, -25], [86, 47, -27, 46, -2, 9, 58, 51, 57, 61, -41, 8]]> : tensor<2x12xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.sub %a, %b : (tensor<2x12x!x>, tensor<2x12x!a>) -> tensor<2x12x!y>
  return %r : tensor<2x12x!y>
}

func.func @sub_sixteen(
    %a: tensor<2x12x!l> {check.input = dense<[[16905, -3550, -28181, -79, -22932, -32347, -22362, 10174, 14338, 31660, -15220, -4248], [-16380, -24456, -27819, 8975, 9939, -3743, -15837, -21944, 23483, -1967, 13191, -23226]]> : tensor<2x12xi16>},
    %b: tensor<2x12x!m> {check.input = dense<[[24352, 20930, -30695, -1085, -9322, 16564, 25829, -24960, -32191, -27257, -18290, 22903], [-9698, -4260, -13279, 18054, 27857, -26290, -12740, -17251, -11201, 26900, -8905, -25148]]> : tensor<2x12xi16>})
    -> (tensor<2x12x!e> {check.expected = dense<[[-4669, -9437, 3824, 410, -3151, -16330, -17040, 13036, 17178, 20401, 2750, -10436], [-1035, -5633, -3034, -4529, -8161, 9393, 345, 317, 11525, -11350, 7519, 3091]]> : tensor<2x12xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.sub %a, %b : (tensor<2x12x!l>, tensor<2x12x!m>) -> tensor<2x12x!e>
  return %r : tensor<2x12x!e>
}

func.func @mul(
    %a: tensor<2x12x!x> {check.input = dense<[[-25, 9, -61, -57, -42, -51, -40, -116, 100, 46, 125, -116], [-126, -43, -6, 8, 16, 120, 115, 90, 4, -4, 85, 80]]> : tensor<2x12xi8>},
    %b: tensor<2x12x!s> {check.input = dense<[[101, -39, 94, -120, 68, -76, -123, -114, -109, -46, 31, 8], [-111, -40, -44, 6, -28, 1, -27, -62, -77, 90, 24, -24]]> : tensor<2x12xi8>})
    -> (tensor<2x12x!y> {check.expected = dense<[[-46, -6, -127, 127, -58, 96, 118, 127, -128, -51, 107, -15], [127, 46, 9, 9, -7, 10, -73, -128, -8, 7, 60, -43]]> : tensor<2x12xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.mul %a, %b : (tensor<2x12x!x>, tensor<2x12x!s>) -> tensor<2x12x!y>
  return %r : tensor<2x12x!y>
}

func.func @mul_sixteen(
    %a: tensor<2x12x!l> {check.input = dense<[[-17742, -19419, 10179, 3728, -14117, 5793, -5059, 6586, 6127, 14480, 22401, -5350], [24561, -21053, -3889, 28329, 21890, 9711, 15986, -24165, 21068, -19420, -23944, -6136]]> : tensor<2x12xi16>},
    %b: tensor<2x12x!m> {check.input = dense<[[27537, 6852, -13568, 31954, 28690, -17076, 12228, 13724, 13851, 28162, -4124, -7530], [-23293, 13543, 11324, -22364, 26906, -5305, -24483, -13403, -13166, -8054, -7044, -13969]]> : tensor<2x12xi16>})
    -> (tensor<2x12x!p> {check.expected = dense<[[-15033, -4094, -4249, 3665, -12462, -3044, -1903, 2781, 2611, 12547, -2843, 1240], [-17603, -8773, -1355, -19494, 18122, -1585, -12043, 9966, -8535, 4813, 5190, 2637]]> : tensor<2x12xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.mul %a, %b : (tensor<2x12x!l>, tensor<2x12x!m>) -> tensor<2x12x!p>
  return %r : tensor<2x12x!p>
}

func.func @max(
    %a: tensor<2x12x!x> {check.input = dense<[[70, 71, 1, 16, 33, 76, -105, -34, -105, -44, 36, -45], [28, -66, -99, 52, 111, 98, -120, -82, 19, -119, 3, -114]]> : tensor<2x12xi8>},
    %b: tensor<2x12x!x> {check.input = dense<[[94, -118, 43, -3, 10, 68, -17, -41, -39, -25, -56, 100], [45, 106, -69, -107, 121, -64, -13, 124, 73, 75, 40, 104]]> : tensor<2x12xi8>})
    -> (tensor<2x12x!x> {check.expected = dense<[[94, 71, 43, 16, 33, 76, -17, -34, -39, -25, 36, 100], [45, 106, -69, 52, 121, 98, -13, 124, 73, 75, 40, 104]]> : tensor<2x12xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.max %a, %b : (tensor<2x12x!x>, tensor<2x12x!x>) -> tensor<2x12x!x>
  return %r : tensor<2x12x!x>
}

func.func @min(
    %a: tensor<2x12x!l> {check.input = dense<[[-19117, 19897, 7883, -5390, -20614, 1671, -25640, 13320, 12247, 13227, -32285, 3985], [28172, -32279, 23458, 30738, -10773, -10129, 31592, -29285, 11067, 9055, 19483, 3469]]> : tensor<2x12xi16>},
    %b: tensor<2x12x!l> {check.input = dense<[[-17026, 6991, 4689, 18907, -22126, -26112, -21957, 26888, 23025, 15940, -23998, -16934], [-21859, 5042, -23514, 27062, -4658, -4736, -8961, 12885, 27287, 15442, -27961, 21390]]> : tensor<2x12xi16>})
    -> (tensor<2x12x!l> {check.expected = dense<[[-19117, 6991, 4689, -5390, -22126, -26112, -25640, 13320, 12247, 13227, -32285, -16934], [-21859, -32279, -23514, 27062, -10773, -10129, -8961, -29285, 11067, 9055, -27961, 3469]]> : tensor<2x12xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.min %a, %b : (tensor<2x12x!l>, tensor<2x12x!l>) -> tensor<2x12x!l>
  return %r : tensor<2x12x!l>
}

func.func @prelu(
    %a: tensor<2x12x!x> {check.input = dense<[[-98, -4, -125, 32, 3, 12, -70, -12, -103, -77, -48, -16], [-65, -24, -65, -74, -128, -120, -40, 0, 124, 23, 26, 108]]> : tensor<2x12xi8>},
    %b: tensor<1x12x!s> {check.input = dense<[[-64, 16, 90, -29, -59, -128, 23, -106, 79, -64, 69, -18]]> : tensor<1x12xi8>})
    -> (tensor<2x12x!y> {check.expected = dense<[[127, 7, -128, 25, 11, 15, -31, 28, -128, 124, -69, 12], [105, -1, -128, 58, 127, 127, -14, 9, 71, 21, 22, 63]]> : tensor<2x12xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.prelu %a, %b : (tensor<2x12x!x>, tensor<1x12x!s>) -> tensor<2x12x!y>
  return %r : tensor<2x12x!y>
}
