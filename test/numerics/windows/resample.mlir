// Elements along a dimension by tables, determinants; each sum has one order (F3).

!q = !quant.uniform<i8:f32, 0.5:3>

// Twice as many; ends are drawn to.
func.func @nearest(
    %x: tensor<1x2x3x2xf32> {check.input = dense<[[[[3.75, 1.0], [1.5, 3.25], [0.75, 2.25]], [[2.75, -2.25], [-3.75, -1.75], [-1.75, 3.0]]]]> : tensor<1x2x3x2xf32>},
    %p: tensor<6xi32> {check.constant = dense<[-1, 0, 0, 1, 2, 5]> : tensor<6xi32>})
    -> (tensor<1x2x6x2xf32> {check.expected = dense<[[[[3.75, 1.0], [3.75, 1.0], [3.75, 1.0], [1.5, 3.25], [7.5e-1, 2.25], [7.5e-1, 2.25]], [[2.75, -2.25], [2.75, -2.25], [2.75, -2.25], [-3.75, -1.75], [-1.75, 3.0], [-1.75, 3.0]]]]> : tensor<1x2x6x2xf32>}) {
  %y = nn.resample %x, %p {axis = 2 : i64, step = 0 : i64} : (tensor<1x2x3x2xf32>, tensor<6xi32>) -> tensor<1x2x6x2xf32>
  return %y : tensor<1x2x6x2xf32>
}

