// Every function of one element on steps of i8: a table of 256 results.
!x = !quant.uniform<i8:f32, 0.03125:-5>
!y = !quant.uniform<u8:f32, 0.02500000037252903:90>

func.func @sin(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[116, 59, 92, 96, 130, 57]> : tensor<6xui8>}) {
  %y = nn.sin %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @cos(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[59, 65, 130, 130, 95, 68]> : tensor<6xui8>}) {
  %y = nn.cos %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @tan(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[56, 140, 93, 96, 255, 150]> : tensor<6xui8>}) {
  %y = nn.tan %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @asin(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[90, 90, 93, 96, 90, 90]> : tensor<6xui8>}) {
  %y = nn.asin %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @acos(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[90, 90, 150, 147, 90, 90]> : tensor<6xui8>}) {
  %y = nn.acos %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @atan(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[37, 44, 92, 96, 129, 143]> : tensor<6xui8>}) {
  %y = nn.atan %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @sinh(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[0, 0, 93, 96, 169, 255]> : tensor<6xui8>}) {
  %y = nn.sinh %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @cosh(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[255, 255, 130, 130, 179, 255]> : tensor<6xui8>}) {
  %y = nn.cosh %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @asinh(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[8, 28, 92, 96, 136, 175]> : tensor<6xui8>}) {
  %y = nn.asinh %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @acosh(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[90, 90, 90, 90, 126, 174]> : tensor<6xui8>}) {
  %y = nn.acosh %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @atanh(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[90, 90, 93, 96, 90, 90]> : tensor<6xui8>}) {
  %y = nn.atanh %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @elu(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[61, 63, 92, 96, 147, 255]> : tensor<6xui8>}) {
  %y = nn.elu %x {alpha = 0.75 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @selu(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[21, 27, 93, 97, 150, 255]> : tensor<6xui8>}) {
  %y = nn.selu %x {alpha = 1.6732632 : f32, gamma = 1.050701 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @celu(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[60, 61, 92, 96, 147, 255]> : tensor<6xui8>}) {
  %y = nn.celu %x {alpha = 0.75 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @softplus(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[91, 94, 119, 121, 156, 255]> : tensor<6xui8>}) {
  %y = nn.softplus %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @mish(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[87, 81, 92, 94, 143, 255]> : tensor<6xui8>}) {
  %y = nn.mish %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @reciprocal(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[80, 72, 255, 255, 118, 100]> : tensor<6xui8>}) {
  %y = nn.reciprocal %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}
