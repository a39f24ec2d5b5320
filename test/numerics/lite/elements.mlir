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
    %x: tensor<2x16x!x> {check.input = dense<[[75, 81, 77, 117, 18, 28, -69, 95, 63, -91, -110, 29, 67, 109, -50, -72], [123, 95, -57, 113, -51, 119, 95, 35, -61, 38, 101, 115, -123, 118, 122, -34]]> : tensor<2x16xi8>})
    -> (tensor<2x16x!y> {check.expected = dense<[[47, 50, 48, 68, 18, 23, -25, 57, 41, -36, -46, 24, 43, 64, -16, -27], [71, 57, -19, 66, -16, 69, 57, 27, -21, 28, 60, 67, -52, 68, 70, -8]]> : tensor<2x16xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.requantize %x : (tensor<2x16x!x>) -> tensor<2x16x!y>
  return %r : tensor<2x16x!y>
}

func.func @requantize_to_sixteen(
    %x: tensor<2x16x!u> {check.input = dense<[[215, 193, 104, 231, 211, 48, 231, 166, 220, 243, 50, 215, 8, 78, 114, 155], [250, 237, 121, 165, 106, 7, 96, 32, 155, 240, 224, 77, 215, 4, 3, 204]]> : tensor<2x16xui8>})
    -> (tensor<2x16x!l> {check.expected = dense<[[7961, 7098, 3608, 8588, 7804, 1412, 8588, 6039, 8157, 9059, 1490, 7961, -157, 2588, 4000, 5608], [9333, 8824, 4275, 6000, 3686, -196, 3294, 784, 5608, 8941, 8314, 2549, 7961, -314, -353, 7529]]> : tensor<2x16xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.requantize %x : (tensor<2x16x!u>) -> tensor<2x16x!l>
  return %r : tensor<2x16x!l>
}

func.func @requantize_sixteen(
    %x: tensor<2x16x!l> {check.input = dense<[[-7183, -13379, -30073, -28866, -9792, 18714, -24615, 25145, -24123, 24939, 13270, 1574, -13423, 28261, -13086, -22976], [6967, 27547, -2748, 8703, -18539, 20257, -23220, 12529, -29303, -19355, 30319, 21607, -402, -5094, 310, -1847]]> : tensor<2x16xi16>})
    -> (tensor<2x16x!t> {check.expected = dense<[[-74, -120, -128, -128, -93, 120, -128, 127, -128, 127, 80, -8, -121, 127, -118, -128], [32, 127, -41, 45, -128, 127, -128, 74, -128, -128, 127, 127, -23, -58, -18, -34]]> : tensor<2x16xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.requantize %x : (tensor<2x16x!l>) -> tensor<2x16x!t>
  return %r : tensor<2x16x!t>
}

func.func @relu(
    %x: tensor<2x16x!x> {check.input = dense<[[4, 4, 57, -8, 119, 78, -65, 127, -127, 126, 8, -44, 53, -41, -18, 41], [-63, -90, 6, 53, 62, -82, -13, 91, 119, 75, 25, -66, 4, 61, -106, -100]]> : tensor<2x16xi8>})
    -> (tensor<2x16x!y> {check.expected = dense<[[11, 11, 38, 7, 69, 48, 7, 73, 7, 72, 13, 7, 36, 7, 7, 30], [7, 7, 12, 36, 40, 7, 7, 55, 69, 47, 22, 7, 11, 40, 7, 7]]> : tensor<2x16xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.relu %x : (tensor<2x16x!x>) -> tensor<2x16x!y>
  return %r : tensor<2x16x!y>
}

func.func @clip(
    %x: tensor<2x16x!s> {check.input = dense<[[12, 106, -105, -90, -111, -65, 80, -29, 93, -106, -1, -59, -62, -75, -67, 88], [56, -11, -126, 32, 33, -47, -14, -52, 109, 96, 65, -58, -32, -35, 39, -78]]> : tensor<2x16xi8>})
    -> (tensor<2x16x!t> {check.expected = dense<[[-5, 113, -20, -20, -20, -20, 80, -20, 96, -20, -20, -20, -20, -20, -20, 90], [50, -20, -20, 20, 21, -20, -20, -20, 116, 100, 61, -20, -20, -20, 29, -20]]> : tensor<2x16xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.clip %x {min = 0.0 : f32, max = 6.0 : f32} : (tensor<2x16x!s>) -> tensor<2x16x!t>
  return %r : tensor<2x16x!t>
}

func.func @clip_half(
    %x: tensor<2x16x!a> {check.input = dense<[[-97, -110, -112, 97, 66, -49, 28, 117, -43, -17, 49, -86, 97, -41, -77, -125], [-2, -37, -101, 7, -53, 111, -59, -98, 13, -47, 82, -122, -112, -23, -48, 126]]> : tensor<2x16xi8>})
    -> (tensor<2x16x!t> {check.expected = dense<[[-45, -45, -45, 4, -4, -33, -13, 5, -32, -25, -8, -42, 4, -31, -40, -45], [-21, -30, -45, -19, -34, 5, -36, -45, -17, -33, 0, -45, -45, -27, -33, 5]]> : tensor<2x16xi8>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.clip %x {min = -1.0 : f32, max = 1.0 : f32} : (tensor<2x16x!a>) -> tensor<2x16x!t>
  return %r : tensor<2x16x!t>
}

func.func @relu_sixteen(
    %x: tensor<2x16x!l> {check.input = dense<[[-26223, 17468, -27453, -5485, -5935, 32176, -16115, 9804, 23711, 4559, -1062, -18697, -13281, 10846, 552, -21048], [-12557, -21769, 19707, -32261, -30426, 9781, 7696, 15401, -31375, -5203, -5410, 5015, 1246, 25993, -25293, 9412]]> : tensor<2x16xi16>})
    -> (tensor<2x16x!m> {check.expected = dense<[[0, 13101, 0, 0, 0, 24132, 0, 7353, 17783, 3419, 0, 0, 0, 8135, 414, 0], [0, 0, 14780, 0, 0, 7336, 5772, 11551, 0, 0, 0, 3761, 935, 19495, 0, 7059]]> : tensor<2x16xi16>}) attributes {nn.fixed_point = "tflite"} {
  %r = nn.relu %x : (tensor<2x16x!l>) -> tensor<2x16x!m>
  return %r : tensor<2x16x!m>
}

func.func @concat(
    %a: tensor<2x3x!u> {check.input = dense<[[203, 48, 113], [143, 199, 99]]> : tensor<2x3xui8>},
    %b: tensor<2x5x!v> {check.input = dense<[[71, 138, 122, 184, 36], [116, 170, 37, 39, 148]]> : tensor<2x5xui8>})
    -> (tensor<2x8x!v> {check.expected = dense<[[238, 151, 188, 71, 138, 122, 184, 36], [204, 236, 180, 116, 170, 37, 39, 148]]> : tensor<2x8xui8>}) attributes {nn.fixed_point = "tflite"} {
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
