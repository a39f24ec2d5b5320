// Unary functions on 8 bits (T1): tables computed in f64, rounded half to even.
!i8 = !quant.uniform<i8:f32, 0.050000000745058060>
!affine = !quant.uniform<u8:f32, 0.07999999821186066:128>
!unit = !quant.uniform<u8:f32, 0.00390625>
!low = !quant.uniform<i8:f32, 0.00390625:-128>
!sym = !quant.uniform<i8:f32, 0.0078740157186985015>
!y = !quant.uniform<i8:f32, 0.05000000074505806:-20>

// Fixed range 1/256 (P5): sigmoid(6.35) is step 256, which saturates.
func.func @sigmoid(
    %x: tensor<15x!i8> {check.input = dense<[-128, -127, -100, -64, -33, -10, -1, 0, 1, 10, 33, 64, 100, 126, 127]> : tensor<15xi8>})
    -> (tensor<15x!unit> {check.expected = dense<[0, 0, 2, 10, 41, 97, 125, 128, 131, 159, 215, 246, 254, 255, 255]> : tensor<15xui8>}) {
  %y = nn.sigmoid %x : (tensor<15x!i8>) -> tensor<15x!unit>
  return %y : tensor<15x!unit>
}

func.func @sigmoid_affine(
    %x: tensor<13x!affine> {check.input = dense<[0, 1, 5, 64, 100, 127, 128, 129, 150, 200, 250, 254, 255]> : tensor<13xui8>})
    -> (tensor<13x!low> {check.expected = dense<[-128, -128, -128, -126, -103, -5, 0, 5, 90, 127, 127, 127, 127]> : tensor<13xi8>}) {
  %y = nn.sigmoid %x : (tensor<13x!affine>) -> tensor<13x!low>
  return %y : tensor<13x!low>
}

func.func @tanh(
    %x: tensor<13x!affine> {check.input = dense<[0, 1, 5, 64, 100, 127, 128, 129, 150, 200, 250, 254, 255]> : tensor<13xui8>})
    -> (tensor<13x!sym> {check.expected = dense<[-127, -127, -127, -127, -124, -10, 0, 10, 120, 127, 127, 127, 127]> : tensor<13xi8>}) {
  %y = nn.tanh %x : (tensor<13x!affine>) -> tensor<13x!sym>
  return %y : tensor<13x!sym>
}

func.func @hard_swish(
    %x: tensor<15x!i8> {check.input = dense<[-128, -127, -100, -64, -33, -10, -1, 0, 1, 10, 33, 64, 100, 126, 127]> : tensor<15xi8>})
    -> (tensor<15x!y> {check.expected = dense<[-20, -20, -20, -20, -27, -24, -20, -20, -19, -14, 6, 44, 80, 106, 107]> : tensor<15xi8>}) {
  %y = nn.hard_swish %x : (tensor<15x!i8>) -> tensor<15x!y>
  return %y : tensor<15x!y>
}

func.func @exp(
    %x: tensor<15x!i8> {check.input = dense<[-128, -127, -100, -64, -33, -10, -1, 0, 1, 10, 33, 64, 100, 126, 127]> : tensor<15xi8>})
    -> (tensor<15x!y> {check.expected = dense<[-20, -20, -20, -19, -16, -8, -1, 0, 1, 13, 84, 127, 127, 127, 127]> : tensor<15xi8>}) {
  %y = nn.exp %x : (tensor<15x!i8>) -> tensor<15x!y>
  return %y : tensor<15x!y>
}

func.func @abs(
    %x: tensor<13x!affine> {check.input = dense<[0, 1, 5, 64, 100, 127, 128, 129, 150, 200, 250, 254, 255]> : tensor<13xui8>})
    -> (tensor<13x!y> {check.expected = dense<[127, 127, 127, 82, 25, -18, -20, -18, 15, 95, 127, 127, 127]> : tensor<13xi8>}) {
  %y = nn.abs %x : (tensor<13x!affine>) -> tensor<13x!y>
  return %y : tensor<13x!y>
}
