// Weights narrower than the activations (X1): 16 bits beside 8, and beside 4; accumulator and bias are i64.
!x = !quant.uniform<i16:f32, 0.00030517578125>
!w = !quant.uniform<i8<-127:127>:f32:0, {0.0078125, 0.009999999776482582}>
!w4 = !quant.uniform<i4<-7:7>:f32:0, {0.25, 0.125}>
!n = !quant.uniform<i8<-127:127>:f32, 0.0078125>
!u = !quant.uniform<u8:f32, 0.0078125:131>
!y = !quant.uniform<i16:f32, 0.0024414062500>

func.func @conv(
    %x: tensor<1x2x3x3x!x> {check.input = dense<[[[[-1578, -32768, 32767], [28870, 32767, -32768], [-32768, 6719, 18036]], [[32767, -32768, 32767], [1046, 22432, 20653], [32767, 32767, -32768]]]]> : tensor<1x2x3x3xi16>},
    %w: tensor<2x2x2x2x!w> {check.constant = dense<[[[[-4, -127], [127, -52]], [[-127, -127], [-31, 14]]], [[[-127, -127], [-127, -77]], [[-53, -127], [123, 127]]]]> : tensor<2x2x2x2xi8>},
    %b: tensor<2xi64> {check.constant = dense<[-30000, 5000001]> : tensor<2xi64>})
    -> (tensor<1x2x2x2x!y> {check.expected = dense<[[[[6233, 1366], [-12067, -2959]], [[10719, 7899], [7630, -1481]]]]> : tensor<1x2x2x2xi16>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x2x3x3x!x>, tensor<2x2x2x2x!w>, tensor<2xi64>) -> tensor<1x2x2x2x!y>
  return %y : tensor<1x2x2x2x!y>
}

func.func @conv_of_four_bits(
    %x: tensor<1x2x3x3x!x> {check.input = dense<[[[[16613, 17851, 23749], [24568, -31267, -30140], [-15301, 28344, -32768]], [[-24829, 147, 9178], [-8488, 6606, 32767], [7866, 32767, -32768]]]]> : tensor<1x2x3x3xi16>},
    %w: tensor<2x2x2x2x!w4> {check.constant = dense<[[[[2, 7], [7, 7]], [[2, -7], [7, 7]]], [[[6, -7], [5, -5]], [[-3, -2], [-1, 7]]]]> : tensor<2x2x2x2xi8>})
    -> (tensor<1x2x2x2xf32> {check.expected = dense<[[[[3.6185455, -1.2393951], [1.0893326e1, -3.9722137e1]], [[1.4603386e1, 5.3098297], [1.4564781e1, -7.078934e-1]]]]> : tensor<1x2x2x2xf32>}) {
  %y = nn.conv2d %x, %w : (tensor<1x2x3x3x!x>, tensor<2x2x2x2x!w4>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

func.func @matmul(
    %a: tensor<3x4x!x> {check.input = dense<[[-32768, 32767, -28532, -32768], [32767, 32767, -32768, 32767], [-32768, -32768, 11973, 29779]]> : tensor<3x4xi16>},
    %b: tensor<4x3x!n> {check.constant = dense<[[-127, -127, -84], [127, -127, 33], [-115, -59, -114], [-127, 127, -127]]> : tensor<4x3xi8>})
    -> (tensor<3x3x!y> {check.expected = dense<[[15396, -2420, 10984], [-384, -2176, -2048], [-5038, 11131, -3394]]> : tensor<3x3xi16>}) {
  %y = nn.matmul %a, %b : (tensor<3x4x!x>, tensor<4x3x!n>) -> tensor<3x3x!y>
  return %y : tensor<3x3x!y>
}

func.func @matmul_of_computed(
    %a: tensor<3x4x!x> {check.input = dense<[[-32768, -21480, -32768, 17799], [7093, 10325, -32768, 32767], [16157, -27075, 16045, 22349]]> : tensor<3x4xi16>},
    %b: tensor<4x3x!u> {check.input = dense<[[255, 0, 114], [66, 0, 63], [0, 255, 0], [50, 91, 0]]> : tensor<4x3xui8>})
    -> (tensor<3x3x!y> {check.expected = dense<[[180, 2277, 3885], [1804, -7476, -803], [-145, 2467, -3382]]> : tensor<3x3xi16>}) {
  %y = nn.matmul %a, %b : (tensor<3x4x!x>, tensor<4x3x!u>) -> tensor<3x3x!y>
  return %y : tensor<3x3x!y>
}
