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
