// Float activations: compared with f64 rounded once.

func.func @sigmoid(
    %x: tensor<8xf32> {check.input = dense<[-10.5, -1.0, -0.25, -0.0, 0.5, 1.0, 3.75, 20.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[2.753569e-5, 2.6894143e-1, 4.378235e-1, 5.0e-1, 6.2245935e-1, 7.310586e-1, 9.7702265e-1, 1.0]> : tensor<8xf32>}) {
  %y = nn.sigmoid %x : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

func.func @tanh(
    %x: tensor<8xf32> {check.input = dense<[-10.5, -1.0, -0.25, -0.0, 0.5, 1.0, 3.75, 20.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[-1.0, -7.615942e-1, -2.4491866e-1, -0.0, 4.6211717e-1, 7.615942e-1, 9.9889445e-1, 1.0]> : tensor<8xf32>}) {
  %y = nn.tanh %x : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

func.func @leaky_relu(
    %x: tensor<8xf32> {check.input = dense<[-10.5, -1.0, -0.25, -0.0, 0.5, 1.0, 3.75, 20.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[-1.0500001, -1.0e-1, -2.5e-2, -0.0, 5.0e-1, 1.0, 3.75, 2.0e1]> : tensor<8xf32>}) {
  %y = nn.leaky_relu %x {alpha = 0.1 : f32} : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

func.func @hard_swish(
    %x: tensor<8xf32> {check.input = dense<[-10.5, -1.0, -0.25, -0.0, 0.5, 1.0, 3.75, 20.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[-0.0, -3.3333334e-1, -1.14583336e-1, -0.0, 2.9166666e-1, 6.666667e-1, 3.75, 2.0e1]> : tensor<8xf32>}) {
  %y = nn.hard_swish %x : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

func.func @hard_sigmoid(
    %x: tensor<8xf32> {check.input = dense<[-10.5, -1.0, -0.25, -0.0, 0.5, 1.0, 3.75, 20.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[0.0, 3.0e-1, 4.5e-1, 5.0e-1, 6.0e-1, 7.0e-1, 1.0, 1.0]> : tensor<8xf32>}) {
  %y = nn.hard_sigmoid %x {alpha = 0.2 : f32, beta = 0.5 : f32} : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
