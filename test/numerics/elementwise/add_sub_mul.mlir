// add, sub (E5): fma(f32(a − z_a), m_a, ±f32(b − z_b)·m_b); mul (E6): f32((a − z_a)·(b − z_b))·m.
!a = !quant.uniform<i8:f32, 0.10000000149011612:-5>
!b = !quant.uniform<u8:f32, 0.029999999329447746:17>
!y = !quant.uniform<i8:f32, 0.20000000298023224:3>
!one = !quant.uniform<i8:f32, 1.0>
!two = !quant.uniform<i8:f32, 2.0:1>
!fa = !quant.uniform<i8:f32, 0.3799999952316284>
!fb = !quant.uniform<i8:f32, 0.12999999523162842>
!fy = !quant.uniform<i8:f32, 0.18000000715255737>

func.func @add(
    %a: tensor<8x!a> {check.input = dense<[-128, -5, 0, 1, 2, 60, 127, 127]> : tensor<8xi8>},
    %b: tensor<8x!b> {check.input = dense<[0, 17, 18, 100, 255, 200, 255, 0]> : tensor<8xui8>})
    -> (tensor<8x!y> {check.expected = dense<[-61, 3, 6, 18, 42, 63, 105, 66]> : tensor<8xi8>}) {
  %y = nn.add %a, %b : (tensor<8x!a>, tensor<8x!b>) -> tensor<8x!y>
  return %y : tensor<8x!y>
}

// Halves go to the even number before the zero point is added, an odd one too; 0.05 is half of 0.1 in f32.
!half = !quant.uniform<u8:f32, 0.05000000074505806:120>
!odd = !quant.uniform<u8:f32, 0.10000000149011612:127>

func.func @add_halves(
    %a: tensor<8x!half> {check.input = dense<[121, 123, 125, 119, 117, 115, 122, 0]> : tensor<8xui8>},
    %b: tensor<8x!half> {check.input = dense<[120, 120, 120, 120, 120, 120, 121, 255]> : tensor<8xui8>})
    -> (tensor<8x!odd> {check.expected = dense<[127, 129, 129, 127, 125, 125, 129, 135]> : tensor<8xui8>}) {
  %y = nn.add %a, %b : (tensor<8x!half>, tensor<8x!half>) -> tensor<8x!odd>
  return %y : tensor<8x!odd>
}

func.func @sub(
    %a: tensor<8x!a> {check.input = dense<[-128, -5, 0, 1, 2, 60, 127, 127]> : tensor<8xi8>},
    %b: tensor<8x!b> {check.input = dense<[255, 17, 18, 100, 255, 200, 0, 17]> : tensor<8xui8>})
    -> (tensor<8x!y> {check.expected = dense<[-94, 3, 5, -6, -29, 8, 72, 69]> : tensor<8xi8>}) {
  %y = nn.sub %a, %b : (tensor<8x!a>, tensor<8x!b>) -> tensor<8x!y>
  return %y : tensor<8x!y>
}

func.func @mul(
    %a: tensor<8x!a> {check.input = dense<[-128, -5, 0, 1, 2, 60, 127, 127]> : tensor<8xi8>},
    %b: tensor<8x!b> {check.input = dense<[255, 17, 18, 100, 255, 200, 255, 0]> : tensor<8xui8>})
    -> (tensor<8x!y> {check.expected = dense<[-128, 3, 3, 10, 28, 127, 127, -31]> : tensor<8xi8>}) {
  %y = nn.mul %a, %b : (tensor<8x!a>, tensor<8x!b>) -> tensor<8x!y>
  return %y : tensor<8x!y>
}

// Sums of halves, to even before z is added.
func.func @ties(
    %a: tensor<9x!one> {check.input = dense<[1, 2, 3, 5, -1, -2, -3, 127, -128]> : tensor<9xi8>},
    %b: tensor<9x!one> {check.input = dense<[0, 1, 0, 0, 0, -1, 0, 127, -128]> : tensor<9xi8>})
    -> (tensor<9x!two> {check.expected = dense<[1, 3, 3, 3, 1, -1, -1, 127, -127]> : tensor<9xi8>}) {
  %y = nn.add %a, %b : (tensor<9x!one>, tensor<9x!one>) -> tensor<9x!two>
  return %y : tensor<9x!two>
}

func.func @broadcast(
    %a: tensor<2x3x!a> {check.input = dense<[[-5, 0, 5], [10, 20, 127]]> : tensor<2x3xi8>},
    %b: tensor<3x!b> {check.constant = dense<[17, 50, 255]> : tensor<3xui8>})
    -> (tensor<2x3x!y> {check.expected = dense<[[3, 10, 44], [11, 20, 105]]> : tensor<2x3xi8>}) {
  %y = nn.add %a, %b : (tensor<2x3x!a>, tensor<3x!b>) -> tensor<2x3x!y>
  return %y : tensor<2x3x!y>
}

// A product rounded before the sum would give another step in each of these.
func.func @fused_add(
    %a: tensor<6x!fa> {check.input = dense<[-87, -83, -83, -80, -78, -75]> : tensor<6xi8>},
    %b: tensor<6x!fb> {check.input = dense<[111, 91, 127, 121, 93, 123]> : tensor<6xi8>})
    -> (tensor<6x!fy> {check.expected = dense<[-103, -109, -83, -82, -97, -70]> : tensor<6xi8>}) {
  %y = nn.add %a, %b : (tensor<6x!fa>, tensor<6x!fb>) -> tensor<6x!fy>
  return %y : tensor<6x!fy>
}

func.func @fused_sub(
    %a: tensor<4x!fa> {check.input = dense<[-87, -83, -66, -50]> : tensor<4xi8>},
    %b: tensor<4x!fb> {check.input = dense<[105, 125, 39, -25]> : tensor<4xi8>})
    -> (tensor<4x!fy> {check.expected = dense<[-128, -128, -128, -87]> : tensor<4xi8>}) {
  %y = nn.sub %a, %b : (tensor<4x!fa>, tensor<4x!fb>) -> tensor<4x!fy>
  return %y : tensor<4x!fy>
}
