// 16 bits: the accumulator and the bias are i64 (A1, A2).
!x = !quant.uniform<i16:f32, 0.00030517578125>
!w = !quant.uniform<i16<-32767:32767>:f32:0, {0.000030517578125, 0.00009999999747378752}>
!y = !quant.uniform<i16:f32, 0.0024414062500>

func.func @e1(
    %x: tensor<1x2x2x3x!x> {check.input = dense<[[[[-15600, -29964, -30902], [-19298, -14517, 24092]], [[-7235, -5107, -29099], [240, -4879, 5631]]]]> : tensor<1x2x2x3xi16>},
    %w: tensor<2x2x1x2x!w> {check.constant = dense<[[[[77, -17004]], [[17281, 5665]]], [[[-11403, -15770]], [[2907, -5307]]]]> : tensor<2x2x1x2xi16>},
    %b: tensor<2xi64> {check.constant = dense<[-3000000000, 5000000001]> : tensor<2xi64>})
    -> (tensor<1x2x2x2x!y> {check.expected = dense<[[[[-10092, -10414], [-10598, -13211]], [[32767, 32767], [32767, 32767]]]]> : tensor<1x2x2x2xi16>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x2x2x3x!x>, tensor<2x2x1x2x!w>, tensor<2xi64>) -> tensor<1x2x2x2x!y>
  return %y : tensor<1x2x2x2x!y>
}

func.func @e4(
    %x: tensor<1x1x1x3x!x> {check.input = dense<[[[[32767, -32768, 32766]]]]> : tensor<1x1x1x3xi16>},
    %w: tensor<2x1x1x1x!w> {check.constant = dense<[[[[32767]]], [[[-32767]]]]> : tensor<2x1x1x1xi16>})
    -> (tensor<1x2x1x3xf32> {check.expected = dense<[[[[9.99939, -9.999695, 9.999084]], [[-3.2766e1, 3.2767e1, -3.2765e1]]]]> : tensor<1x2x1x3xf32>}) {
  %y = nn.conv2d %x, %w : (tensor<1x1x1x3x!x>, tensor<2x1x1x1x!w>) -> tensor<1x2x1x3xf32>
  return %y : tensor<1x2x1x3xf32>
}

func.func @e2(
    %x: tensor<1x2x2x3x!x> {check.input = dense<[[[[-15588, -24786, 13603], [27284, 22364, -15629]], [[-12867, -30317, 24920], [-8768, -32253, -13134]]]]> : tensor<1x2x2x3xi16>},
    %w: tensor<2x2x1x2x!w> {check.constant = dense<[[[[-21473, -23490]], [[-1737, 7806]]], [[[14759, -24881]], [[3702, -28720]]]]> : tensor<2x2x1x2xi16>},
    %r: tensor<1x2x2x2x!x> {check.input = dense<[[[[9959, 30472], [-18861, -25321]], [[-198, -7694], [3528, -27237]]]]> : tensor<1x2x2x2xi16>})
    -> (tensor<1x2x2x2x!y> {check.expected = dense<[[[[3925, 5563], [-7499, -3774]], [[15097, -20114], [9692, 8805]]]]> : tensor<1x2x2x2xi16>}) {
  %y = nn.conv2d %x, %w residual %r : (tensor<1x2x2x3x!x>, tensor<2x2x1x2x!w>, tensor<1x2x2x2x!x>) -> tensor<1x2x2x2x!y>
  return %y : tensor<1x2x2x2x!y>
}
