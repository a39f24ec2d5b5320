// Float functions (F1): compared with f64 rounded once.

func.func @exp(
    %x: tensor<5xf32> {check.input = dense<[-100.0, -1.0, 0.0, 1.0, 88.0]> : tensor<5xf32>})
    -> (tensor<5xf32> {check.expected = dense<[3.8e-44, 3.6787945e-1, 1.0, 2.7182817, 1.6516363e38]> : tensor<5xf32>}) {
  %y = nn.exp %x : (tensor<5xf32>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

func.func @log(
    %x: tensor<6xf32> {check.input = dense<[0.0, 0.25, 1.0, 2.0, 1.0e-30, 3.0e38]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[0xFF800000, -1.3862944, 0.0, 6.931472e-1, -6.907755e1, 8.859685e1]> : tensor<6xf32>}) {
  %y = nn.log %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @sqrt(
    %x: tensor<6xf32> {check.input = dense<[0.0, 0.25, 1.0, 2.0, 1.0e-30, 3.0e38]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[0.0, 5.0e-1, 1.0, 1.4142135, 1.0e-15, 1.7320508e19]> : tensor<6xf32>}) {
  %y = nn.sqrt %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @erf(
    %x: tensor<8xf32> {check.input = dense<[-10.5, -1.0, -0.25, -0.0, 0.5, 1.0, 3.75, 20.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[-1.0, -8.427008e-1, -2.763264e-1, -0.0, 5.204999e-1, 8.427008e-1, 9.999999e-1, 1.0]> : tensor<8xf32>}) {
  %y = nn.erf %x : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

func.func @abs(
    %x: tensor<8xf32> {check.input = dense<[-10.5, -1.0, -0.25, -0.0, 0.5, 1.0, 3.75, 20.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[1.05e1, 1.0, 2.5e-1, 0.0, 5.0e-1, 1.0, 3.75, 2.0e1]> : tensor<8xf32>}) {
  %y = nn.abs %x : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

func.func @neg(
    %x: tensor<8xf32> {check.input = dense<[-10.5, -1.0, -0.25, -0.0, 0.5, 1.0, 3.75, 20.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[1.05e1, 1.0, 2.5e-1, 0.0, -5.0e-1, -1.0, -3.75, -2.0e1]> : tensor<8xf32>}) {
  %y = nn.neg %x : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
