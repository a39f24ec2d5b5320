// Concat copies operands with the result's parameters (K1) and requantizes the others (Q3).
!q = !quant.uniform<i8:f32, 0.10000000149011612:-20>
!p = !quant.uniform<u8:f32, 0.05000000074505806:128>

// The first and last are copied, the middle one is f32(q − z)·0.5.
func.func @concat(
    %a: tensor<1x2x1x!q> {check.input = dense<[[[79], [26]]]> : tensor<1x2x1xi8>},
    %b: tensor<1x3x1x!p> {check.input = dense<[[[72], [213], [176]]]> : tensor<1x3x1xui8>},
    %c: tensor<1x1x1x!q> {check.input = dense<[[[64]]]> : tensor<1x1x1xi8>})
    -> (tensor<1x6x1x!q> {check.expected = dense<[[[79], [26], [-48], [22], [4], [64]]]> : tensor<1x6x1xi8>}) {
  %y = nn.concat %a, %b, %c {axis = 1 : i64} : (tensor<1x2x1x!q>, tensor<1x3x1x!p>, tensor<1x1x1x!q>) -> tensor<1x6x1x!q>
  return %y : tensor<1x6x1x!q>
}

func.func @concat_float(
    %a: tensor<2x1xf32> {check.input = dense<[[1.0], [2.0]]> : tensor<2x1xf32>},
    %b: tensor<2x2xf32> {check.input = dense<[[3.0, 4.0], [5.0, 6.0]]> : tensor<2x2xf32>})
    -> (tensor<2x3xf32> {check.expected = dense<[[1.0, 3.0, 4.0], [2.0, 5.0, 6.0]]> : tensor<2x3xf32>}) {
  %y = nn.concat %a, %b {axis = 1 : i64} : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
