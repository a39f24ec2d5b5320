// Images sampled where a grid says: cubic, volumes, lines, ends.

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
