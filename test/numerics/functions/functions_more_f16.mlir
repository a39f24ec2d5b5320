// Every function of one element on f16: computed in f32 and rounded once more.

func.func @sin(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0x359D, 0xBABB, 0xB3EB, 0x37AC, 0x3BFB, 0x38CA]> : tensor<6xf16>}) {
  %y = nn.sin %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @cos(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xBB7E, 0x3853, 0x3BC0, 0x3B05, 0x2C87, 0xBA69]> : tensor<6xf16>}) {
  %y = nn.cos %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @tan(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xB5FE, 0xBE3B, 0xB416, 0x385F, 0x4B0D, 0xB9FA]> : tensor<6xf16>}) {
  %y = nn.tan %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @asin(
    %x: tensor<6xf16> {check.input = dense<[0xBC00, 0xBA00, 0xB000, 0x3400, 0x3800, 0x3B80]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xBE48, 0xBAC9, 0xB003, 0x340B, 0x3830, 0x3CDD]> : tensor<6xf16>}) {
  %y = nn.asin %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @acos(
    %x: tensor<6xf16> {check.input = dense<[0xBC00, 0xBA00, 0xB000, 0x3400, 0x3800, 0x3B80]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0x4248, 0x40D6, 0x3EC9, 0x3D46, 0x3C30, 0x35B0]> : tensor<6xf16>}) {
  %y = nn.acos %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @atan(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xBD2C, 0xBA48, 0xB3D7, 0x376B, 0x3BDD, 0x3CC3]> : tensor<6xf16>}) {
  %y = nn.atan %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @sinh(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xCC23, 0xBCB3, 0xB40B, 0x382B, 0x4042, 0x460D]> : tensor<6xf16>}) {
  %y = nn.sinh %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @cosh(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0x4C25, 0x3E2C, 0x3C20, 0x3C83, 0x40B4, 0x4622]> : tensor<6xf16>}) {
  %y = nn.cosh %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @asinh(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xBFDD, 0xBB0D, 0xB3EB, 0x37B3, 0x3CC7, 0x3E97]> : tensor<6xf16>}) {
  %y = nn.asinh %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @acosh(
    %x: tensor<6xf16> {check.input = dense<[0x3C00, 0x3C80, 0x4000, 0x4300, 0x4900, 0x5640]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0x0000, 0x37EB, 0x3D45, 0x3FB3, 0x41FD, 0x454C]> : tensor<6xf16>}) {
  %y = nn.acosh %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @atanh(
    %x: tensor<6xf16> {check.input = dense<[0xBB80, 0xBA00, 0xB000, 0x3400, 0x3800, 0x3B80]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xBEDE, 0xBBC9, 0xB005, 0x3416, 0x3865, 0x3EDE]> : tensor<6xf16>}) {
  %y = nn.atanh %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @elu(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xB9D2, 0xB796, 0xB14F, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>}) {
  %y = nn.elu %x {alpha = 0.75 : f32} : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @selu(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xBED2, 0xBC72, 0xB639, 0x3834, 0x3E4E, 0x4141]> : tensor<6xf16>}) {
  %y = nn.selu %x {alpha = 1.6732632 : f32, gamma = 1.050701 : f32} : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @celu(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xB9F2, 0xB86B, 0xB2CE, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>}) {
  %y = nn.celu %x {alpha = 0.75 : f32} : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @softplus(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0x279E, 0x3503, 0x389C, 0x3BCB, 0x3ECE, 0x4128]> : tensor<6xf16>}) {
  %y = nn.softplus %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @mish(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xAEAA, 0xB4DB, 0xB028, 0x3601, 0x3D9D, 0x40F1]> : tensor<6xf16>}) {
  %y = nn.mish %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @reciprocal(
    %x: tensor<6xf16> {check.input = dense<[0xC300, 0xBC00, 0xB400, 0x3800, 0x3E00, 0x4100]> : tensor<6xf16>})
    -> (tensor<6xf16> {check.expected = dense<[0xB492, 0xBC00, 0xC400, 0x4000, 0x3955, 0x3666]> : tensor<6xf16>}) {
  %y = nn.reciprocal %x : (tensor<6xf16>) -> tensor<6xf16>
  return %y : tensor<6xf16>
}
