// Concatenations in one buffer: parts that their makers write there, and that others read there, beside parts
// that are copied. Expected values know nothing of buffers.

// A dense block: each layer reads all before it; uneven parts, an input among them, an open batch.
func.func @dense_block(
    %x: tensor<?x2x2x2xf32, #nn.dims<N>> {check.input = dense<[[[[-0.5, 0.5], [-2.0, 0.0]], [[-1.0, 0.5], [2.0, -1.5]]], [[[-0.5, 0.0], [0.0, -1.5]], [[-1.5, 1.5], [1.5, -1.5]]]]> : tensor<2x2x2x2xf32>},
    %w: tensor<3x2x3x3xf32> {check.constant = dense<[[[[-1.0, 2.0, 2.0], [-1.0, 0.0, 2.0], [1.0, 2.0, -2.0]], [[2.0, -2.0, 1.0], [0.0, 2.0, -1.0], [-1.0, 1.0, 2.0]]], [[[2.0, 1.0, 1.0], [-1.0, -1.0, -1.0], [2.0, 1.0, -2.0]], [[-2.0, -1.0, 2.0], [-2.0, 0.0, -2.0], [0.0, 1.0, 2.0]]], [[[1.0, 1.0, 1.0], [2.0, 1.0, -1.0], [0.0, -2.0, -2.0]], [[-1.0, 1.0, -1.0], [0.0, 1.0, 0.0], [1.0, 2.0, 1.0]]]]> : tensor<3x2x3x3xf32>},
    %v: tensor<1x5x1x1xf32> {check.constant = dense<[[[[2.0]], [[0.0]], [[2.0]], [[2.0]], [[1.0]]]]> : tensor<1x5x1x1xf32>})
    -> (tensor<?x6x2x2xf32, #nn.dims<N>> {check.expected = dense<[[[[5.0e-1, -5.0e-1], [2.0, -0.0]], [[1.0, -5.0e-1], [-2.0, 1.5]], [[6.5, 4.0], [-8.0, 2.5]], [[4.0, 3.5], [-7.0, 1.0]], [[-4.5, 1.0], [1.5, 4.0]], [[-4.5, -1.0], [-3.0e1, -0.0]]], [[[5.0e-1, -0.0], [-0.0, 1.5]], [[1.5, -1.5], [-1.5, 1.5]], [[3.0, 2.5], [-5.0, 8.5]], [[1.0, -5.0e-1], [-8.5, 1.0]], [[-2.5, -2.0], [5.0e-1, 5.0e-1]], [[-2.5, -3.0], [-2.7e1, -0.0]]]]> : tensor<2x6x2x2xf32>}, tensor<?x3x2x2xf32, #nn.dims<N>> {check.expected = dense<[[[[0.0, 0.0], [8.0, 0.0]], [[0.0, 0.0], [7.0, 0.0]], [[4.5, 0.0], [0.0, 0.0]]], [[[0.0, 0.0], [5.0, 0.0]], [[0.0, 5.0e-1], [8.5, 0.0]], [[2.5, 2.0], [0.0, 0.0]]]]> : tensor<2x3x2x2xf32>}) {
  %a = nn.conv2d %x, %w {pads = array<i64: 1, 1, 1, 1>} : (tensor<?x2x2x2xf32, #nn.dims<N>>, tensor<3x2x3x3xf32>) -> tensor<?x3x2x2xf32, #nn.dims<N>>
  %p = nn.concat %x, %a {axis = 1 : i64} : (tensor<?x2x2x2xf32, #nn.dims<N>>, tensor<?x3x2x2xf32, #nn.dims<N>>) -> tensor<?x5x2x2xf32, #nn.dims<N>>
  %r = nn.relu %p : (tensor<?x5x2x2xf32, #nn.dims<N>>) -> tensor<?x5x2x2xf32, #nn.dims<N>>
  %b = nn.conv2d %r, %v : (tensor<?x5x2x2xf32, #nn.dims<N>>, tensor<1x5x1x1xf32>) -> tensor<?x1x2x2xf32, #nn.dims<N>>
  %q = nn.concat %x, %a, %b {axis = 1 : i64} : (tensor<?x2x2x2xf32, #nn.dims<N>>, tensor<?x3x2x2xf32, #nn.dims<N>>, tensor<?x1x2x2xf32, #nn.dims<N>>) -> tensor<?x6x2x2xf32, #nn.dims<N>>
  %y = nn.neg %q : (tensor<?x6x2x2xf32, #nn.dims<N>>) -> tensor<?x6x2x2xf32, #nn.dims<N>>
  %z = nn.relu %a : (tensor<?x3x2x2xf32, #nn.dims<N>>) -> tensor<?x3x2x2xf32, #nn.dims<N>>
  return %y, %z : tensor<?x6x2x2xf32, #nn.dims<N>>, tensor<?x3x2x2xf32, #nn.dims<N>>
}

// Nested, the inner one read by itself; a part twice; a part and the whole are results.
func.func @nested(
    %x: tensor<?x2x2x2xf32, #nn.dims<N>> {check.input = dense<[[[[1.0, 1.0], [-1.5, -2.0]], [[-2.0, 1.0], [0.5, 2.0]]], [[[0.0, 2.0], [-0.5, -2.0]], [[0.0, -2.0], [-1.5, -1.5]]]]> : tensor<2x2x2x2xf32>},
    %w: tensor<3x2x1x1xf32> {check.constant = dense<[[[[0.0]], [[-2.0]]], [[[1.0]], [[-1.0]]], [[[-2.0]], [[0.0]]]]> : tensor<3x2x1x1xf32>})
    -> (tensor<?x9x2x2xf32, #nn.dims<N>> {check.expected = dense<[[[[-1.0, -1.0], [1.5, 2.0]], [[2.0, -1.0], [-5.0e-1, -2.0]], [[1.0, 1.0], [-1.5, -2.0]], [[-2.0, 1.0], [5.0e-1, 2.0]], [[4.0, -2.0], [-1.0, -4.0]], [[3.0, 0.0], [-2.0, -4.0]], [[-2.0, -2.0], [3.0, 4.0]], [[-1.0, -1.0], [1.5, 2.0]], [[2.0, -1.0], [-5.0e-1, -2.0]]], [[[-0.0, -2.0], [5.0e-1, 2.0]], [[-0.0, 2.0], [1.5, 1.5]], [[0.0, 2.0], [-5.0e-1, -2.0]], [[0.0, -2.0], [-1.5, -1.5]], [[0.0, 4.0], [3.0, 3.0]], [[0.0, 4.0], [1.0, -5.0e-1]], [[0.0, -4.0], [1.0, 4.0]], [[-0.0, -2.0], [5.0e-1, 2.0]], [[-0.0, 2.0], [1.5, 1.5]]]]> : tensor<2x9x2x2xf32>}, tensor<?x3x2x2xf32, #nn.dims<N>> {check.expected = dense<[[[[4.0, -2.0], [-1.0, -4.0]], [[3.0, 0.0], [-2.0, -4.0]], [[-2.0, -2.0], [3.0, 4.0]]], [[[0.0, 4.0], [3.0, 3.0]], [[0.0, 4.0], [1.0, -5.0e-1]], [[0.0, -4.0], [1.0, 4.0]]]]> : tensor<2x3x2x2xf32>}, tensor<?x4x2x2xf32, #nn.dims<N>> {check.expected = dense<[[[[0.0, 0.0], [1.5, 2.0]], [[2.0, 0.0], [0.0, 0.0]], [[1.0, 1.0], [0.0, 0.0]], [[0.0, 1.0], [5.0e-1, 2.0]]], [[[0.0, 0.0], [5.0e-1, 2.0]], [[0.0, 2.0], [1.5, 1.5]], [[0.0, 2.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]]> : tensor<2x4x2x2xf32>}) {
  %a = nn.conv2d %x, %w : (tensor<?x2x2x2xf32, #nn.dims<N>>, tensor<3x2x1x1xf32>) -> tensor<?x3x2x2xf32, #nn.dims<N>>
  %n = nn.neg %x : (tensor<?x2x2x2xf32, #nn.dims<N>>) -> tensor<?x2x2x2xf32, #nn.dims<N>>
  %i = nn.concat %n, %x {axis = 1 : i64} : (tensor<?x2x2x2xf32, #nn.dims<N>>, tensor<?x2x2x2xf32, #nn.dims<N>>) -> tensor<?x4x2x2xf32, #nn.dims<N>>
  %s = nn.relu %i : (tensor<?x4x2x2xf32, #nn.dims<N>>) -> tensor<?x4x2x2xf32, #nn.dims<N>>
  %y = nn.concat %i, %a, %n {axis = 1 : i64} : (tensor<?x4x2x2xf32, #nn.dims<N>>, tensor<?x3x2x2xf32, #nn.dims<N>>, tensor<?x2x2x2xf32, #nn.dims<N>>) -> tensor<?x9x2x2xf32, #nn.dims<N>>
  return %y, %a, %s : tensor<?x9x2x2xf32, #nn.dims<N>>, tensor<?x3x2x2xf32, #nn.dims<N>>, tensor<?x4x2x2xf32, #nn.dims<N>>
}

// Along the rows of a picture, and behind that along the channels; both read by a convolution.
func.func @rows(
    %x: tensor<?x2x1x3xf32, #nn.dims<N>> {check.input = dense<[[[[0.5, 0.5, 0.5]], [[-1.0, 1.0, 1.0]]], [[[1.5, 2.0, 1.0]], [[2.0, -1.5, 2.0]]]]> : tensor<2x2x1x3xf32>},
    %z: tensor<?x2x2x3xf32, #nn.dims<N>> {check.input = dense<[[[[0.0, 1.0, -0.5], [0.0, 1.0, 0.0]], [[2.0, 0.0, 2.0], [0.5, -2.0, 1.0]]], [[[0.5, -2.0, 1.0], [-1.0, -2.0, 0.5]], [[1.5, 0.5, 0.5], [0.0, 1.5, -2.0]]]]> : tensor<2x2x2x3xf32>},
    %w: tensor<2x2x1x1xf32> {check.constant = dense<[[[[2.0]], [[2.0]]], [[[-2.0]], [[-1.0]]]]> : tensor<2x2x1x1xf32>},
    %v: tensor<1x6x1x1xf32> {check.constant = dense<[[[[1.0]], [[0.0]], [[2.0]], [[0.0]], [[-1.0]], [[-2.0]]]]> : tensor<1x6x1x1xf32>})
    -> (tensor<?x1x3x3xf32, #nn.dims<N>> {check.expected = dense<[[[[1.0, 1.5e1, 1.5e1], [0.0, 1.0, 2.5], [0.0, 1.0, 0.0]]], [[[3.5e1, 5.0, 3.0e1], [5.0e-1, 1.0e1, 1.0], [5.0, 1.0e1, 5.0e-1]]]]> : tensor<2x1x3x3xf32>}, tensor<?x6x3x3xf32, #nn.dims<N>> {check.expected = dense<[[[[1.0, 3.0, 3.0], [0.0, 1.0, 5.0e-1], [0.0, 1.0, 0.0]], [[0.0, 2.0, 2.0], [2.0, 0.0, 2.0], [5.0e-1, 2.0, 1.0]], [[-1.0, 3.0, 3.0], [-0.0, -1.0, 5.0e-1], [-0.0, -1.0, -0.0]], [[0.0, -2.0, -2.0], [-2.0, -0.0, -2.0], [-5.0e-1, 2.0, -1.0]], [[2.0, 1.0e1, 1.0e1], [4.0, 2.0, 5.0], [1.0, 6.0, 2.0]], [[-2.0, -8.0, -8.0], [-2.0, -2.0, -3.0], [-5.0e-1, -4.0, -1.0]]], [[[7.0, 1.0, 6.0], [5.0e-1, 2.0, 1.0], [1.0, 2.0, 5.0e-1]], [[5.0, 2.5, 4.0], [1.5, 5.0e-1, 5.0e-1], [0.0, 1.5, 2.0]], [[7.0, 1.0, 6.0], [-5.0e-1, 2.0, -1.0], [1.0, 2.0, -5.0e-1]], [[-5.0, -2.5, -4.0], [-1.5, -5.0e-1, -5.0e-1], [-0.0, -1.5, 2.0]], [[2.4e1, 7.0, 2.0e1], [4.0, 5.0, 3.0], [2.0, 7.0, 5.0]], [[-1.9e1, -4.5, -1.6e1], [-2.5, -4.5, -2.5], [-2.0, -5.5, -3.0]]]]> : tensor<2x6x3x3xf32>}) {
  %a = nn.conv2d %x, %w : (tensor<?x2x1x3xf32, #nn.dims<N>>, tensor<2x2x1x1xf32>) -> tensor<?x2x1x3xf32, #nn.dims<N>>
  %b = nn.neg %z : (tensor<?x2x2x3xf32, #nn.dims<N>>) -> tensor<?x2x2x3xf32, #nn.dims<N>>
  %p = nn.concat %a, %b {axis = 2 : i64} : (tensor<?x2x1x3xf32, #nn.dims<N>>, tensor<?x2x2x3xf32, #nn.dims<N>>) -> tensor<?x2x3x3xf32, #nn.dims<N>>
  %c = nn.abs %p : (tensor<?x2x3x3xf32, #nn.dims<N>>) -> tensor<?x2x3x3xf32, #nn.dims<N>>
  %d = nn.conv2d %c, %w : (tensor<?x2x3x3xf32, #nn.dims<N>>, tensor<2x2x1x1xf32>) -> tensor<?x2x3x3xf32, #nn.dims<N>>
  %q = nn.concat %c, %p, %d {axis = 1 : i64} : (tensor<?x2x3x3xf32, #nn.dims<N>>, tensor<?x2x3x3xf32, #nn.dims<N>>, tensor<?x2x3x3xf32, #nn.dims<N>>) -> tensor<?x6x3x3xf32, #nn.dims<N>>
  %y = nn.conv2d %q, %v : (tensor<?x6x3x3xf32, #nn.dims<N>>, tensor<1x6x1x1xf32>) -> tensor<?x1x3x3xf32, #nn.dims<N>>
  return %y, %q : tensor<?x1x3x3xf32, #nn.dims<N>>, tensor<?x6x3x3xf32, #nn.dims<N>>
}

// The reader of a concatenation writes a part of the next one: no operation writes the buffer that it reads.
func.func @grows(
    %x: tensor<?x3xf32, #nn.dims<N>> {check.input = dense<[[-2.0, -2.0, 0.5], [0.0, 1.5, 0.0]]> : tensor<2x3xf32>})
    -> (tensor<?x12xf32, #nn.dims<N>> {check.expected = dense<[[2.0, 2.0, 5.0e-1, 2.0, 2.0, 5.0e-1, 0.0, 0.0, 5.0e-1, 2.0, 2.0, 0.0], [0.0, 1.5, 0.0, 0.0, 1.5, 0.0, 0.0, 1.5, 0.0, 0.0, 0.0, 0.0]]> : tensor<2x12xf32>}) {
  %a = nn.neg %x : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %p = nn.concat %x, %a {axis = 1 : i64} : (tensor<?x3xf32, #nn.dims<N>>, tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x6xf32, #nn.dims<N>>
  %b = nn.relu %p : (tensor<?x6xf32, #nn.dims<N>>) -> tensor<?x6xf32, #nn.dims<N>>
  %q = nn.concat %x, %a, %b {axis = 1 : i64} : (tensor<?x3xf32, #nn.dims<N>>, tensor<?x3xf32, #nn.dims<N>>, tensor<?x6xf32, #nn.dims<N>>) -> tensor<?x12xf32, #nn.dims<N>>
  %y = nn.abs %q : (tensor<?x12xf32, #nn.dims<N>>) -> tensor<?x12xf32, #nn.dims<N>>
  return %y : tensor<?x12xf32, #nn.dims<N>>
}

// Results are reshapes: of a concatenation into rows of pairs, whose parts are told from another shape than the
// result's, and of what a split has taken apart.
func.func @reshaped(
    %x: tensor<?x1x2xf32, #nn.dims<N>> {check.input = dense<[[[1.0, 2.0]], [[3.0, -4.0]]]> : tensor<2x1x2xf32>},
    %z: tensor<?x2x2xf32, #nn.dims<N>> {check.input = dense<[[[5.0, 6.0], [7.0, 8.0]], [[9.0, 1.0], [-2.0, 0.5]]]> : tensor<2x2x2xf32>})
    -> (tensor<?x2xf32, #nn.dims<3*N>> {check.expected = dense<[[-1.0, -2.0], [5.0, 6.0], [7.0, 8.0], [-3.0, 4.0], [9.0, 1.0], [2.0, 0.5]]> : tensor<6x2xf32>}, tensor<?x4xf32, #nn.dims<N>> {check.expected = dense<[[-5.0, -6.0, -7.0, -8.0], [-9.0, -1.0, 2.0, -0.5]]> : tensor<2x4xf32>}, tensor<?x1x2xf32, #nn.dims<N>> {check.expected = dense<[[[5.0, 6.0]], [[9.0, 1.0]]]> : tensor<2x1x2xf32>}) {
  %n = nn.neg %x : (tensor<?x1x2xf32, #nn.dims<N>>) -> tensor<?x1x2xf32, #nn.dims<N>>
  %a = nn.abs %z : (tensor<?x2x2xf32, #nn.dims<N>>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %c = nn.concat %n, %a {axis = 1 : i64} : (tensor<?x1x2xf32, #nn.dims<N>>, tensor<?x2x2xf32, #nn.dims<N>>) -> tensor<?x3x2xf32, #nn.dims<N>>
  %r = nn.reshape %c : (tensor<?x3x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<3*N>>
  %i = nn.neg %z : (tensor<?x2x2xf32, #nn.dims<N>>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %s:2 = nn.split %i {axis = 1 : i64, sizes = array<i64: 1, 1>} : (tensor<?x2x2xf32, #nn.dims<N>>) -> (tensor<?x1x2xf32, #nn.dims<N>>, tensor<?x1x2xf32, #nn.dims<N>>)
  %t = nn.neg %s#0 : (tensor<?x1x2xf32, #nn.dims<N>>) -> tensor<?x1x2xf32, #nn.dims<N>>
  %v = nn.reshape %i : (tensor<?x2x2xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  return %r, %v, %t : tensor<?x2xf32, #nn.dims<3*N>>, tensor<?x4xf32, #nn.dims<N>>, tensor<?x1x2xf32, #nn.dims<N>>
}
