// Convolution (E2): fma(f32(acc), m[c], f32(r − z_r)·m_r), m_r = s_r/s_y.
!u8 = !quant.uniform<u8:f32, 0.02500000037252903>
!r8 = !quant.uniform<i8:f32, 0.05999999865889549:-9>
!y = !quant.uniform<i8:f32, 0.11999999731779099:4>
!w2 = !quant.uniform<i8<-127:127>:f32:0, {0.019999999552965164, 0.0099999997764825821}>
!fx = !quant.uniform<i8:f32, 0.10999999940395355>
!fw = !quant.uniform<i8:f32, 0.09700000286102295>
!fr = !quant.uniform<i8:f32, 0.02199999988079071>
!fy = !quant.uniform<i8:f32, 0.13199999928474426>

func.func @residual(
    %x: tensor<1x2x2x3x!u8> {check.input = dense<[[[[200, 203, 204], [201, 53, 246]], [[205, 31, 97], [34, 106, 225]]]]> : tensor<1x2x2x3xui8>},
    %w: tensor<2x2x1x1x!w2> {check.constant = dense<[[[[-40]], [[-46]]], [[[-17]], [[16]]]]> : tensor<2x2x1x1xi8>},
    %b: tensor<2xi32> {check.constant = dense<[-3000, 2000]> : tensor<2xi32>},
    %r: tensor<1x2x2x3x!r8> {check.input = dense<[[[[-102, -76, -128], [-51, -77, 58]], [[-115, -92, -22], [64, -52, 1]]]]> : tensor<1x2x2x3xi8>})
    -> (tensor<1x2x2x3x!y> {check.expected = dense<[[[[-128, -82, -121], [-70, -72, -59]], [[-45, -39, -2], [39, -12, 12]]]]> : tensor<1x2x2x3xi8>}) {
  %y = nn.conv2d %x, %w bias %b residual %r : (tensor<1x2x2x3x!u8>, tensor<2x2x1x1x!w2>, tensor<2xi32>, tensor<1x2x2x3x!r8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

func.func @no_bias(
    %x: tensor<2x2x2x2x!u8> {check.input = dense<[[[[177, 186], [242, 62]], [[59, 249], [238, 245]]], [[[247, 159], [43, 73]], [[52, 175], [135, 245]]]]> : tensor<2x2x2x2xui8>},
    %w: tensor<2x2x2x2x!w2> {check.constant = dense<[[[[-20, 26], [-38, -14]], [[27, 6], [-22, 29]]], [[[-37, 27], [-2, -29]], [[-7, 26], [6, -19]]]]> : tensor<2x2x2x2xi8>},
    %r: tensor<2x2x2x2x!r8> {check.input = dense<[[[[54, -14], [40, -14]], [[-29, -6], [77, -12]]], [[[-26, 124], [54, -114]], [[-114, 15], [113, 4]]]]> : tensor<2x2x2x2xi8>})
    -> (tensor<2x2x2x2x!y> {check.expected = dense<[[[[71, -14], [61, 21]], [[-17, 3], [74, -3]]], [[[37, 84], [44, -23]], [[-40, 2], [75, 23]]]]> : tensor<2x2x2x2xi8>}) {
  %y = nn.conv2d %x, %w residual %r {pads = array<i64: 0, 1, 1, 0>} : (tensor<2x2x2x2x!u8>, tensor<2x2x2x2x!w2>, tensor<2x2x2x2x!r8>) -> tensor<2x2x2x2x!y>
  return %y : tensor<2x2x2x2x!y>
}

// One rounding for both addends: 1.5, 1.5, −0.5, 7.
func.func @tie(
    %x: tensor<1x1x1x4x!quant.uniform<u8:f32, 1.0>> {check.input = dense<[[[[1, 3, 1, 0]]]]> : tensor<1x1x1x4xui8>},
    %w: tensor<1x1x1x1x!quant.uniform<i8:f32, 0.5>> {check.constant = dense<[[[[1]]]]> : tensor<1x1x1x1xi8>},
    %r: tensor<1x1x1x4x!quant.uniform<i8:f32, 1.0>> {check.input = dense<[[[[1, 0, -1, 7]]]]> : tensor<1x1x1x4xi8>})
    -> (tensor<1x1x1x4x!quant.uniform<i8:f32, 1.0>> {check.expected = dense<[[[[2, 2, 0, 7]]]]> : tensor<1x1x1x4xi8>}) {
  %y = nn.conv2d %x, %w residual %r : (tensor<1x1x1x4x!quant.uniform<u8:f32, 1.0>>, tensor<1x1x1x1x!quant.uniform<i8:f32, 0.5>>, tensor<1x1x1x4x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x1x1x4x!quant.uniform<i8:f32, 1.0>>
  return %y : tensor<1x1x1x4x!quant.uniform<i8:f32, 1.0>>
}

// A product rounded before the sum would give another step in each of these.
func.func @fused(
    %x: tensor<1x1x1x6x!fx> {check.input = dense<[[[[-100, -100, -100, -50, -50, -50]]]]> : tensor<1x1x1x6xi8>},
    %w: tensor<1x1x1x1x!fw> {check.constant = dense<[[[[10]]]]> : tensor<1x1x1x1xi8>},
    %b: tensor<1xi32> {check.constant = dense<[-400]> : tensor<1xi32>},
    %r: tensor<1x1x1x6x!fr> {check.input = dense<[[[[100, 112, 124, 100, 112, 124]]]]> : tensor<1x1x1x6xi8>})
    -> (tensor<1x1x1x6x!fy> {check.expected = dense<[[[[-97, -95, -93, -56, -54, -52]]]]> : tensor<1x1x1x6xi8>}) {
  %y = nn.conv2d %x, %w bias %b residual %r : (tensor<1x1x1x6x!fx>, tensor<1x1x1x1x!fw>, tensor<1xi32>, tensor<1x1x1x6x!fr>) -> tensor<1x1x1x6x!fy>
  return %y : tensor<1x1x1x6x!fy>
}
