// Float bias (E3): fma(f32(acc), m[c], b[c]/s_y). Float output (E4): f32(acc)·(s_x·s_w[c]),
// with a float bias fma(f32(acc), s_x·s_w[c], b[c]).
!u8 = !quant.uniform<u8:f32, 0.02500000037252903:3>
!i8 = !quant.uniform<i8:f32, 0.02500000037252903>
!y = !quant.uniform<i8:f32, 0.15000000596046448>
!w2 = !quant.uniform<i8<-127:127>:f32:0, {0.019999999552965164, 0.0099999997764825821}>
!fx = !quant.uniform<i8:f32, 0.07000000029802322>
!fw = !quant.uniform<i8:f32, 0.14100000262260437>
!fy = !quant.uniform<i8:f32, 0.04399999976158142>

func.func @e3(
    %x: tensor<1x2x2x2x!i8> {check.input = dense<[[[[-29, 48], [100, 50]], [[58, -87], [-16, -76]]]]> : tensor<1x2x2x2xi8>},
    %w: tensor<2x2x1x1x!w2> {check.constant = dense<[[[[-69]], [[-7]]], [[[-77]], [[-41]]]]> : tensor<2x2x1x1xi8>},
    %b: tensor<2xf32> {check.constant = dense<[0.7, -3.3]> : tensor<2xf32>})
    -> (tensor<1x2x2x2x!y> {check.expected = dense<[[[[10, -4], [-18, -5]], [[-22, -22], [-34, -23]]]]> : tensor<1x2x2x2xi8>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x2x2x2x!i8>, tensor<2x2x1x1x!w2>, tensor<2xf32>) -> tensor<1x2x2x2x!y>
  return %y : tensor<1x2x2x2x!y>
}

func.func @e4(
    %x: tensor<1x2x2x2x!u8> {check.input = dense<[[[[104, 247], [0, 245]], [[176, 43], [61, 198]]]]> : tensor<1x2x2x2xui8>},
    %w: tensor<2x2x1x1x!w2> {check.constant = dense<[[[[73]], [[55]]], [[[65]], [[-76]]]]> : tensor<2x2x1x1xi8>})
    -> (tensor<1x2x2x2xf32> {check.expected = dense<[[[[8.444, 1.00060005e1], [1.4855001, 1.41955e1]], [[-1.64575, 3.2050002], [-1.15075, 2.275e-1]]]]> : tensor<1x2x2x2xf32>}) {
  %y = nn.conv2d %x, %w : (tensor<1x2x2x2x!u8>, tensor<2x2x1x1x!w2>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

func.func @e4_integer_bias(
    %x: tensor<1x2x2x2x!u8> {check.input = dense<[[[[244, 91], [222, 170]], [[44, 202], [237, 205]]]]> : tensor<1x2x2x2xui8>},
    %w: tensor<2x2x1x1x!w2> {check.constant = dense<[[[[63]], [[115]]], [[[-106]], [[58]]]]> : tensor<2x2x1x1xi8>},
    %b: tensor<2xi32> {check.constant = dense<[1400, 33554433]> : tensor<2xi32>})
    -> (tensor<1x2x2x2xf32> {check.expected = dense<[[[[1.0649e1, 1.49145e1], [2.1053501e1, 1.75755e1]], [[8.382816e3, 8.389162e3], [8.386198e3, 8.387112e3]]]]> : tensor<1x2x2x2xf32>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x2x2x2x!u8>, tensor<2x2x1x1x!w2>, tensor<2xi32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

func.func @e4_float_bias(
    %x: tensor<1x2x2x2x!u8> {check.input = dense<[[[[81, 87], [65, 14]], [[77, 238], [74, 242]]]]> : tensor<1x2x2x2xui8>},
    %w: tensor<2x2x1x1x!w2> {check.constant = dense<[[[[41]], [[112]]], [[[-38]], [[-88]]]]> : tensor<2x2x1x1xi8>},
    %b: tensor<2xf32> {check.constant = dense<[0.7, -3.3]> : tensor<2xf32>})
    -> (tensor<1x2x2x2xf32> {check.expected = dense<[[[[6.4430003, 1.5582001e1], [5.947, 1.4309501e1]], [[-5.669, -9.268001], [-5.451, -8.6625]]]]> : tensor<1x2x2x2xf32>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x2x2x2x!u8>, tensor<2x2x1x1x!w2>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// fma(600·m, b/s_y) is 121 steps; rounded before the sum, 120.
func.func @e3_fused(
    %x: tensor<1x1x1x2x!fx> {check.input = dense<[[[[60, -60]]]]> : tensor<1x1x1x2xi8>},
    %w: tensor<1x1x1x1x!fw> {check.constant = dense<[[[[10]]]]> : tensor<1x1x1x1xi8>},
    %b: tensor<1xf32> {check.constant = dense<[-0.62]> : tensor<1xf32>})
    -> (tensor<1x1x1x2x!fy> {check.expected = dense<[[[[121, -128]]]]> : tensor<1x1x1x2xi8>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x1x1x2x!fx>, tensor<1x1x1x1x!fw>, tensor<1xf32>) -> tensor<1x1x1x2x!fy>
  return %y : tensor<1x1x1x2x!fy>
}

func.func @e4_fused(
    %x: tensor<1x1x1x4x!u8> {check.input = dense<[[[[86, 109, 132, 137]]]]> : tensor<1x1x1x4xui8>},
    %w: tensor<2x1x1x1x!w2> {check.constant = dense<[[[[1]]], [[[1]]]]> : tensor<2x1x1x1xi8>},
    %b: tensor<2xf32> {check.constant = dense<[0.7, 0.7]> : tensor<2xf32>})
    -> (tensor<1x2x1x4xf32> {check.expected = dense<[[[[7.4149996e-1, 7.5299996e-1, 7.6449996e-1, 7.67e-1]], [[7.2075e-1, 7.265e-1, 7.3225e-1, 7.335e-1]]]]> : tensor<1x2x1x4xf32>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x1x1x4x!u8>, tensor<2x1x1x1x!w2>, tensor<2xf32>) -> tensor<1x2x1x4xf32>
  return %y : tensor<1x2x1x4xf32>
}
