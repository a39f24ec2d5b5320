// Every function of one element on steps of i8: a table of 256 results.
!x = !quant.uniform<i8:f32, 0.03125:-5>
!y = !quant.uniform<u8:f32, 0.02500000037252903:90>

func.func @floor(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[0, 0, 90, 90, 130, 250]> : tensor<6xui8>}) {
  %y = nn.floor %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @ceil(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[0, 10, 130, 130, 170, 255]> : tensor<6xui8>}) {
  %y = nn.ceil %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @round(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[0, 10, 90, 90, 130, 250]> : tensor<6xui8>}) {
  %y = nn.round %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @softsign(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[58, 62, 92, 95, 114, 122]> : tensor<6xui8>}) {
  %y = nn.softsign %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @thresholded_relu(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[90, 90, 90, 90, 147, 255]> : tensor<6xui8>}) {
  %y = nn.thresholded_relu %x {alpha = 0.5 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @shrink(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[0, 10, 90, 90, 137, 245]> : tensor<6xui8>}) {
  %y = nn.shrink %x {lambd = 0.5 : f32, bias = 0.25 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @swish(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[87, 81, 91, 93, 136, 252]> : tensor<6xui8>}) {
  %y = nn.swish %x {alpha = 1.0 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @exp(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[91, 94, 133, 137, 255, 255]> : tensor<6xui8>}) {
  %y = nn.exp %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @log(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[90, 90, 0, 16, 105, 147]> : tensor<6xui8>}) {
  %y = nn.log %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @sqrt(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[90, 90, 100, 106, 138, 171]> : tensor<6xui8>}) {
  %y = nn.sqrt %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @erf(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[50, 50, 93, 97, 128, 130]> : tensor<6xui8>}) {
  %y = nn.erf %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @sigmoid(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[91, 94, 111, 112, 122, 129]> : tensor<6xui8>}) {
  %y = nn.sigmoid %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @tanh(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[50, 51, 92, 96, 126, 130]> : tensor<6xui8>}) {
  %y = nn.tanh %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @hard_sigmoid(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[90, 92, 110, 111, 121, 130]> : tensor<6xui8>}) {
  %y = nn.hard_sigmoid %x {alpha = 2.0e-1 : f32, beta = 0.5 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @hard_swish(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[90, 79, 91, 93, 133, 255]> : tensor<6xui8>}) {
  %y = nn.hard_swish %x : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}

func.func @leaky_relu(
    %x: tensor<6x!x> {check.input = dense<[-128, -77, -3, 0, 41, 127]> : tensor<6xi8>})
    -> (tensor<6x!y> {check.expected = dense<[75, 81, 92, 96, 147, 255]> : tensor<6xui8>}) {
  %y = nn.leaky_relu %x {alpha = 0.1 : f32} : (tensor<6x!x>) -> tensor<6x!y>
  return %y : tensor<6x!y>
}
