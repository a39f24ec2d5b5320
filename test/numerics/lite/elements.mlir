// Between types and through bounds: requantize, quantize (L15), relu and clip (L3, L6), a concatenation of bytes (L14).
!x = !quant.uniform<i8:f32, 2.3529412224888802e-02:-4>
!u = !quant.uniform<u8:f32, 1.1764706112444401e-02:12>
!v = !quant.uniform<u8:f32, 2.0999999716877937e-02:131>
!s = !quant.uniform<i8:f32, 5.0000000745058060e-02>
!y = !quant.uniform<i8:f32, 4.7058824449777603e-02:7>
!l = !quant.uniform<i16:f32, 3.0000001424923539e-04>
!m = !quant.uniform<i16:f32, 4.0000001899898052e-04>
!a = !quant.uniform<i8:f32, 9.9999997764825821e-03:3>
!t = !quant.uniform<i8:f32, 3.9999999105930328e-02:-20>

func.func @requantize(
    %x: tensor<2x16x!x> {check.input = dense<[[29, -85, 44, 93, 114, -122, 41, 23, -14, 49, -14, -49, -61, 16, 52, 68], [83, 72, -70, -83, -32, 58, -25, 105, -77, -105, 53, -40, 43, 96, -117, -71]]> : tensor<2x16xi8>})
    -> (tensor<2x16x!y> {check.expected = dense<[[24, -33, 31, 56, 66, -52, 30, 21, 2, 34, 2, -15, -21, 17, 35, 43], [51, 45, -26, -32, -7, 38, -3, 62, -29, -43, 36, -11, 31, 57, -49, -26]]> : tensor<2x16xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.requantize %x : (tensor<2x16x!x>) -> tensor<2x16x!y>
  return %r : tensor<2x16x!y>
}

func.func @requantize_to_sixteen(
    %x: tensor<2x16x!u> {check.input = dense<[[199, 48, 243, 233, 216, 178, 117, 95, 29, 241, 0, 214, 163, 144, 192, 208], [185, 151, 75, 147, 16, 75, 187, 155, 72, 4, 67, 189, 19, 205, 201, 46]]> : tensor<2x16xui8>})
    -> (tensor<2x16x!l> {check.expected = dense<[[7333, 1412, 9059, 8667, 8000, 6510, 4118, 3255, 667, 8980, -471, 7922, 5922, 5176, 7059, 7686], [6784, 5451, 2471, 5294, 157, 2471, 6863, 5608, 2353, -314, 2157, 6941, 275, 7569, 7412, 1333]]> : tensor<2x16xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.requantize %x : (tensor<2x16x!u>) -> tensor<2x16x!l>
  return %r : tensor<2x16x!l>
}

func.func @requantize_sixteen(
    %x: tensor<2x16x!l> {check.input = dense<[[9925, -12957, -22958, -18304, 15274, -30804, -25549, -10443, 18493, -4710, 26394, 19220, 20981, 19832, 30203, 4858], [7314, -17565, 24531, 16172, -23169, -28036, 7448, 17303, 28136, -12649, -18211, 31722, 24320, -14351, 29099, -12829]]> : tensor<2x16xi16>})
    -> (tensor<2x16x!t> {check.expected = dense<[[54, -117, -128, -128, 95, -128, -128, -98, 119, -55, 127, 124, 127, 127, 127, 16], [35, -128, 127, 101, -128, -128, 36, 110, 127, -115, -128, 127, 127, -128, 127, -116]]> : tensor<2x16xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.requantize %x : (tensor<2x16x!l>) -> tensor<2x16x!t>
  return %r : tensor<2x16x!t>
}

func.func @relu(
    %x: tensor<2x16x!x> {check.input = dense<[[119, 95, 35, -61, 38, 101, 115, -123, 118, 122, -34, 87, 65, -24, 103, 83], [-80, 103, 38, 92, 115, -78, 87, -120, -50, -14, 27, 122, 109, -7, 37, -22]]> : tensor<2x16xi8>})
    -> (tensor<2x16x!y> {check.expected = dense<[[69, 57, 27, 7, 28, 60, 67, 7, 68, 70, 7, 53, 42, 7, 61, 51], [7, 61, 28, 55, 67, 7, 53, 7, 7, 7, 23, 70, 64, 7, 28, 7]]> : tensor<2x16xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.relu %x : (tensor<2x16x!x>) -> tensor<2x16x!y>
  return %r : tensor<2x16x!y>
}

func.func @clip(
    %x: tensor<2x16x!s> {check.input = dense<[[-121, -32, -96, 27, 112, 96, -51, 87, -124, -125, 76, -29, -53, -118, -113, -39], [73, -97, 98, -95, 97, 51, 6, -53, 110, -52, -90, 27, 107, -11, 33, -73]]> : tensor<2x16xi8>})
    -> (tensor<2x16x!t> {check.expected = dense<[[-20, -20, -20, 14, 120, 100, -20, 89, -20, -20, 75, -20, -20, -20, -20, -20], [71, -20, 103, -20, 101, 44, -12, -20, 118, -20, -20, 14, 114, -20, 21, -20]]> : tensor<2x16xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.clip %x {min = 0.0 : f32, max = 6.0 : f32} : (tensor<2x16x!s>) -> tensor<2x16x!t>
  return %r : tensor<2x16x!t>
}

func.func @clip_half(
    %x: tensor<2x16x!a> {check.input = dense<[[79, -91, 48, -115, -76, 118, 84, -2, -20, 1, -8, 4, 4, 57, -8, 119], [78, -65, 127, -127, 126, 8, -44, 53, -41, -18, 41, -63, -90, 6, 53, 62]]> : tensor<2x16xi8>})
    -> (tensor<2x16x!t> {check.expected = dense<[[-1, -44, -8, -45, -40, 5, 1, -21, -26, -21, -23, -19, -19, -6, -23, 5], [-1, -37, 5, -45, 5, -18, -32, -7, -31, -25, -10, -37, -43, -19, -7, -5]]> : tensor<2x16xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.clip %x {min = -1.0 : f32, max = 1.0 : f32} : (tensor<2x16x!a>) -> tensor<2x16x!t>
  return %r : tensor<2x16x!t>
}

func.func @relu_sixteen(
    %x: tensor<2x16x!l> {check.input = dense<[[-20890, -3137, 23439, 30648, 19255, 6469, -16643, 1052, 15805, -27057, -25451, 3145, 27316, -26672, -22948, -28266], [-16639, 20533, -7278, 23922, -27045, -208, -14947, -15633, -19180, -16900, 22554, 14429, -2704, -32192, 8383, 8481]]> : tensor<2x16xi16>})
    -> (tensor<2x16x!m> {check.expected = dense<[[0, 0, 17579, 22986, 14441, 4852, 0, 789, 11854, 0, 0, 2359, 20487, 0, 0, 0], [0, 15400, 0, 17942, 0, 0, 0, 0, 0, 0, 16916, 10822, 0, 0, 6287, 6361]]> : tensor<2x16xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.relu %x : (tensor<2x16x!l>) -> tensor<2x16x!m>
  return %r : tensor<2x16x!m>
}

func.func @concat(
    %a: tensor<2x3x!u> {check.input = dense<[[81, 114, 76], [237, 224, 193]]> : tensor<2x3xui8>},
    %b: tensor<2x5x!v> {check.input = dense<[[70, 96, 93, 167, 50], [31, 18, 16, 225, 194]]> : tensor<2x5xui8>})
    -> (tensor<2x8x!v> {check.expected = dense<[[170, 188, 167, 70, 96, 93, 167, 50], [255, 250, 232, 31, 18, 16, 225, 194]]> : tensor<2x8xui8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.concat %a, %b {axis = 1 : i64} : (tensor<2x3x!u>, tensor<2x5x!v>) -> tensor<2x8x!v>
  return %r : tensor<2x8x!v>
}

// Halves go away from zero.
func.func @quantize(
    %x: tensor<12xf32> {check.input = dense<[-1.00000000000000000e+00, -2.50000003725290298e-02, -7.50000029802322388e-02, 0.00000000000000000e+00, 2.50000003725290298e-02, 7.50000029802322388e-02, 1.25000000000000000e-01, 1.24999992549419403e-01, 1.75000011920928955e-01, 6.36000013351440430e+00, -7.00000000000000000e+00, 3.29999995231628418e+00]> : tensor<12xf32>})
    -> (tensor<12x!s> {check.expected = dense<[-20, -1, -2, 0, 1, 2, 3, 2, 4, 127, -128, 66]> : tensor<12xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.quantize %x : (tensor<12xf32>) -> tensor<12x!s>
  return %r : tensor<12x!s>
}
