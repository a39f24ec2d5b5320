// Every function of one element on steps of u8: a table of 256 results.
!x = !quant.uniform<u8:f32, 0.015625:100>
!y = !quant.uniform<i8:f32, 0.02500000037252903:7>

func.func @floor(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-73, -73, 7, 7, 47, 87]> : tensor<6xi8>}) {
  %y = nn.floor %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @ceil(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-33, -33, 7, 47, 87, 127]> : tensor<6xi8>}) {
  %y = nn.ceil %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @round(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-73, -73, 7, 7, 87, 87]> : tensor<6xi8>}) {
  %y = nn.round %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @softsign(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-17, -17, 7, 19, 31, 35]> : tensor<6xi8>}) {
  %y = nn.softsign %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @thresholded_relu(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[7, 7, 7, 7, 69, 104]> : tensor<6xi8>}) {
  %y = nn.thresholded_relu %x {alpha = 0.5 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @shrink(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-45, -44, 7, 7, 59, 94]> : tensor<6xi8>}) {
  %y = nn.shrink %x {lambd = 0.5 : f32, bias = 0.25 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @swish(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-4, -4, 7, 18, 59, 96]> : tensor<6xi8>}) {
  %y = nn.swish %x {alpha = 1.0 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @exp(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[15, 16, 47, 69, 127, 127]> : tensor<6xi8>}) {
  %y = nn.exp %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @log(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[7, 7, -128, -26, 25, 42]> : tensor<6xi8>}) {
  %y = nn.log %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @sqrt(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[7, 7, 7, 33, 57, 69]> : tensor<6xi8>}) {
  %y = nn.sqrt %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @erf(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-32, -32, 7, 26, 46, 47]> : tensor<6xi8>}) {
  %y = nn.erf %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @sigmoid(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[14, 14, 27, 31, 40, 44]> : tensor<6xi8>}) {
  %y = nn.sigmoid %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @tanh(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-30, -29, 7, 23, 44, 46]> : tensor<6xi8>}) {
  %y = nn.tanh %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @hard_sigmoid(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[14, 15, 27, 30, 39, 46]> : tensor<6xi8>}) {
  %y = nn.hard_sigmoid %x {alpha = 2.0e-1 : f32, beta = 0.5 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @hard_swish(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[-8, -8, 7, 17, 55, 95]> : tensor<6xi8>}) {
  %y = nn.hard_swish %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @leaky_relu(
    %x: tensor<6x!x> {check.input = dense<[0, 3, 100, 128, 200, 255]> : tensor<6xui8>})
    -> (tensor<6x!y> {check.expected = dense<[1, 1, 7, 24, 69, 104]> : tensor<6xi8>}) {
  %y = nn.leaky_relu %x {alpha = 0.1 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}
