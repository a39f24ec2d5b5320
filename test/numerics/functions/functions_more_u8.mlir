// Every function of one element on steps of u8: a table of 256 results.
!x = !quant.uniform<u8:f32, 0.015625:100>
!y = !quant.uniform<i8:f32, 0.02500000037252903:7>

func.func @sin(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-33, -33, 7, 24, 47, 33]> : tensor<6xi8>}) {
  %y = nn.sin %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @cos(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[7, 9, 47, 43, 7, -23]> : tensor<6xi8>}) {
  %y = nn.cos %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @tan(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-128, -128, 7, 26, 127, -28]> : tensor<6xi8>}) {
  %y = nn.tan %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @asin(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[7, 7, 7, 25, 7, 7]> : tensor<6xi8>}) {
  %y = nn.asin %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @acos(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[7, 7, 70, 52, 7, 7]> : tensor<6xi8>}) {
  %y = nn.acos %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @atan(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-33, -33, 7, 23, 47, 54]> : tensor<6xi8>}) {
  %y = nn.atan %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @sinh(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-84, -80, 7, 25, 98, 127]> : tensor<6xi8>}) {
  %y = nn.sinh %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @cosh(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[107, 102, 47, 51, 107, 127]> : tensor<6xi8>}) {
  %y = nn.cosh %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @asinh(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-42, -41, 7, 24, 56, 72]> : tensor<6xi8>}) {
  %y = nn.asinh %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @acosh(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[7, 7, 7, 7, 48, 68]> : tensor<6xi8>}) {
  %y = nn.acosh %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @atanh(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[7, 7, 7, 26, 7, 7]> : tensor<6xi8>}) {
  %y = nn.atanh %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @elu(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-17, -16, 7, 24, 69, 104]> : tensor<6xi8>}) {
  %y = nn.elu %x {alpha = 0.75 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @selu(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-49, -48, 7, 25, 73, 109]> : tensor<6xi8>}) {
  %y = nn.selu %x {alpha = 1.6732632 : f32, gamma = 1.050701 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @celu(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-19, -19, 7, 24, 69, 104]> : tensor<6xi8>}) {
  %y = nn.celu %x {alpha = 0.75 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @softplus(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[15, 15, 35, 44, 77, 107]> : tensor<6xi8>}) {
  %y = nn.softplus %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @mish(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-5, -5, 7, 20, 66, 103]> : tensor<6xi8>}) {
  %y = nn.mish %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @reciprocal(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-19, -19, 127, 98, 33, 24]> : tensor<6xi8>}) {
  %y = nn.reciprocal %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}
