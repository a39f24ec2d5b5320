// Every function of one element on f16: computed in f32 and rounded once more.

func.func @floor(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xC400, 0xBC00, 0xBC00, 0x0000, 0x3C00, 0x4000]> : tensor<6xf16>}) {
  %y = nn.floor %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @ceil(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xC200, 0xBC00, 0x8000, 0x3C00, 0x4000, 0x4200]> : tensor<6xf16>}) {
  %y = nn.ceil %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @round(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xC400, 0xBC00, 0x8000, 0x0000, 0x4000, 0x4000]> : tensor<6xf16>}) {
  %y = nn.round %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @softsign(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xBA39, 0xB800, 0xB266, 0x3555, 0x38CD, 0x39B7]> : tensor<6xf16>}) {
  %y = nn.softsign %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @thresholded_relu(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0x0000, 0x0000, 0x0000, 0x0000, 0x3E00, 0x4100]> : tensor<6xf16>}) {
  %y = nn.thresholded_relu %x {alpha = 0.5 : f32} : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @shrink(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xC280, 0xBA00, 0x0000, 0x0000, 0x3D00, 0x4080]> : tensor<6xf16>}) {
  %y = nn.shrink %x {lambd = 0.5 : f32, bias = 0.25 : f32} : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @swish(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xAE91, 0xB44E, 0xAF01, 0x34FB, 0x3CE8, 0x409F]> : tensor<6xf16>}) {
  %y = nn.swish %x {alpha = 1.0 : f32} : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @exp(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0x27BB, 0x35E3, 0x3A3B, 0x3E98, 0x447B, 0x4A17]> : tensor<6xf16>}) {
  %y = nn.exp %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @log(
    %x: tensor<6xf16> {check.input = dense<[0x3000, 0x3800, 0x3C00, 0x3E00, 0x4200, 0x5640]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xC029, 0xB98C, 0x0000, 0x367D, 0x3C65, 0x449B]> : tensor<6xf16>}) {
  %y = nn.log %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @sqrt(
    %x: tensor<6xf16> {check.input = dense<[0x3000, 0x3800, 0x3C00, 0x3E00, 0x4200, 0x5640]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0x35A8, 0x39A8, 0x3C00, 0x3CE6, 0x3EEE, 0x4900]> : tensor<6xf16>}) {
  %y = nn.sqrt %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @erf(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xBC00, 0xBABE, 0xB46C, 0x382A, 0x3BBB, 0x3BFF]> : tensor<6xf16>}) {
  %y = nn.erf %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @sigmoid(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0x2781, 0x344E, 0x3701, 0x38FB, 0x3A8A, 0x3B65]> : tensor<6xf16>}) {
  %y = nn.sigmoid %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @tanh(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xBBFC, 0xBA18, 0xB3D6, 0x3765, 0x3B3E, 0x3BE5]> : tensor<6xf16>}) {
  %y = nn.tanh %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @hard_sigmoid(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0x0000, 0x34CD, 0x3733, 0x38CD, 0x3A66, 0x3C00]> : tensor<6xf16>}) {
  %y = nn.hard_sigmoid %x {alpha = 2.0e-1 : f32, beta = 0.5 : f32} : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @hard_swish(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0x8000, 0xB555, 0xAF55, 0x34AB, 0x3C80, 0x4095]> : tensor<6xf16>}) {
  %y = nn.hard_swish %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @leaky_relu(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xB59A, 0xAE66, 0xA666, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>}) {
  %y = nn.leaky_relu %x {alpha = 0.1 : f32} : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}
