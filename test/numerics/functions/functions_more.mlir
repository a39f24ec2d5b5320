// Trigonometry and what activations are made of (function.td).

func.func @sin(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 100.0, 3.1415927]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[3.5078323e-1, -8.4147096e-1, -2.4740396e-1, 4.7942555e-1, -5.0636566e-1, -8.742278e-8]> : tensor<6xf32>}) {
  %y = nn.sin %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @cos(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 100.0, 3.1415927]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-9.364567e-1, 5.403023e-1, 9.689124e-1, 8.7758255e-1, 8.623189e-1, -1.0]> : tensor<6xf32>}) {
  %y = nn.cos %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @tan(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 100.0, 3.1415927]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-3.7458563e-1, -1.5574077, -2.5534192e-1, 5.463025e-1, -5.8721393e-1, 8.742278e-8]> : tensor<6xf32>}) {
  %y = nn.tan %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @asin(
    %x: tensor<6xf32> {check.input = dense<[-1.0, -0.75, -0.125, 0.25, 0.5, 0.9375]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-1.5707964, -8.480621e-1, -1.2532783e-1, 2.5268024e-1, 5.235988e-1, 1.2153751]> : tensor<6xf32>}) {
  %y = nn.asin %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @acos(
    %x: tensor<6xf32> {check.input = dense<[-1.0, -0.75, -0.125, 0.25, 0.5, 0.9375]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[3.1415927, 2.4188583, 1.6961242, 1.3181161, 1.0471976, 3.5542122e-1]> : tensor<6xf32>}) {
  %y = nn.acos %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @atanh(
    %x: tensor<6xf32> {check.input = dense<[-1.0, -0.75, -0.125, 0.25, 0.5, 0.9375]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[0xFF800000, -9.7295505e-1, -1.2565722e-1, 2.5541282e-1, 5.4930615e-1, 1.7169936]> : tensor<6xf32>}) {
  %y = nn.atanh %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @atan(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-1.2924967, -7.853982e-1, -2.4497867e-1, 4.636476e-1, 9.8279375e-1, 1.19029]> : tensor<6xf32>}) {
  %y = nn.atan %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @sinh(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-1.6542627e1, -1.1752012, -2.5261232e-1, 5.210953e-1, 2.1292794, 6.0502043]> : tensor<6xf32>}) {
  %y = nn.sinh %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @cosh(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[1.6572824e1, 1.5430807, 1.0314131, 1.127626, 2.3524096, 6.1322894]> : tensor<6xf32>}) {
  %y = nn.cosh %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @asinh(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-1.9657204, -8.813736e-1, -2.4746646e-1, 4.812118e-1, 1.1947632, 1.6472311]> : tensor<6xf32>}) {
  %y = nn.asinh %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @acosh(
    %x: tensor<6xf32> {check.input = dense<[1.0, 1.125, 2.0, 3.5, 10.0, 1.0e10]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[0.0, 4.9493292e-1, 1.316958, 1.9248472, 2.993223, 2.3718998e1]> : tensor<6xf32>}) {
  %y = nn.acosh %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @elu(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-7.2735196e-1, -4.7409043e-1, -1.6589941e-1, 5.0e-1, 1.5, 2.5]> : tensor<6xf32>}) {
  %y = nn.elu %x {alpha = 0.75 : f32} : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @selu(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-1.7050093, -1.1113307, -3.888902e-1, 5.253505e-1, 1.5760515, 2.6267526]> : tensor<6xf32>}) {
  %y = nn.selu %x {alpha = 1.6732632 : f32, gamma = 1.050701 : f32} : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @celu(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-7.4294734e-1, -5.523021e-1, -2.1260151e-1, 5.0e-1, 1.5, 2.5]> : tensor<6xf32>}) {
  %y = nn.celu %x {alpha = 0.75 : f32} : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @softplus(
    %x: tensor<6xf32> {check.input = dense<[-90.0, -3.5, -0.25, 0.5, 2.5, 90.0]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[8.19401e-40, 2.9750418e-2, 5.759394e-1, 9.74077e-1, 2.5788898, 9.0e1]> : tensor<6xf32>}) {
  %y = nn.softplus %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @mish(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-1.0409576e-1, -3.0340147e-1, -1.2992696e-1, 3.752452e-1, 1.4033782, 2.4713924]> : tensor<6xf32>}) {
  %y = nn.mish %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}
