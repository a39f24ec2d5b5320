// Fixed point where steps are added, multiplied, averaged and joined: aligned on a finer grid as TFLite does (G3), or in one product.
!x = !quant.uniform<i8:f32, 2.3529412224888802e-02:-4>
!u = !quant.uniform<u8:f32, 1.1764706112444401e-02:12>
!s = !quant.uniform<i8:f32, 5.0000000745058060e-02>
!l = !quant.uniform<i16:f32, 3.0000001424923539e-04>
!y = !quant.uniform<i8:f32, 4.7058824449777603e-02:7>

// Both operands on the finer grid.
func.func @add(
    %a: tensor<4x6x!x> {check.input = dense<[[114, -116, 87, 85, 62, -94], [80, 117, 81, 49, -64, 13], [-5, 94, -41, -24, -61, -3], [18, -11, -47, 12, 30, -86]]> : tensor<4x6xi8>},
    %b: tensor<4x6x!u> {check.input = dense<[[149, 180, 26, 158, 113, 238], [99, 80, 180, 222, 22, 27], [43, 87, 131, 145, 103, 225], [170, 42, 85, 50, 50, 216]]> : tensor<4x6xui8>})
    -> (tensor<4x6x!y> {check.expected = dense<[[100, -7, 56, 88, 65, 19], [71, 85, 92, 86, -21, 19], [14, 75, 18, 30, 1, 61], [58, 11, 4, 25, 34, 17]]> : tensor<4x6xi8>}) attributes {nn.fixed_point} {
  %r = nn.add %a, %b : (tensor<4x6x!x>, tensor<4x6x!u>) -> tensor<4x6x!y>
  return %r : tensor<4x6x!y>
}

// The second is broadcast.
func.func @sub(
    %a: tensor<4x6x!s> {check.input = dense<[[110, -18, -66, 85, -91, -93], [-57, -35, -42, -57, -71, 32], [9, 40, 111, 111, -96, 74], [-22, 81, 43, -114, 98, 109]]> : tensor<4x6xi8>},
    %b: tensor<6x!u> {check.input = dense<[255, 15, 36, 161, 137, 24]> : tensor<6xui8>})
    -> (tensor<4x6x!y> {check.expected = dense<[[63, -13, -69, 60, -121, -95], [-114, -31, -44, -91, -100, 38], [-44, 49, 119, 88, -126, 83], [-77, 92, 47, -128, 80, 120]]> : tensor<4x6xi8>}) attributes {nn.fixed_point} {
  %r = nn.sub %a, %b : (tensor<4x6x!s>, tensor<6x!u>) -> tensor<4x6x!y>
  return %r : tensor<4x6x!y>
}

// 15 bits beside 16-bit steps.
func.func @add_sixteen(
    %a: tensor<24x!l> {check.input = dense<[24982, -17405, -29293, 23675, 5786, -31068, -21371, 24878, 17552, 24033, 28680, -13071, 2509, -8449, -32181, -17314, -28558, -25078, -5525, 27272, 22760, 9413, -17252, -24413]> : tensor<24xi16>},
    %b: tensor<24x!u> {check.input = dense<[171, 188, 103, 34, 67, 252, 180, 144, 78, 220, 95, 114, 195, 106, 126, 7, 200, 72, 132, 140, 40, 61, 113, 25]> : tensor<24xui8>})
    -> (tensor<24x!l> {check.expected = dense<[31217, -10503, -25724, 24538, 7943, -21656, -14783, 30054, 20140, 32190, 31935, -9071, 9685, -4763, -27710, -17510, -21185, -22725, -819, 32292, 23858, 11335, -13291, -23903]> : tensor<24xi16>}) attributes {nn.fixed_point} {
  %r = nn.add %a, %b : (tensor<24x!l>, tensor<24x!u>) -> tensor<24x!l>
  return %r : tensor<24x!l>
}

// The product in 32 bits.
func.func @mul(
    %a: tensor<24x!x> {check.input = dense<[95, -40, 16, -91, 118, -8, -128, -40, -41, -68, 68, 123, 47, -81, 15, -10, 41, 86, 96, 78, 46, -12, 12, -83]> : tensor<24xi8>},
    %b: tensor<24x!u> {check.input = dense<[143, 131, 170, 119, 82, 130, 171, 49, 157, 89, 201, 151, 122, 9, 6, 61, 137, 121, 219, 32, 163, 100, 164, 23]> : tensor<24xui8>})
    -> (tensor<24x!s> {check.expected = dense<[72, -24, 17, -52, 47, -3, -109, -7, -30, -27, 75, 98, 31, 1, -1, -2, 31, 54, 115, 9, 42, -4, 13, -5]> : tensor<24xi8>}) attributes {nn.fixed_point} {
  %r = nn.mul %a, %b : (tensor<24x!x>, tensor<24x!u>) -> tensor<24x!s>
  return %r : tensor<24x!s>
}

