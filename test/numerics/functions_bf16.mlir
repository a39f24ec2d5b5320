// Every function of one element on bf16: computed in f32 and rounded once more.

func.func @sin(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0x3EB4, 0xBF57, 0xBE7D, 0x3EF5, 0x3F7F, 0x3F19]> : tensor<6xbf16>}) {
  %y = nn.sin %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @cos(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBF70, 0x3F0A, 0x3F78, 0x3F61, 0x3D91, 0xBF4D]> : tensor<6xbf16>}) {
  %y = nn.cos %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @tan(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBEC0, 0xBFC7, 0xBE83, 0x3F0C, 0x4162, 0xBF3F]> : tensor<6xbf16>}) {
  %y = nn.tan %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @asin(
    %x: tensor<6xbf16> {check.input = dense<[0xBF80, 0xBF40, 0xBE00, 0x3E80, 0x3F00, 0x3F70]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBFC9, 0xBF59, 0xBE00, 0x3E81, 0x3F06, 0x3F9C]> : tensor<6xbf16>}) {
  %y = nn.asin %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @acos(
    %x: tensor<6xbf16> {check.input = dense<[0xBF80, 0xBF40, 0xBE00, 0x3E80, 0x3F00, 0x3F70]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0x4049, 0x401B, 0x3FD9, 0x3FA9, 0x3F86, 0x3EB6]> : tensor<6xbf16>}) {
  %y = nn.acos %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @atan(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBFA5, 0xBF49, 0xBE7B, 0x3EED, 0x3F7C, 0x3F98]> : tensor<6xbf16>}) {
  %y = nn.atan %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @sinh(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xC184, 0xBF96, 0xBE81, 0x3F05, 0x4008, 0x40C2]> : tensor<6xbf16>}) {
  %y = nn.sinh %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @cosh(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0x4185, 0x3FC6, 0x3F84, 0x3F90, 0x4017, 0x40C4]> : tensor<6xbf16>}) {
  %y = nn.cosh %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @asinh(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBFFC, 0xBF62, 0xBE7D, 0x3EF6, 0x3F99, 0x3FD3]> : tensor<6xbf16>}) {
  %y = nn.asinh %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @acosh(
    %x: tensor<6xbf16> {check.input = dense<[0x3F80, 0x3F90, 0x4000, 0x4060, 0x4120, 0x42C8]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0x0000, 0x3EFD, 0x3FA9, 0x3FF6, 0x4040, 0x40AA]> : tensor<6xbf16>}) {
  %y = nn.acosh %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @atanh(
    %x: tensor<6xbf16> {check.input = dense<[0xBF70, 0xBF40, 0xBE00, 0x3E80, 0x3F00, 0x3F70]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBFDC, 0xBF79, 0xBE01, 0x3E83, 0x3F0D, 0x3FDC]> : tensor<6xbf16>}) {
  %y = nn.atanh %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @elu(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBF3A, 0xBEF3, 0xBE2A, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>}) {
  %y = nn.elu %x {alpha = 0.75 : f32} : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @selu(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBFDA, 0xBF8E, 0xBEC7, 0x3F06, 0x3FCA, 0x4028]> : tensor<6xbf16>}) {
  %y = nn.selu %x {alpha = 1.6732632 : f32, gamma = 1.050701 : f32} : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @celu(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBF3E, 0xBF0D, 0xBE5A, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>}) {
  %y = nn.celu %x {alpha = 0.75 : f32} : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @softplus(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0x3CF4, 0x3EA0, 0x3F13, 0x3F79, 0x3FDA, 0x4025]> : tensor<6xbf16>}) {
  %y = nn.softplus %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @mish(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBDD5, 0xBE9B, 0xBE05, 0x3EC0, 0x3FB4, 0x401E]> : tensor<6xbf16>}) {
  %y = nn.mish %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

func.func @reciprocal(
    %x: tensor<6xbf16> {check.input = dense<[0xC060, 0xBF80, 0xBE80, 0x3F00, 0x3FC0, 0x4020]> : tensor<6xbf16>})
    -> (tensor<6xbf16> {check.expected = dense<[0xBE92, 0xBF80, 0xC080, 0x4000, 0x3F2B, 0x3ECD]> : tensor<6xbf16>}) {
  %y = nn.reciprocal %x : (tensor<6xbf16>) -> tensor<6xbf16>
  return %y : tensor<6xbf16>
}

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
