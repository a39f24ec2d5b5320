// The other functions, and what has no real value; log of 0 saturates.
!i8 = !quant.uniform<i8:f32, 0.05000000074505806>
!affine = !quant.uniform<u8:f32, 0.07999999821186066:128>
!y = !quant.uniform<i8:f32, 0.05000000074505806:-20>

func.func @leaky_relu(
    %x: tensor<15x!i8> {check.input = dense<[-128, -127, -100, -64, -33, -10, -1, 0, 1, 10, 33, 64, 100, 126, 127]> : tensor<15xi8>})
    -> (tensor<15x!y> {check.expected = dense<[-33, -33, -30, -26, -23, -21, -20, -20, -19, -10, 13, 44, 80, 106, 107]> : tensor<15xi8>}) {
  %y = nn.leaky_relu %x {alpha = 0.1 : f32} : (tensor<15x!i8>) -> tensor<15x!y>
  return %y : tensor<15x!y>
}

func.func @hard_sigmoid(
    %x: tensor<15x!i8> {check.input = dense<[-128, -127, -100, -64, -33, -10, -1, 0, 1, 10, 33, 64, 100, 126, 127]> : tensor<15xi8>})
    -> (tensor<15x!y> {check.expected = dense<[-20, -20, -20, -20, -17, -12, -10, -10, -10, -8, -3, 0, 0, 0, 0]> : tensor<15xi8>}) {
  %y = nn.hard_sigmoid %x {alpha = 0.2 : f32, beta = 0.5 : f32} : (tensor<15x!i8>) -> tensor<15x!y>
  return %y : tensor<15x!y>
}

func.func @neg(
    %x: tensor<15x!i8> {check.input = dense<[-128, -127, -100, -64, -33, -10, -1, 0, 1, 10, 33, 64, 100, 126, 127]> : tensor<15xi8>})
    -> (tensor<15x!y> {check.expected = dense<[108, 107, 80, 44, 13, -10, -19, -20, -21, -30, -53, -84, -120, -128, -128]> : tensor<15xi8>}) {
  %y = nn.neg %x : (tensor<15x!i8>) -> tensor<15x!y>
  return %y : tensor<15x!y>
}

func.func @erf(
    %x: tensor<13x!affine> {check.input = dense<[0, 1, 5, 64, 100, 127, 128, 129, 150, 200, 250, 254, 255]> : tensor<13xui8>})
    -> (tensor<13x!y> {check.expected = dense<[-40, -40, -40, -40, -40, -22, -20, -18, 0, 0, 0, 0, 0]> : tensor<13xi8>}) {
  %y = nn.erf %x : (tensor<13x!affine>) -> tensor<13x!y>
  return %y : tensor<13x!y>
}

func.func @sqrt(
    %x: tensor<4x!affine> {check.input = dense<[128, 129, 150, 255]> : tensor<4xui8>})
    -> (tensor<4x!y> {check.expected = dense<[-20, -14, 7, 44]> : tensor<4xi8>}) {
  %y = nn.sqrt %x : (tensor<4x!affine>) -> tensor<4x!y>
  return %y : tensor<4x!y>
}

func.func @log(
    %x: tensor<4x!affine> {check.input = dense<[128, 129, 150, 255]> : tensor<4xui8>})
    -> (tensor<4x!y> {check.expected = dense<[-128, -71, -9, 26]> : tensor<4xi8>}) {
  %y = nn.log %x : (tensor<4x!affine>) -> tensor<4x!y>
  return %y : tensor<4x!y>
}
