// add and sub of steps with a float result (E5): fma(f32(a − z_a), s_a, ±f32(b − z_b)·s_b), two roundings.
!a = !quant.uniform<i8:f32, 0.10000000149011612:-5>
!b = !quant.uniform<u8:f32, 0.029999999329447746:17>
!c = !quant.uniform<i16:f32, 0.001953125>

func.func @add(
    %a: tensor<8x!a> {check.input = dense<[-128, -5, 0, 1, 2, 60, 127, 127]> : tensor<8xi8>},
    %b: tensor<8x!b> {check.input = dense<[0, 17, 18, 100, 255, 200, 255, 0]> : tensor<8xui8>})
    -> (tensor<8xf32> {check.expected = dense<[-1.281e1, 0.0, 5.3000003e-1, 3.09, 7.8399997, 1.199e1, 2.034e1, 1.2690001e1]> : tensor<8xf32>}) {
  %y = nn.add %a, %b : (tensor<8x!a>, tensor<8x!b>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

func.func @sub_of_two_widths(
    %a: tensor<?x4x!a, #nn.dims<N>> {check.input = dense<[[-128, -5, 0, 1], [2, 60, 127, 127]]> : tensor<2x4xi8>},
    %c: tensor<4x!c> {check.input = dense<[-32768, 1, 20001, 32767]> : tensor<4xi16>})
    -> (tensor<?x4xf32, #nn.dims<N>> {check.expected = dense<[[5.17e1, -1.953125e-3, -3.8564453e1, -6.339805e1], [6.47e1, 6.498047, -2.5864452e1, -5.0798046e1]]> : tensor<2x4xf32>}) {
  %y = nn.sub %a, %c : (tensor<?x4x!a, #nn.dims<N>>, tensor<4x!c>) -> tensor<?x4xf32, #nn.dims<N>>
  return %y : tensor<?x4xf32, #nn.dims<N>>
}

// Bodies go on behind it: relu(a + b) in float.
func.func @relu_behind(
    %a: tensor<4x!a> {check.input = dense<[-128, -5, 0, 127]> : tensor<4xi8>},
    %b: tensor<4x!b> {check.input = dense<[0, 16, 18, 100]> : tensor<4xui8>})
    -> (tensor<4xf32> {check.expected = dense<[0.0, 0.0, 5.3000003e-1, 1.5690001e1]> : tensor<4xf32>}) {
  %y = nn.add %a, %b : (tensor<4x!a>, tensor<4x!b>) -> tensor<4xf32>
  %z = nn.relu %y : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}