// Tables that repeat: 2 elements of each 3.
func.func @nearest_steps(
    %x: tensor<2x7xf32> {check.input = dense<[[3.5, -4.0, 0.0, 2.75, -3.0, 2.5, -3.25], [-0.25, 2.5, -1.5, -1.25, -1.75, 1.75, -2.0]]> : tensor<2x7xf32>},
    %p: tensor<2xi32> {check.constant = dense<[0, 2]> : tensor<2xi32>})
    -> (tensor<2x5xf32> {check.expected = dense<[[3.5, 0.0, 2.75, 2.5, -3.25], [-2.5e-1, -1.5, -1.25, 1.75, -2.0]]> : tensor<2x5xf32>}) {
  %y = nn.resample %x, %p {axis = 1 : i64, step = 3 : i64} : (tensor<2x7xf32>, tensor<2xi32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

func.func @nearest_quantized(
    %x: tensor<2x3x!q> {check.input = dense<[[125, -15, -6], [1, 21, 13]]> : tensor<2x3xi8>},
    %p: tensor<4xi32> {check.constant = dense<[2, 2, 1, 0]> : tensor<4xi32>})
    -> (tensor<2x4x!q> {check.expected = dense<[[-6, -6, -15, 125], [13, 13, 21, 1]]> : tensor<2x4xi8>}) {
  %y = nn.resample %x, %p {axis = 1 : i64, step = 0 : i64} : (tensor<2x3x!q>, tensor<4xi32>) -> tensor<2x4x!q>
  return %y : tensor<2x4x!q>
}

func.func @nearest_i64(
    %x: tensor<3x2xi64> {check.input = dense<[[1089616646404, 643570366365], [268674966886, 1075234735790], [-626042793234, -747201639504]]> : tensor<3x2xi64>},
    %p: tensor<2xi32> {check.constant = dense<[0, 0]> : tensor<2xi32>})
    -> (tensor<6x2xi64> {check.expected = dense<[[1089616646404, 643570366365], [1089616646404, 643570366365], [268674966886, 1075234735790], [268674966886, 1075234735790], [-626042793234, -747201639504], [-626042793234, -747201639504]]> : tensor<6x2xi64>}) {
  %y = nn.resample %x, %p {axis = 0 : i64, step = 1 : i64} : (tensor<3x2xi64>, tensor<2xi32>) -> tensor<6x2xi64>
  return %y : tensor<6x2xi64>
}

// The batch grows, and with it the result.
func.func @nearest_batch(
    %x: tensor<?x2xf32, #nn.dims<N>> {check.input = dense<[[3.0, 1.0], [-3.25, -3.75], [-0.5, -3.75]]> : tensor<3x2xf32>},
    %p: tensor<2xi32> {check.constant = dense<[0, 0]> : tensor<2xi32>})
    -> (tensor<?x2xf32, #nn.dims<2*N>> {check.expected = dense<[[3.0, 1.0], [3.0, 1.0], [-3.25, -3.75], [-3.25, -3.75], [-5.0e-1, -3.75], [-5.0e-1, -3.75]]> : tensor<6x2xf32>}) {
  %y = nn.resample %x, %p {axis = 0 : i64, step = 1 : i64} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2xi32>) -> tensor<?x2xf32, #nn.dims<2*N>>
  return %y : tensor<?x2xf32, #nn.dims<2*N>>
}

func.func @linear(
    %x: tensor<2x4xf32> {check.input = dense<[[-3.0, 0.0, 4.0, -0.25], [2.5, 3.5, 2.75, 1.0]]> : tensor<2x4xf32>},
    %p: tensor<7xi32> {check.constant = dense<[-1, 0, 0, 1, 1, 2, 3]> : tensor<7xi32>},
    %w: tensor<7x2xf32> {check.constant = dense<[[0.25, 0.75], [0.75, 0.25], [0.5, 0.5], [1.0, 0.0], [0.0, 1.0], [0.125, 0.875], [0.5, 0.5]]> : tensor<7x2xf32>})
    -> (tensor<2x7xf32> {check.expected = dense<[[-3.0, -2.25, -1.5, 0.0, 4.0, 2.8125e-1, -2.5e-1], [2.5, 2.75, 3.0, 3.5, 2.75, 1.21875, 1.0]]> : tensor<2x7xf32>}) {
  %y = nn.resample %x, %p, %w {axis = 1 : i64, step = 0 : i64} : (tensor<2x4xf32>, tensor<7xi32>, tensor<7x2xf32>) -> tensor<2x7xf32>
  return %y : tensor<2x7xf32>
}

// The size is the input's at run time: ×3/2.
func.func @linear_of_any_size(
    %x: tensor<1x2x?xf32, #nn.dims<W>> {check.input = dense<[[[-0.5, 0.0, -2.0, 0.0, -1.0, -2.0], [4.0, -4.0, -3.25, -2.5, 3.75, 1.5]]]> : tensor<1x2x6xf32>},
    %p: tensor<3xi32> {check.constant = dense<[0, 0, 1]> : tensor<3xi32>},
    %w: tensor<3x2xf32> {check.constant = dense<[[1.0, 0.0], [0.375, 0.625], [0.75, 0.25]]> : tensor<3x2xf32>})
    -> (tensor<1x2x?xf32, #nn.dims<((3*W)/2)>> {check.expected = dense<[[[-5.0e-1, -1.875e-1, -5.0e-1, -2.0, -7.5e-1, -2.5e-1, -1.0, -1.625, -2.0], [4.0, -1.0, -3.8125, -3.25, -2.78125, -9.375e-1, 3.75, 2.34375, 1.5]]]> : tensor<1x2x9xf32>}) {
  %y = nn.resample %x, %p, %w {axis = 2 : i64, step = 2 : i64} : (tensor<1x2x?xf32, #nn.dims<W>>, tensor<3xi32>, tensor<3x2xf32>) -> tensor<1x2x?xf32, #nn.dims<((3*W)/2)>>
  return %y : tensor<1x2x?xf32, #nn.dims<((3*W)/2)>>
}

func.func @four_taps(
    %x: tensor<5x3xf32> {check.input = dense<[[3.25, -2.5, 1.75], [-1.0, 0.0, -4.0], [1.0, 2.75, 1.25], [-2.75, 0.25, -2.0], [3.75, 3.25, -2.5]]> : tensor<5x3xf32>},
    %p: tensor<4xi32> {check.constant = dense<[-2, 0, 1, 3]> : tensor<4xi32>},
    %w: tensor<4x4xf32> {check.constant = dense<[[0.0, 0.875, 0.75, 0.5], [0.25, -1.0, 0.5, 0.0], [-0.875, -0.5, 0.125, 0.5], [0.0, 0.25, 0.75, 0.375]]> : tensor<4x4xf32>})
    -> (tensor<4x3xf32> {check.expected = dense<[[4.78125, -4.0625, 8.4375e-1], [2.3125, 7.5e-1, 5.0625], [1.90625, 2.8125e-1, 1.375], [5.15625, 4.46875, -3.4375]]> : tensor<4x3xf32>}) {
  %y = nn.resample %x, %p, %w {axis = 0 : i64, step = 0 : i64} : (tensor<5x3xf32>, tensor<4xi32>, tensor<4x4xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

func.func @det_1(
    %x: tensor<2x1x1xf32> {check.input = dense<[[[-2.0]], [[-2.0]]]> : tensor<2x1x1xf32>})
    -> (tensor<2xf32> {check.expected = dense<[-2.0, -2.0]> : tensor<2xf32>}) {
  %y = nn.det %x : (tensor<2x1x1xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

func.func @det_2(
    %x: tensor<2x2xf32> {check.input = dense<[[-1.0, 3.0], [0.0, 0.0]]> : tensor<2x2xf32>})
    -> (tensor<f32> {check.expected = dense<0.0> : tensor<f32>}) {
  %y = nn.det %x : (tensor<2x2xf32>) -> tensor<f32>
  return %y : tensor<f32>
}

func.func @det_3(
    %x: tensor<?x2x3x3xf32, #nn.dims<N>> {check.input = dense<[[[[3.0, -3.0, -2.0], [-1.0, 3.0, 2.0], [1.0, -1.0, 2.0]], [[-2.0, -1.0, -1.0], [-3.0, -3.0, 2.0], [3.0, -2.0, -3.0]]], [[[-3.0, -3.0, 2.0], [-3.0, 1.0, 2.0], [-2.0, -2.0, -2.0]], [[2.0, 3.0, 2.0], [-2.0, 2.0, 1.0], [-1.0, -3.0, -1.0]]], [[[2.0, 0.0, -3.0], [3.0, 0.0, -1.0], [-3.0, 1.0, 0.0]], [[-2.0, 2.0, 0.0], [-3.0, -2.0, -2.0], [2.0, 2.0, 2.0]]]]> : tensor<3x2x3x3xf32>})
    -> (tensor<?x2xf32, #nn.dims<N>> {check.expected = dense<[[1.6e1, -3.8e1], [4.0e1, 9.0], [-7.0, 4.0]]> : tensor<3x2xf32>}) {
  %y = nn.det %x : (tensor<?x2x3x3xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}

func.func @det_5(
    %x: tensor<2x5x5xf32> {check.input = dense<[[[1.0, 3.0, -1.0, 1.0, 1.0], [-1.0, 0.0, 1.0, 3.0, 3.0], [-1.0, 2.0, 2.0, 3.0, 1.0], [-2.0, 2.0, -2.0, -1.0, 0.0], [2.0, -2.0, 1.0, -2.0, -1.0]], [[-3.0, -3.0, -1.0, 3.0, 0.0], [1.0, -2.0, -2.0, 3.0, 2.0], [0.0, -2.0, 3.0, 0.0, -3.0], [3.0, -1.0, 0.0, -1.0, -1.0], [1.0, -1.0, 0.0, -3.0, 2.0]]]> : tensor<2x5x5xf32>})
    -> (tensor<2xf32> {check.expected = dense<[-1.19e2, -4.26e2]> : tensor<2xf32>}) {
  %y = nn.det %x : (tensor<2x5x5xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

func.func @det_6(
    %x: tensor<6x6xf32> {check.input = dense<[[-2.0, 1.0, -2.0, -2.0, -2.0, 1.0], [-3.0, 2.0, 0.0, 0.0, -2.0, -1.0], [2.0, 3.0, 3.0, 1.0, -2.0, -3.0], [1.0, 0.0, 0.0, 0.0, -3.0, -1.0], [-3.0, 2.0, 3.0, 2.0, 0.0, 2.0], [2.0, -1.0, -3.0, 2.0, 1.0, 0.0]]> : tensor<6x6xf32>})
    -> (tensor<f32> {check.expected = dense<-1.666e3> : tensor<f32>}) {
  %y = nn.det %x : (tensor<6x6xf32>) -> tensor<f32>
  return %y : tensor<f32>
}