// A product of 64 bits takes f32.
func.func @mul_sixteen(
    %a: tensor<12x!l> {check.input = dense<[-7147, -23565, -9400, -20172, 14346, 11655, -27671, -13195, 24014, 26349, 24660, -25102]> : tensor<12xi16>},
    %b: tensor<12x!x> {check.input = dense<[118, -22, -94, 54, -99, -119, 100, -99, -26, 96, -59, -57]> : tensor<12xi8>})
    -> (tensor<12x!l> {check.expected = dense<[-20516, 9980, 19906, -27529, -32068, -31537, -32768, 29495, -12431, 32767, -31913, 31304]> : tensor<12xi16>}) attributes {nn.fixed_point} {
  %r = nn.mul %a, %b : (tensor<12x!l>, tensor<12x!x>) -> tensor<12x!l>
  return %r : tensor<12x!l>
}

// A multiplier for each number of positions.
func.func @average(
    %x: tensor<1x2x4x4x!x> {check.input = dense<[[[[-31, 67, 40, -51], [-87, -18, -4, -21], [40, -102, 56, 10], [-125, 43, 79, -36]], [[-17, 20, -17, 4], [15, 24, -57, -101], [99, -12, -74, 127], [10, -45, -85, -126]]]]> : tensor<1x2x4x4xi8>})
    -> (tensor<1x2x2x2x!y> {check.expected = dense<[[[[0, 10], [-12, 9]], [[14, -2], [17, -10]]]]> : tensor<1x2x2x2xi8>}) attributes {nn.fixed_point} {
  %r = nn.avg_pool2d %x {kernel = array<i64: 3, 3>, strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 0, 0>} : (tensor<1x2x4x4x!x>) -> tensor<1x2x2x2x!y>
  return %r : tensor<1x2x2x2x!y>
}

// Over an image.
func.func @mean(
    %x: tensor<2x3x2x3x!u> {check.input = dense<[[[[157, 158, 230], [249, 225, 15]], [[34, 151, 159], [53, 228, 240]], [[51, 164, 106], [142, 182, 128]]], [[[188, 68, 115], [38, 163, 100]], [[171, 249, 90], [199, 166, 189]], [[147, 67, 178], [91, 130, 139]]]]> : tensor<2x3x2x3xui8>})
    -> (tensor<2x3x!y> {check.expected = dense<[[47, 40, 36], [32, 48, 35]]> : tensor<2x3xi8>}) attributes {nn.fixed_point} {
  %r = nn.reduce_mean %x {axes = array<i64: 2, 3>} : (tensor<2x3x2x3x!u>) -> tensor<2x3x!y>
  return %r : tensor<2x3x!y>
}

// Over a line.
func.func @sum(
    %x: tensor<4x6x!x> {check.input = dense<[[-42, -6, -17, -60, 108, 109], [-80, -41, -91, -82, -125, -33], [90, -77, 125, 88, -68, -127], [-60, -20, -78, 41, 25, 61]]> : tensor<4x6xi8>})
    -> (tensor<4x!y> {check.expected = dense<[65, -128, 35, 4]> : tensor<4xi8>}) attributes {nn.fixed_point} {
  %r = nn.reduce_sum %x {axes = array<i64: 1>} : (tensor<4x6x!x>) -> tensor<4x!y>
  return %r : tensor<4x!y>
}

// A sum of 64 bits takes f32.
func.func @mean_sixteen(
    %x: tensor<3x6x!l> {check.input = dense<[[-976, 4093, 21009, 6316, -19025, 24564], [24768, 3913, -2363, 9191, 20176, 18169], [19797, -14595, 26918, -30923, -78, -4950]]> : tensor<3x6xi16>})
    -> (tensor<3x!y> {check.expected = dense<[45, 85, 3]> : tensor<3xi8>}) attributes {nn.fixed_point} {
  %r = nn.reduce_mean %x {axes = array<i64: 1>} : (tensor<3x6x!l>) -> tensor<3x!y>
  return %r : tensor<3x!y>
}

// An operand with the result's parameters is copied.
func.func @concat(
    %a: tensor<1x4x!y> {check.input = dense<[[28, 37, 15, -113]]> : tensor<1x4xi8>},
    %b: tensor<1x8x!x> {check.input = dense<[[-80, 6, 0, -76, 109, -90, 104, 33]]> : tensor<1x8xi8>})
    -> (tensor<1x12x!y> {check.expected = dense<[[28, 37, 15, -113, -31, 12, 9, -29, 64, -36, 61, 26]]> : tensor<1x12xi8>}) attributes {nn.fixed_point} {
  %r = nn.concat %a, %b {axis = 1 : i64} : (tensor<1x4x!y>, tensor<1x8x!x>) -> tensor<1x12x!y>
  return %r : tensor<1x12x!y>
}

// Scales far apart: the grid would be coarser than the result's steps, so the sum takes f32.
!far = !quant.uniform<u8:f32, 1.0000000000000000e+01>
!fine = !quant.uniform<i16:f32, 9.9999997473787516e-05>

func.func @add_far_apart(
    %a: tensor<6x!far> {check.input = dense<[0, 0, 0, 0, 0, 1]> : tensor<6xui8>},
    %b: tensor<6x!fine> {check.input = dense<[0, 1, 2, 3, 10, -30000]> : tensor<6xi16>})
    -> (tensor<6x!fine> {check.expected = dense<[0, 1, 2, 3, 10, 32767]> : tensor<6xi16>}) attributes {nn.fixed_point} {
  %r = nn.add %a, %b : (tensor<6x!far>, tensor<6x!fine>) -> tensor<6x!fine>
  return %r : tensor<6x!fine>
}
