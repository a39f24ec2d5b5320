// Every function of one element on bf16: computed in f32 and rounded once more.

func.func @floor(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xC080, 0xBF80, 0xBF80, 0x0000, 0x3F80, 0x4000]> : tensor<6xbf16>}) {
  %y = nn.floor %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @ceil(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xC040, 0xBF80, 0x8000, 0x3F80, 0x4000, 0x4040]> : tensor<6xbf16>}) {
  %y = nn.ceil %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @round(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xC080, 0xBF80, 0x8000, 0x0000, 0x4000, 0x4000]> : tensor<6xbf16>}) {
  %y = nn.round %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @softsign(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBF47, 0xBF00, 0xBE4D, 0x3EAB, 0x3F1A, 0x3F37]> : tensor<6xbf16>}) {
  %y = nn.softsign %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @thresholded_relu(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0x0000, 0x0000, 0x0000, 0x0000, 0x3FC0, 0x4020]> : tensor<6xbf16>}) {
  %y = nn.thresholded_relu %x {alpha = 0.5 : f32} : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @shrink(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xC050, 0xBF40, 0x0000, 0x0000, 0x3FA0, 0x4010]> : tensor<6xbf16>}) {
  %y = nn.shrink %x {lambd = 0.5 : f32, bias = 0.25 : f32} : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @swish(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBDD2, 0xBE8A, 0xBDE0, 0x3E9F, 0x3F9D, 0x4014]> : tensor<6xbf16>}) {
  %y = nn.swish %x {alpha = 1.0 : f32} : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @exp(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0x3CF7, 0x3EBC, 0x3F47, 0x3FD3, 0x408F, 0x4143]> : tensor<6xbf16>}) {
  %y = nn.exp %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @log(
    %x: tensor<6xbf16> {check.input = dense<[0x3E00, 0x3F00, 0x3F80, 0x3FC0, 0x4040, 0x42C8]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xC005, 0xBF31, 0x0000, 0x3ED0, 0x3F8D, 0x4093]> : tensor<6xbf16>}) {
  %y = nn.log %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @sqrt(
    %x: tensor<6xbf16> {check.input = dense<[0x3E00, 0x3F00, 0x3F80, 0x3FC0, 0x4040, 0x42C8]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0x3EB5, 0x3F35, 0x3F80, 0x3F9D, 0x3FDE, 0x4120]> : tensor<6xbf16>}) {
  %y = nn.sqrt %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @erf(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBF80, 0xBF58, 0xBE8D, 0x3F05, 0x3F77, 0x3F80]> : tensor<6xbf16>}) {
  %y = nn.erf %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @sigmoid(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0x3CF0, 0x3E8A, 0x3EE0, 0x3F1F, 0x3F51, 0x3F6D]> : tensor<6xbf16>}) {
  %y = nn.sigmoid %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @tanh(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBF80, 0xBF43, 0xBE7B, 0x3EED, 0x3F68, 0x3F7D]> : tensor<6xbf16>}) {
  %y = nn.tanh %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @hard_sigmoid(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0x0000, 0x3E9A, 0x3EE6, 0x3F1A, 0x3F4D, 0x3F80]> : tensor<6xbf16>}) {
  %y = nn.hard_sigmoid %x {alpha = 2.0e-1 : f32, beta = 0.5 : f32} : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @hard_swish(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0x8000, 0xBEAB, 0xBDEB, 0x3E95, 0x3F90, 0x4013]> : tensor<6xbf16>}) {
  %y = nn.hard_swish %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @leaky_relu(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBEB3, 0xBDCD, 0xBCCD, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>}) {
  %y = nn.leaky_relu %x {alpha = 0.1 : f32} : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}
