// Matrix products: (E1, E3, E4) as for convolutions; the weight axis is n.
!a = !quant.uniform<u8:f32, 0.02500000037252903:100>
!s = !quant.uniform<i8:f32, 0.02500000037252903:-5>
!y = !quant.uniform<i8:f32, 0.25:2>
!n = !quant.uniform<i8<-127:127>:f32:1, {0.019999999552965164, 0.0099999997764825821, 0.5}>
!t = !quant.uniform<i8<-127:127>:f32:0, {0.019999999552965164, 0.0099999997764825821, 0.5}>

func.func @e1(
    %a: tensor<?x5x!a, #nn.dims<N>> {check.input = dense<[[50, 231, 14, 32, 226], [166, 102, 141, 231, 244]]> : tensor<2x5xui8>},
    %b: tensor<5x3x!n> {check.constant = dense<[[2, 114, -64], [51, 6, 97], [97, 114, 110], [-61, 109, 16], [101, 114, -76]]> : tensor<5x3xi8>},
    %c: tensor<3xi32> {check.constant = dense<[100, -20000, 1]> : tensor<3xi32>})
    -> (tensor<?x3x!y, #nn.dims<N>> {check.expected = dense<[[32, -26, -128], [24, 25, -128]]> : tensor<2x3xi8>}) {
  %y = nn.matmul %a, %b bias %c : (tensor<?x5x!a, #nn.dims<N>>, tensor<5x3x!n>, tensor<3xi32>) -> tensor<?x3x!y, #nn.dims<N>>
  return %y : tensor<?x3x!y, #nn.dims<N>>
}

func.func @e3_transposed(
    %a: tensor<2x5x!s> {check.input = dense<[[101, -58, 85, -66, 72], [98, 33, -91, -5, 91]]> : tensor<2x5xi8>},
    %b: tensor<3x5x!t> {check.constant = dense<[[-109, -73, 44, -50, 73], [-96, 102, 71, -88, 113], [56, 37, 42, -34, -91]]> : tensor<3x5xi8>},
    %c: tensor<3xf32> {check.constant = dense<[0.7, -3.3, 0.125]> : tensor<3xf32>})
    -> (tensor<2x3x!y> {check.expected = dense<[[15, -6, 127], [-17, -12, -128]]> : tensor<2x3xi8>}) {
  %y = nn.matmul %a, %b bias %c {transpose_b} : (tensor<2x5x!s>, tensor<3x5x!t>, tensor<3xf32>) -> tensor<2x3x!y>
  return %y : tensor<2x3x!y>
}

func.func @e4(
    %a: tensor<2x5x!a> {check.input = dense<[[129, 70, 239, 112, 48], [203, 249, 83, 114, 82]]> : tensor<2x5xui8>},
    %b: tensor<5x3x!n> {check.constant = dense<[[53, -17, 127], [4, -24, -41], [-20, -77, -36], [-46, -104, 57], [-34, -123, -41]]> : tensor<5x3xi8>},
    %c: tensor<3xf32> {check.constant = dense<[0.7, -3.3, 0.125]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {check.expected = dense<[[6.265e-1, -4.632, 3.41875e1], [3.8815002, -4.115, 1.14125e2]]> : tensor<2x3xf32>}) {
  %y = nn.matmul %a, %b bias %c : (tensor<2x5x!a>, tensor<5x3x!n>, tensor<3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// A constant factor may be unsigned, or hold −128 (R3).
!unsigned = !quant.uniform<u8:f32, 0.25>
!coarse = !quant.uniform<i8:f32, 2.0:3>
!wide = !quant.uniform<i8:f32, 0.25>

func.func @any_constant(
    %a: tensor<2x3x!a> {check.input = dense<[[129, 70, 239], [203, 249, 0]]> : tensor<2x3xui8>},
    %u: tensor<3x2x!unsigned> {check.constant = dense<[[255, 0], [7, 254], [3, 200]]> : tensor<3x2xui8>},
    %w: tensor<3x2x!wide> {check.constant = dense<[[-128, 127], [0, -128], [1, 2]]> : tensor<3x2xi8>})
    -> (tensor<2x2xf32> {check.expected = dense<[[4.75125e1, 1.26125e2], [1.688e2, 1.115375e2]]> : tensor<2x2xf32>}, tensor<2x2x!coarse> {check.expected = dense<[[-8, 27], [-39, -16]]> : tensor<2x2xi8>}) {
  %y = nn.matmul %a, %u : (tensor<2x3x!a>, tensor<3x2x!unsigned>) -> tensor<2x2xf32>
  %z = nn.matmul %a, %w : (tensor<2x3x!a>, tensor<3x2x!wide>) -> tensor<2x2x!coarse>
  return %y, %z : tensor<2x2xf32>, tensor<2x2x!coarse>
}

// Two activations, each with its zero point; a matrix for each sample.
func.func @activations(
    %a: tensor<2x2x3x!a> {check.input = dense<[[[234, 225, 9], [196, 169, 151]], [[32, 57, 117], [53, 43, 135]]]> : tensor<2x2x3xui8>},
    %b: tensor<2x3x2x!s> {check.input = dense<[[[11, -108], [-36, 10], [-62, 88]], [[4, 79], [-52, 125], [39, -83]]]> : tensor<2x3x2xi8>})
    -> (tensor<2x2x2x!y> {check.expected = dense<[[[11, -49], [-7, -8]], [[7, -30], [11, -33]]]> : tensor<2x2x2xi8>}) {
  %y = nn.matmul %a, %b : (tensor<2x2x3x!a>, tensor<2x3x2x!s>) -> tensor<2x2x2x!y>
  return %y : tensor<2x2x2x!y>
}

func.func @activations_transposed(
    %a: tensor<1x3x!s> {check.input = dense<[[14, -99, -35]]> : tensor<1x3xi8>},
    %b: tensor<2x3x!a> {check.input = dense<[[217, 37, 137], [8, 45, 133]]> : tensor<2x3xui8>})
    -> (tensor<1x2xf32> {check.expected = dense<[[4.3968754, 1.5200001]]> : tensor<1x2xf32>}) {
  %y = nn.matmul %a, %b {transpose_b} : (tensor<1x3x!s>, tensor<2x3x!a>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

func.func @sixteen(
    %a: tensor<2x3x!quant.uniform<i16:f32, 0.00030517578125>> {check.input = dense<[[-21792, -3617, -24036], [1894, -16820, 26709]]> : tensor<2x3xi16>},
    %b: tensor<3x2x!quant.uniform<i16<-32767:32767>:f32, 0.000030517578125>> {check.constant = dense<[[-32011, -10541], [32395, 3478], [-5389, 27963]]> : tensor<3x2xi16>},
    %c: tensor<2xi64> {check.constant = dense<[4294967297, -1]> : tensor<2xi64>})
    -> (tensor<2x2x!quant.uniform<i16:f32, 0.001953125>> {check.expected = dense<[[23865, -2170], [16906, 3187]]> : tensor<2x2xi16>}) {
  %y = nn.matmul %a, %b bias %c : (tensor<2x3x!quant.uniform<i16:f32, 0.00030517578125>>, tensor<3x2x!quant.uniform<i16<-32767:32767>:f32, 0.000030517578125>>, tensor<2xi64>) -> tensor<2x2x!quant.uniform<i16:f32, 0.001953125>>
  return %y : tensor<2x2x!quant.uniform<i16:f32, 0.001953125>>
}
