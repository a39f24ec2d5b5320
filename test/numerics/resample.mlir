// Elements along a dimension by tables, images sampled where a grid says, determinants.

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

// Of a size that the input brings: ×3/2.
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

func.func @nearest_zeros(
    %x: tensor<2x1x4x2xf32> {check.input = dense<[[[[-0.75, 2.75], [-3.25, -0.75], [3.75, 3.75], [-2.25, -4.0]]], [[[1.5, -4.0], [-1.75, 0.0], [3.0, -3.25], [1.25, 0.25]]]]> : tensor<2x1x4x2xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[6.25, -0.875], [-0.25, 0.375], [1.75, 0.125], [0.25, -2.125]], [[2.0, -2.25], [0.25, 0.375], [2.5, -0.875], [1.5, 0.125]]], [[[2.75, -1.125], [6.0, -1.5], [-3.0, -1.875], [1.5, -0.875]], [[0.25, 1.125], [-0.75, -0.75], [-2.0, -0.875], [-4.0, 0.0]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[0.0, 3.75, 0.0, 0.0], [0.0, 3.75, 0.0, 0.0]]], [[[0.0, 0.0, 0.0, 0.0], [0.0, 1.5, 0.0, 0.0]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "nearest", padding = "zeros"} : (tensor<2x1x4x2xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @nearest_zeros_corners(
    %x: tensor<2x1x3x5xf32> {check.input = dense<[[[[-3.75, 3.75, 3.0, 0.5, -0.25], [2.25, 0.5, -0.25, -1.5, -0.5], [2.0, -3.75, -4.0, 1.75, -1.0]]], [[[2.5, -3.75, 3.25, -3.0, -0.75], [3.75, -3.25, 1.25, 2.0, -0.5], [-3.5, 0.25, -0.5, 3.0, 1.5]]]]> : tensor<2x1x3x5xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[0.0, -3.5], [-2.75, 3.0], [-2.125, 3.0], [-1.0, -0.25]], [[1.75, 4.0], [2.25, 0.75], [0.5, 3.5], [0.125, 4.0]]], [[[0.125, 0.5], [-2.75, -2.0], [-1.0, -3.25], [2.375, 0.5]], [[-0.75, -3.0], [-1.875, 2.25], [-1.75, 3.75], [0.875, -2.5]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[0.0, 0.0, 0.0, 2.25], [0.0, 0.0, 0.0, 0.0]]], [[[-5.0e-1, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "nearest", padding = "zeros", align_corners} : (tensor<2x1x3x5xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @nearest_border(
    %x: tensor<2x1x4x2xf32> {check.input = dense<[[[[1.0, 0.0], [2.5, 3.75], [0.0, -3.5], [1.75, -2.25]]], [[[-2.25, -2.5], [-2.5, 3.5], [-1.25, -3.25], [-2.75, -0.75]]]]> : tensor<2x1x4x2xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[5.75, -1.0], [-1.25, -2.25], [-4.5, 0.125], [1.75, -1.25]], [[3.75, 0.5], [3.5, 1.375], [4.25, -1.0], [2.5, 1.5]]], [[[-3.0, -0.25], [4.75, -0.125], [0.0, 0.875], [4.75, 1.0]], [[4.25, 1.5], [6.0, 1.875], [-4.5, -1.875], [5.0, -0.75]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[0.0, 1.0, 0.0, 0.0], [-3.5, -2.25, 0.0, -2.25]]], [[[-2.5, 3.5, -2.75, -7.5e-1], [-7.5e-1, -7.5e-1, -2.25, -2.5]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "nearest", padding = "border"} : (tensor<2x1x4x2xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @nearest_border_corners(
    %x: tensor<2x1x3x5xf32> {check.input = dense<[[[[3.5, -3.25, -3.5, -2.0, -0.5], [-2.75, 0.25, 0.25, 3.75, 2.0], [-2.0, 2.25, 2.5, 1.5, 1.5]]], [[[-1.5, 1.75, -3.0, 1.0, 3.5], [4.0, -1.75, -1.5, 1.0, -0.75], [2.0, -2.5, -2.75, -3.75, -0.25]]]]> : tensor<2x1x3x5xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[-0.25, -1.5], [2.125, -1.75], [-0.25, 4.0], [1.875, 3.25]], [[1.875, 0.5], [1.125, 4.25], [1.0, -1.5], [0.125, -3.5]]], [[[0.125, -2.25], [1.5, -3.75], [-0.75, 4.0], [2.125, -2.75]], [[1.75, -0.5], [-1.0, -2.75], [-0.75, 4.25], [0.875, -3.25]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[-3.5, -5.0e-1, 2.5, 1.5], [1.5, 1.5, -5.0e-1, -3.5]]], [[[-3.0, 3.5, 2.0, 3.5], [3.5, -1.5, 2.0, 3.5]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "nearest", padding = "border", align_corners} : (tensor<2x1x3x5xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @nearest_reflection(
    %x: tensor<2x1x4x2xf32> {check.input = dense<[[[[2.25, 1.75], [2.5, 3.25], [2.0, 2.75], [-3.25, 3.5]]], [[[3.5, 1.5], [2.5, 2.0], [3.0, 3.25], [0.25, 2.5]]]]> : tensor<2x1x4x2xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[-1.25, -1.625], [-3.25, -1.25], [6.0, 1.5], [3.75, 1.125]], [[0.5, 1.25], [-2.0, 0.125], [2.25, -2.0], [0.0, 0.75]]], [[[2.25, 0.125], [-3.75, 1.5], [-2.5, -0.375], [3.5, -1.75]], [[-4.0, 0.125], [2.75, -0.5], [0.0, 0.375], [-4.5, -0.875]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[2.5, 1.75, 3.5, -3.25], [3.5, 2.75, 2.5, -3.25]]], [[[3.0, 2.5, 2.0, 2.5], [3.0, 3.5, 3.0, 3.5]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "nearest", padding = "reflection"} : (tensor<2x1x4x2xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @nearest_reflection_corners(
    %x: tensor<2x1x3x5xf32> {check.input = dense<[[[[2.5, -0.5, 1.25, -2.25, 1.0], [-2.25, -2.5, 2.25, 0.5, -1.0], [-3.75, -2.25, 2.5, -0.25, 3.75]]], [[[3.25, 3.0, -4.0, -3.75, 0.75], [-1.25, 2.75, -1.5, -2.75, -3.25], [-1.75, 1.0, -3.0, 2.5, -1.75]]]]> : tensor<2x1x3x5xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[-2.875, 3.5], [-1.375, -2.0], [0.125, -4.25], [-2.5, -3.0]], [[-2.125, -4.25], [-2.375, -0.75], [0.625, -4.5], [-2.625, -2.25]]], [[[-3.0, -2.25], [-0.5, 1.75], [-1.375, -2.5], [0.125, 4.0]], [[2.125, -3.0], [1.625, 4.0], [-0.125, 0.5], [0.5, -2.5]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[1.0, -2.5, 2.25, -2.5e-1], [2.25, -2.25, -2.25, 5.0e-1]]], [[[-3.25, 2.75, 1.0, -1.5], [-3.0, -2.75, -3.0, 2.5]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "nearest", padding = "reflection", align_corners} : (tensor<2x1x3x5xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @linear_zeros(
    %x: tensor<2x1x4x2xf32> {check.input = dense<[[[[1.75, -1.5], [3.0, -0.25], [3.25, -3.0], [-2.75, -1.25]]], [[[-4.0, 0.0], [1.25, 1.25], [-2.25, -2.75], [0.5, 1.0]]]]> : tensor<2x1x4x2xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[2.5, -1.125], [-1.75, 0.375], [2.0, 1.375], [4.0, -0.625]], [[-3.5, 1.0], [0.25, -1.25], [2.75, -2.0], [-4.0, 1.125]]], [[[2.25, 0.875], [5.5, 0.875], [4.5, 1.375], [3.0, -0.375]], [[4.25, -1.625], [-0.75, 0.125], [-1.0, 0.0], [-3.75, -0.875]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]], [[[0.0, 0.0, 0.0, 0.0], [0.0, -1.03125, -2.5e-1, 0.0]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "linear", padding = "zeros"} : (tensor<2x1x4x2xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @linear_zeros_corners(
    %x: tensor<2x1x3x5xf32> {check.input = dense<[[[[-0.25, 0.75, -3.5, -1.25, 2.0], [2.25, 0.75, 3.0, -1.75, -2.75], [-3.5, -2.5, 2.25, 3.25, -3.0]]], [[[0.0, -3.0, 2.75, -3.0, 1.25], [-3.5, 2.0, 3.25, 2.0, -2.0], [2.75, -1.5, 2.0, 2.75, 0.0]]]]> : tensor<2x1x3x5xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[0.625, 4.0], [0.625, 3.5], [1.5, -1.25], [-0.125, -3.25]], [[-1.0, -2.25], [-1.375, 3.25], [-1.0, -0.5], [0.625, 4.25]]], [[[-0.125, 1.25], [-1.375, 0.75], [-1.875, -3.75], [0.875, 0.75]], [[-1.75, -1.25], [-1.875, 3.0], [-1.25, -3.5], [1.625, -3.0]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]], [[[8.4375e-1, 2.96875e-1, 0.0, 2.65625e-1], [0.0, 0.0, 0.0, 0.0]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "linear", padding = "zeros", align_corners} : (tensor<2x1x3x5xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @linear_border(
    %x: tensor<2x1x4x2xf32> {check.input = dense<[[[[-2.0, 2.0], [0.25, -2.5], [2.0, 1.25], [3.25, 0.5]]], [[[-3.0, 3.25], [-2.5, -3.75], [2.5, -0.5], [1.25, -3.0]]]]> : tensor<2x1x4x2xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[4.0, 0.25], [1.25, 1.25], [4.5, -1.75], [4.75, -2.5]], [[2.75, -0.625], [-1.0, -1.75], [-0.5, 1.375], [3.25, 1.375]]], [[[-4.0, -0.875], [-2.0, -1.125], [1.0, 0.625], [5.75, -0.5]], [[3.75, -2.125], [4.25, 0.375], [-2.5, 0.75], [-1.5, -2.25]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[1.25, 5.0e-1, 2.0, 2.0], [8.75e-1, -2.0, 3.25, 5.0e-1]]], [[[-3.0, -3.0, -2.375, -2.5e-1], [3.25, -1.125, 1.25, -3.0]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "linear", padding = "border"} : (tensor<2x1x4x2xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @linear_border_corners(
    %x: tensor<2x1x3x5xf32> {check.input = dense<[[[[0.25, -3.25, -1.0, 4.0, 0.5], [-4.0, 1.75, 2.25, -1.0, -3.75], [2.75, -2.0, 3.5, -1.25, -1.0]]], [[[2.5, -3.0, -4.0, 2.25, 3.5], [4.0, -3.0, -3.0, -1.25, 1.75], [3.5, 2.75, -1.0, 3.5, -2.0]]]]> : tensor<2x1x3x5xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[1.125, 1.75], [0.25, -1.0], [1.125, 4.25], [-1.25, 1.0]], [[0.875, 3.75], [-1.875, 2.5], [-0.625, 3.0], [-2.25, -3.75]]], [[[-1.0, 2.25], [-1.25, 0.75], [-0.75, -1.0], [-0.5, -1.75]], [[-2.875, 1.25], [-1.125, -2.75], [1.625, -3.0], [-0.625, 3.25]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[-1.0, 1.5, -1.0, 2.75], [-1.0625, 2.75, -8.125e-1, 2.5e-1]]], [[[3.5, 3.625, -2.5e-1, -3.0], [3.5, 2.5, 3.5, 2.9375]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "linear", padding = "border", align_corners} : (tensor<2x1x3x5xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @linear_reflection(
    %x: tensor<2x1x4x2xf32> {check.input = dense<[[[[-1.5, -0.5], [1.75, -2.0], [-0.25, 2.0], [-3.75, 3.75]]], [[[4.0, -1.75], [3.25, -2.0], [3.5, 1.25], [-2.0, -3.5]]]]> : tensor<2x1x4x2xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[-2.5, -2.0], [0.25, -0.625], [5.5, -2.125], [3.75, 0.5]], [[-2.25, 1.875], [4.75, -2.125], [3.75, -2.0], [-3.0, -1.75]]], [[[-4.0, -1.75], [-1.75, -0.125], [0.5, 0.0], [-3.0, 1.75]], [[-4.25, -0.5], [-3.5, 1.625], [-1.25, 0.875], [-0.25, 1.25]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[0.0, -8.28125e-1, 1.0, -7.8125e-1], [8.125e-1, 1.0, 5.625e-1, -2.0]]], [[[6.25e-1, 2.1875, -3.75e-1, 1.25], [2.25, 6.25e-2, -2.0, -2.375]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "linear", padding = "reflection"} : (tensor<2x1x4x2xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @linear_reflection_corners(
    %x: tensor<2x1x3x5xf32> {check.input = dense<[[[[0.25, 4.0, -0.75, 3.75, 2.5], [-2.5, 3.0, -1.0, -2.75, -2.0], [-3.0, -1.25, -3.25, 0.25, 4.0]]], [[[3.75, 3.75, -2.0, -2.25, 1.5], [4.0, 2.75, -2.5, 2.0, 0.0], [-0.5, 0.0, 0.5, 3.5, 2.5]]]]> : tensor<2x1x3x5xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[-0.375, -1.0], [2.125, 2.0], [-2.0, -2.5], [-2.125, 0.0]], [[0.625, -3.5], [1.625, -0.75], [-1.625, -4.25], [-1.625, 4.25]]], [[[-0.125, 0.0], [1.25, 3.0], [-1.5, -3.5], [1.5, -3.0]], [[-0.25, -3.0], [0.875, 0.5], [0.375, 3.0], [-0.375, 0.75]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[2.8125, 0.0, -2.125, -1.4375], [-6.875e-1, 1.390625, 2.203125, 1.0625]]], [[[-1.1875, -3.75e-1, 1.375, 3.5], [2.5e-1, 1.625, -2.1875, 4.53125e-1]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "linear", padding = "reflection", align_corners} : (tensor<2x1x3x5xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @cubic_zeros(
    %x: tensor<2x1x4x2xf32> {check.input = dense<[[[[2.0, 2.25], [-2.75, -0.75], [3.5, 2.75], [0.75, 4.0]]], [[[-1.5, 2.75], [3.5, 0.75], [-2.75, -1.75], [0.0, -1.75]]]]> : tensor<2x1x4x2xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[4.5, -2.375], [6.25, 0.875], [3.75, -1.125], [4.5, -1.0]], [[3.25, 0.125], [-1.5, 1.875], [4.75, -2.25], [3.0, -0.25]]], [[[2.75, -1.5], [6.0, 1.5], [3.5, -0.5], [-1.0, 1.25]], [[-1.25, 1.375], [-1.0, -2.125], [-2.75, 0.875], [-3.75, 1.0]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]], [[[0.0, 0.0, 0.0, 0.0], [-6.4888e-3, 0.0, 0.0, 0.0]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "cubic", padding = "zeros"} : (tensor<2x1x4x2xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @cubic_zeros_corners(
    %x: tensor<2x1x3x5xf32> {check.input = dense<[[[[0.5, 0.25, 2.25, -3.0, -3.5], [2.0, 2.0, 2.5, -4.0, 1.25], [3.75, 2.25, -0.25, -0.25, -0.75]]], [[[-3.75, 1.75, 0.25, 0.25, 3.5], [2.0, 3.75, -3.5, 3.75, 0.5], [-0.75, 0.5, -3.75, 3.5, 1.0]]]]> : tensor<2x1x3x5xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[2.125, -3.75], [-1.875, -3.0], [-0.625, 4.0], [-1.875, -1.25]], [[-0.75, 0.5], [-3.0, -0.75], [0.75, 2.5], [-1.75, -3.75]]], [[[1.5, -2.0], [0.875, 0.75], [-1.25, 2.5], [-0.625, -0.5]], [[0.625, 1.75], [-0.75, 2.5], [-1.875, 1.25], [-2.875, 2.75]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[0.0, 0.0, 0.0, -8.033752e-3], [3.3781738, 0.0, 5.3466797e-2, 0.0]]], [[[0.0, 1.987381, 4.6142578e-2, 2.7418823], [8.436508e-1, -1.9042969e-2, 3.0590057e-2, 0.0]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "cubic", padding = "zeros", align_corners} : (tensor<2x1x3x5xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @cubic_border(
    %x: tensor<2x1x4x2xf32> {check.input = dense<[[[[1.0, -3.75], [2.75, -1.0], [1.5, 1.25], [1.25, -0.75]]], [[[-0.75, -3.25], [0.5, -1.75], [-0.75, -2.75], [2.0, 3.5]]]]> : tensor<2x1x4x2xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[5.0, -2.375], [1.0, 1.5], [-2.5, -0.5], [3.5, -2.0]], [[0.25, 0.25], [4.5, -2.25], [3.75, -0.125], [5.75, 0.875]]], [[[3.25, -2.25], [-3.5, 1.0], [1.5, 0.125], [0.0, -1.125]], [[4.25, -1.625], [-3.0, -2.5], [0.5, -1.625], [4.5, -1.25]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[-3.75, -9.375e-1, 1.9921875, -3.75], [1.3066406, -3.75, -1.2988281e-1, -9.609375e-1]]], [[[-3.25, 2.2578125, -3.1298828, -2.0], [-3.25, -7.5e-1, -3.25, -3.25]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "cubic", padding = "border"} : (tensor<2x1x4x2xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @cubic_border_corners(
    %x: tensor<2x1x3x5xf32> {check.input = dense<[[[[1.25, 2.0, 1.5, -2.0, 0.75], [-1.0, -0.75, -3.25, -2.5, -1.25], [-1.75, 1.25, -1.75, -2.0, -0.5]]], [[[0.5, 4.0, 0.0, -1.25, -1.5], [-0.5, 3.5, -1.0, -2.0, 0.75], [2.25, 3.75, -1.75, 3.25, 3.0]]]]> : tensor<2x1x3x5xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[1.25, -1.25], [2.25, -0.75], [-0.625, -0.5], [1.125, -4.0]], [[0.875, 2.25], [1.875, 3.25], [-2.875, 0.0], [0.875, -4.0]]], [[[-0.875, -1.5], [1.625, -3.25], [1.625, 2.75], [-1.5, 2.5]], [[0.125, -1.25], [-0.375, -1.25], [0.0, 3.0], [1.5, -3.75]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[7.5e-1, 2.705078e-1, 5.358887e-1, 7.5e-1], [-8.486328e-1, -5.0e-1, -1.0, 3.90625e-3]]], [[[1.4335938, -1.5, 3.0, 2.25], [-6.9628906e-1, 3.506836, -1.75, -1.5]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "cubic", padding = "border", align_corners} : (tensor<2x1x3x5xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @cubic_reflection(
    %x: tensor<2x1x4x2xf32> {check.input = dense<[[[[-1.0, 1.25], [0.5, -1.75], [-2.5, 0.25], [-1.5, 0.25]]], [[[1.75, 2.5], [2.25, 0.0], [-3.75, -2.75], [2.0, 0.75]]]]> : tensor<2x1x4x2xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[0.75, -0.875], [-3.75, -1.0], [-2.5, -1.375], [6.25, -1.125]], [[0.0, 1.375], [-1.5, -1.125], [4.5, -0.375], [0.5, 1.625]]], [[[4.5, 0.5], [-2.75, -2.0], [0.5, -2.25], [4.25, -1.5]], [[3.75, 1.375], [2.75, -1.5], [0.5, -1.125], [4.5, -0.125]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[2.0772705, 1.1115723, 5.0e-1, -5.578003e-1], [-7.558594e-1, -1.2109375, -1.28125, 4.609375e-1]]], [[[-1.2578125, -2.0352783, -2.75, 1.7467651], [3.445053e-1, 2.7108154, 2.8515625, -1.0097656]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "cubic", padding = "reflection"} : (tensor<2x1x4x2xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

func.func @cubic_reflection_corners(
    %x: tensor<2x1x3x5xf32> {check.input = dense<[[[[-2.0, -0.75, -3.5, 1.25, -0.75], [4.0, 2.25, -1.0, 1.75, 2.5], [-2.5, -2.75, -3.0, -3.75, -1.5]]], [[[2.5, 2.25, -1.0, 0.0, 2.25], [3.5, -1.75, 1.25, 0.75, 1.0], [2.5, 2.25, -0.75, 2.0, -3.75]]]]> : tensor<2x1x3x5xf32>},
    %g: tensor<2x2x4x2xf32> {check.input = dense<[[[[-1.625, 2.75], [-1.5, -0.25], [-0.5, -0.5], [-2.0, -2.5]], [[-0.125, -4.0], [1.75, -3.25], [0.375, 1.5], [-2.125, 0.5]]], [[[-2.0, -2.5], [-2.625, -1.25], [2.25, 1.25], [-1.125, -1.25]], [[-1.5, -1.25], [1.625, -2.25], [-1.375, 1.0], [-1.75, 3.5]]]]> : tensor<2x2x4x2xf32>})
    -> (tensor<2x1x2x4xf32> {check.expected = dense<[[[[-9.4644165e-1, 1.9921875, 9.375e-1, -1.953125], [-6.152344e-1, -3.1302795, -1.8320007, -2.0699768]]], [[[2.734375e-1, 7.018242e-1, 2.8549194e-1, 2.6116066], [1.625, 1.347599, 2.631836, -9.008789e-2]]]]> : tensor<2x1x2x4xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "cubic", padding = "reflection", align_corners} : (tensor<2x1x3x5xf32>, tensor<2x2x4x2xf32>) -> tensor<2x1x2x4xf32>
  return %y : tensor<2x1x2x4xf32>
}

// Halves go to the even neighbour in volumes, too.
func.func @volume_nearest(
    %x: tensor<1x2x2x2x4xf32> {check.input = dense<[[[[[-2.75, 3.75, -1.75, 3.0], [3.75, -2.25, -4.0, -4.0]], [[-2.5, -0.75, -2.75, 3.75], [-0.25, 2.75, -4.0, -3.0]]], [[[-0.25, -2.75, -2.75, -4.0], [-2.0, 2.25, 2.5, 0.0]], [[-2.5, -0.5, 1.0, -3.0], [-0.75, 2.75, -0.75, -0.25]]]]]> : tensor<1x2x2x2x4xf32>},
    %g: tensor<1x1x2x3x3xf32> {check.input = dense<[[[[[-0.75, -1.25, -1.0], [0.5, -0.25, -1.75], [-0.5, -1.75, -1.5]], [[-0.75, -0.25, -1.0], [-0.125, 0.0, -1.5], [0.25, -1.5, -0.5]]]]]> : tensor<1x1x2x3x3xf32>})
    -> (tensor<1x2x1x2x3xf32> {check.expected = dense<[[[[[0.0, 0.0, 0.0], [-2.75, 0.0, 0.0]]], [[[0.0, 0.0, 0.0], [-2.5e-1, 0.0, 0.0]]]]]> : tensor<1x2x1x2x3xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "nearest", padding = "zeros"} : (tensor<1x2x2x2x4xf32>, tensor<1x1x2x3x3xf32>) -> tensor<1x2x1x2x3xf32>
  return %y : tensor<1x2x1x2x3xf32>
}

func.func @volume_linear(
    %x: tensor<1x2x2x2x4xf32> {check.input = dense<[[[[[-2.25, -3.25, 3.75, -3.75], [3.25, -3.0, -3.25, -1.75]], [[-1.5, -1.5, -3.75, 3.0], [2.75, 1.5, 3.5, 3.5]]], [[[4.0, -1.0, 1.0, 2.25], [1.25, 2.5, 1.5, -1.0]], [[0.5, -2.5, 3.75, 3.25], [1.0, 2.25, -1.25, -1.0]]]]]> : tensor<1x2x2x2x4xf32>},
    %g: tensor<1x1x2x3x3xf32> {check.input = dense<[[[[[0.25, 1.0, -1.5], [-0.25, 2.0, -1.25], [0.5, 0.5, 1.0]], [[-0.875, -2.0, -2.0], [-0.125, 2.25, 0.5], [-0.75, 1.25, 2.25]]]]]> : tensor<1x1x2x3x3xf32>})
    -> (tensor<1x2x1x2x3xf32> {check.expected = dense<[[[[[0.0, 0.0, 1.75], [0.0, 0.0, 0.0]]], [[[0.0, 0.0, -5.625e-1], [0.0, 0.0, 0.0]]]]]> : tensor<1x2x1x2x3xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "linear", padding = "zeros"} : (tensor<1x2x2x2x4xf32>, tensor<1x1x2x3x3xf32>) -> tensor<1x2x1x2x3xf32>
  return %y : tensor<1x2x1x2x3xf32>
}

// One dimension.
func.func @line_cubic(
    %x: tensor<1x2x5xf32> {check.input = dense<[[[0.0, -2.0, -4.0, -0.75, 1.75], [-2.0, 1.5, 0.75, -0.75, 1.75]]]> : tensor<1x2x5xf32>},
    %g: tensor<1x6x1xf32> {check.input = dense<[[[-1.5], [-1.0], [-0.25], [0.125], [0.75], [2.0]]]> : tensor<1x6x1xf32>})
    -> (tensor<1x2x6xf32> {check.expected = dense<[[[-2.0, 0.0, -3.4921875, -3.5625, 1.0390625, -4.0], [1.5, -2.0, 1.59375, 2.4316406e-1, 5.9375e-1, 7.5e-1]]]> : tensor<1x2x6xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "cubic", padding = "reflection", align_corners} : (tensor<1x2x5xf32>, tensor<1x6x1xf32>) -> tensor<1x2x6xf32>
  return %y : tensor<1x2x6xf32>
}

// Between equal edges there is one element.
func.func @one_element(
    %x: tensor<1x1x1x2xf32> {check.input = dense<[[[[3.0, 3.75]]]]> : tensor<1x1x1x2xf32>},
    %g: tensor<1x1x2x2xf32> {check.input = dense<[[[[0.5, 3.0], [-1.0, -7.0]]]]> : tensor<1x1x2x2xf32>})
    -> (tensor<1x1x1x2xf32> {check.expected = dense<[[[[3.5625, 3.0]]]]> : tensor<1x1x1x2xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "linear", padding = "reflection", align_corners} : (tensor<1x1x1x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x1x2xf32>
  return %y : tensor<1x1x1x2xf32>
}

func.func @image_of_any_size(
    %x: tensor<1x1x?x?xf32, #nn.dims<H, W>> {check.input = dense<[[[[2.0, -3.25, -1.25, 0.25], [-3.5, -0.75, -3.0, 0.5]]]]> : tensor<1x1x2x4xf32>},
    %g: tensor<1x1x2x2xf32> {check.input = dense<[[[[-0.75, 0.5], [0.25, -1.5]]]]> : tensor<1x1x2x2xf32>})
    -> (tensor<1x1x1x2xf32> {check.expected = dense<[[[[-3.5, -1.25]]]]> : tensor<1x1x1x2xf32>}) {
  %y = nn.grid_sample %x, %g {mode = "linear", padding = "border"} : (tensor<1x1x?x?xf32, #nn.dims<H, W>>, tensor<1x1x2x2xf32>) -> tensor<1x1x1x2xf32>
  return %y : tensor<1x1x1x2xf32>
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
