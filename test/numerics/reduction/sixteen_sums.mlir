// Sums on 16 bits at the ends of the range: each leaves i32, and more than 2^24 is rounded once.
!i16 = !quant.uniform<i16:f32, 0.00030517578125>
!i8 = !quant.uniform<i8:f32, 0.05000000074505806:-9>
!u8 = !quant.uniform<u8:f32, 0.02500000037252903:77>
!y16 = !quant.uniform<i16:f32, 0.0010000000474974513:77>
!z16 = !quant.uniform<i16:f32, 0.00019999999494757503:-1200>

func.func @reductions(
    %a: tensor<3x37x!z16> {check.input = dense<[[-32768, -32768, -32768, -32768, -4628, 32767, -32768, 32767, -32768, -24660, 32767, -32768, -32768, -32768, 32767, -32768, -32768, -32768, -32768, 32767, 28259, 32767, -32768, -774, 32767, 32767, 4972, -23174, 32767, 32767, 32767, -32768, 8355, 32767, 32767, -32768, 29373], [32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767], [-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768]]> : tensor<3x37xi16>})
    -> (tensor<3x!y16> {check.expected = dense<[-7162, 32767, -32768]> : tensor<3xi16>}, tensor<3x!i16> {check.expected = dense<[-641, 22261, -20688]> : tensor<3xi16>}, tensor<1x1x!i8> {check.expected = dense<[[-7]]> : tensor<1x1xi8>}, tensor<37x!z16> {check.expected = dense<[-30369, -30369, -30369, -30369, -2229, 32767, -30369, 32767, -30369, -22261, 32767, -30369, -30369, -30369, 32767, -30369, -30369, -30369, -30369, 32767, 30658, 32767, -30369, 1625, 32767, 32767, 7371, -20775, 32767, 32767, 32767, -30369, 10754, 32767, 32767, -30369, 31772]> : tensor<37xi16>}, tensor<3x!z16> {check.expected = dense<[-32768, 32767, -32768]> : tensor<3xi16>}, tensor<37x!z16> {check.expected = dense<[32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<37xi16>}) {
  %y = nn.reduce_sum %a {axes = array<i64: 1>} : (tensor<3x37x!z16>) -> tensor<3x!y16>
  %z = nn.reduce_mean %a {axes = array<i64: 1>} : (tensor<3x37x!z16>) -> tensor<3x!i16>
  %u = nn.reduce_mean %a {axes = array<i64: 0, 1>, keep_dims} : (tensor<3x37x!z16>) -> tensor<1x1x!i8>
  %v = nn.reduce_sum %a {axes = array<i64: 0>} : (tensor<3x37x!z16>) -> tensor<37x!z16>
  %w = nn.reduce_min %a {axes = array<i64: 1>} : (tensor<3x37x!z16>) -> tensor<3x!z16>
  %t = nn.reduce_max %a {axes = array<i64: 0>} : (tensor<3x37x!z16>) -> tensor<37x!z16>
  return %y, %z, %u, %v, %w, %t : tensor<3x!y16>, tensor<3x!i16>, tensor<1x1x!i8>, tensor<37x!z16>, tensor<3x!z16>, tensor<37x!z16>
}

func.func @places(
    %a: tensor<2x5x!i16> {check.input = dense<[[-32768, 32767, 5, 32767, -32768], [0, -1, -1, -32767, 0]]> : tensor<2x5xi16>})
    -> (tensor<2xi64> {check.expected = dense<[1, 0]> : tensor<2xi64>}, tensor<2xi64> {check.expected = dense<[3, 4]> : tensor<2xi64>}, tensor<5xi64> {check.expected = dense<[0, 1, 1, 1, 0]> : tensor<5xi64>}, tensor<2x3xi64> {check.expected = dense<[[1, 3, 2], [0, 4, 1]]> : tensor<2x3xi64>}) {
  %y = nn.arg_max %a {axis = 1 : i64} : (tensor<2x5x!i16>) -> tensor<2xi64>
  %z = nn.arg_max %a {axis = 1 : i64, select_last} : (tensor<2x5x!i16>) -> tensor<2xi64>
  %u = nn.arg_min %a {axis = 0 : i64} : (tensor<2x5x!i16>) -> tensor<5xi64>
  %v = nn.arg_top_k %a {axis = 1 : i64} : (tensor<2x5x!i16>) -> tensor<2x3xi64>
  return %y, %z, %u, %v : tensor<2xi64>, tensor<2xi64>, tensor<5xi64>, tensor<2x3xi64>
}

// The border counts as z where it is included, and not at all where it is not.
func.func @pools(
    %a: tensor<1x2x4x4x!z16> {check.input = dense<[[[[-24249, 32767, 25643, 32767], [12714, 32767, -32768, -32768], [-15816, 19385, 32767, 32767], [32767, 23661, 3725, 14256]], [[17097, -12987, -32768, -32768], [-32768, -32768, 32767, 8993], [-25692, 32767, 32767, 32767], [-32768, 24985, 32767, -19349]]]]> : tensor<1x2x4x4xi16>})
    -> (tensor<1x2x2x2x!z16> {check.expected = dense<[[[[32767, 32767], [32767, 32767]], [[17097, 32767], [32767, 32767]]]]> : tensor<1x2x2x2xi16>}, tensor<1x2x2x2x!i16> {check.expected = dense<[[[[9634, 7166], [12307, 7616]], [[-9278, -6808], [-6449, 11396]]]]> : tensor<1x2x2x2xi16>}, tensor<1x2x2x2x!z16> {check.expected = dense<[[[[5333, 6090], [11320, 10421]], [[-7492, -8126], [-7760, 16188]]]]> : tensor<1x2x2x2xi16>}, tensor<1x2x1x1x!u8> {check.expected = dense<[[[[182]], [[83]]]]> : tensor<1x2x1x1xui8>}) {
  %y = nn.max_pool2d %a {kernel = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<1x2x4x4x!z16>) -> tensor<1x2x2x2x!z16>
  %z = nn.avg_pool2d %a {kernel = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<1x2x4x4x!z16>) -> tensor<1x2x2x2x!i16>
  %u = nn.avg_pool2d %a {count_include_pad, kernel = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<1x2x4x4x!z16>) -> tensor<1x2x2x2x!z16>
  %v = nn.avg_pool2d %a {kernel = array<i64: 4, 4>} : (tensor<1x2x4x4x!z16>) -> tensor<1x2x1x1x!u8>
  return %y, %z, %u, %v : tensor<1x2x2x2x!z16>, tensor<1x2x2x2x!i16>, tensor<1x2x2x2x!z16>, tensor<1x2x1x1x!u8>
}

// Padding never wins.
func.func @lowest_wins(
    %a: tensor<1x1x2x2x!i16> {check.input = dense<[[[[-32768, -32768], [-32768, -32768]]]]> : tensor<1x1x2x2xi16>})
    -> (tensor<1x1x2x2x!i16> {check.expected = dense<[[[[-32768, -32768], [-32768, -32768]]]]> : tensor<1x1x2x2xi16>}) {
  %y = nn.max_pool2d %a {kernel = array<i64: 2, 2>, pads = array<i64: 1, 1, 0, 0>} : (tensor<1x1x2x2x!i16>) -> tensor<1x1x2x2x!i16>
  return %y : tensor<1x1x2x2x!i16>
}
