// Elements replaced and joined where indices say, in the order of the updates (F3).

func.func @elements(
    %x: tensor<?x4xf32, #nn.dims<N>> {check.input = dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>},
    %i: tensor<?x2xi64, #nn.dims<N>> {check.input = dense<[[1, 1], [-1, 0]]> : tensor<2x2xi64>},
    %u: tensor<?x2xf32, #nn.dims<N>> {check.input = dense<[[10.0, 11.0], [12.0, 13.0]]> : tensor<2x2xf32>})
    -> (tensor<?x4xf32, #nn.dims<N>> {check.expected = dense<[[1.0, 1.1e1, 3.0, 4.0], [1.3e1, 6.0, 7.0, 1.2e1]]> : tensor<2x4xf32>}) {
  %y = nn.scatter_elements %x, %i, %u {axis = 1 : i64} : (tensor<?x4xf32, #nn.dims<N>>, tensor<?x2xi64, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  return %y : tensor<?x4xf32, #nn.dims<N>>
}

// In another order the sums would round otherwise.
func.func @sums_in_order(
    %x: tensor<2xf32> {check.input = dense<[1.0, 0.0]> : tensor<2xf32>},
    %i: tensor<4xi32> {check.input = dense<[0, 0, 1, 0]> : tensor<4xi32>},
    %u: tensor<4xf32> {check.input = dense<[1.0e8, -1.0e8, 3.0, 0.5]> : tensor<4xf32>})
    -> (tensor<2xf32> {check.expected = dense<[5.0e-1, 3.0]> : tensor<2xf32>}) {
  %y = nn.scatter_elements %x, %i, %u {axis = 0 : i64, reduction = "add"} : (tensor<2xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// Through a transposed view, in fewer rows than there are.
func.func @of_a_part(
    %x: tensor<3x3xi32> {check.input = dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>},
    %i: tensor<2x2xi64> {check.input = dense<[[2, 0], [2, -1]]> : tensor<2x2xi64>},
    %u: tensor<2x2xi32> {check.input = dense<[[10, 20], [30, 40]]> : tensor<2x2xi32>})
    -> (tensor<3x3xi32> {check.expected = dense<[[20, 4, 70], [2, 5, 9600], [3, 6, 9]]> : tensor<3x3xi32>}, tensor<3x3xi32> {check.expected = dense<[[1, 4, 7], [2, 5, 8], [3, 6, 9]]> : tensor<3x3xi32>}) {
  %t = nn.transpose %x {permutation = array<i64: 1, 0>} : (tensor<3x3xi32>) -> tensor<3x3xi32>
  %y = nn.scatter_elements %t, %i, %u {axis = 1 : i64, reduction = "mul"} : (tensor<3x3xi32>, tensor<2x2xi64>, tensor<2x2xi32>) -> tensor<3x3xi32>
  %z = nn.scatter_elements %t, %i, %u {axis = 0 : i64, reduction = "min"} : (tensor<3x3xi32>, tensor<2x2xi64>, tensor<2x2xi32>) -> tensor<3x3xi32>
  return %y, %z : tensor<3x3xi32>, tensor<3x3xi32>
}

func.func @outside(
    %x: tensor<2xf32> {check.input = dense<1.0> : tensor<2xf32>},
    %i: tensor<2xi64> {check.input = dense<[0, -3]> : tensor<2xi64>},
    %u: tensor<2xf32> {check.input = dense<1.0> : tensor<2xf32>})
    -> (tensor<2xf32> {check.expected = dense<0.0> : tensor<2xf32>}) attributes {check.fails = "index"} {
  %y = nn.scatter_elements %x, %i, %u {axis = 0 : i64} : (tensor<2xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// A NaN wins.
func.func @tuples(
    %x: tensor<?x2x2xf32, #nn.dims<N>> {check.input = dense<[[[-0.5, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]]> : tensor<2x2x2xf32>},
    %i: tensor<3x2xi64> {check.input = dense<[[0, 0], [1, -1], [0, 0]]> : tensor<3x2xi64>},
    %u: tensor<3x2xf32> {check.input = dense<[[0.0, 9.0], [0x7FC00000, 1.0], [-1.0, 8.0]]> : tensor<3x2xf32>})
    -> (tensor<?x2x2xf32, #nn.dims<N>> {check.expected = dense<[[[0.0, 9.0], [2.0, 3.0]], [[4.0, 5.0], [0x7FC00000, 7.0]]]> : tensor<2x2x2xf32>}, tensor<?x2x2xf32, #nn.dims<N>> {check.expected = dense<[[[-1.0, 8.0], [2.0, 3.0]], [[4.0, 5.0], [0x7FC00000, 1.0]]]> : tensor<2x2x2xf32>}) {
  %y = nn.scatter_nd %x, %i, %u {reduction = "max"} : (tensor<?x2x2xf32, #nn.dims<N>>, tensor<3x2xi64>, tensor<3x2xf32>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %z = nn.scatter_nd %x, %i, %u : (tensor<?x2x2xf32, #nn.dims<N>>, tensor<3x2xi64>, tensor<3x2xf32>) -> tensor<?x2x2xf32, #nn.dims<N>>
  return %y, %z : tensor<?x2x2xf32, #nn.dims<N>>, tensor<?x2x2xf32, #nn.dims<N>>
}

// Slices that grow with the batch.
func.func @slices_of_a_batch(
    %x: tensor<3x?xi64, #nn.dims<N>> {check.input = dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>},
    %i: tensor<2x1xi32> {check.input = dense<[[2], [0]]> : tensor<2x1xi32>},
    %u: tensor<2x?xi64, #nn.dims<N>> {check.input = dense<[[10, 20], [30, 40]]> : tensor<2x2xi64>})
    -> (tensor<3x?xi64, #nn.dims<N>> {check.expected = dense<[[31, 42], [3, 4], [15, 26]]> : tensor<3x2xi64>}) {
  %y = nn.scatter_nd %x, %i, %u {reduction = "add"} : (tensor<3x?xi64, #nn.dims<N>>, tensor<2x1xi32>, tensor<2x?xi64, #nn.dims<N>>) -> tensor<3x?xi64, #nn.dims<N>>
  return %y : tensor<3x?xi64, #nn.dims<N>>
}

func.func @cache(
    %x: tensor<?x4x2xf32, #nn.dims<N>> {check.input = dense<0.0> : tensor<2x4x2xf32>},
    %u: tensor<?x2x2xf32, #nn.dims<N>> {check.input = dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>},
    %w: tensor<?xi64, #nn.dims<N>> {check.input = dense<[0, 2]> : tensor<2xi64>},
    %v: tensor<?xi64, #nn.dims<N>> {check.input = dense<[3, 1]> : tensor<2xi64>})
    -> (tensor<?x4x2xf32, #nn.dims<N>> {check.expected = dense<[[[1.0, 2.0], [3.0, 4.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [5.0, 6.0], [7.0, 8.0]]]> : tensor<2x4x2xf32>}, tensor<?x4x2xf32, #nn.dims<N>> {check.expected = dense<[[[3.0, 4.0], [0.0, 0.0], [0.0, 0.0], [1.0, 2.0]], [[0.0, 0.0], [5.0, 6.0], [7.0, 8.0], [0.0, 0.0]]]> : tensor<2x4x2xf32>}) {
  %y = nn.tensor_scatter %x, %u, %w {axis = 1 : i64} : (tensor<?x4x2xf32, #nn.dims<N>>, tensor<?x2x2xf32, #nn.dims<N>>, tensor<?xi64, #nn.dims<N>>) -> tensor<?x4x2xf32, #nn.dims<N>>
  %z = nn.tensor_scatter %x, %u, %v {axis = 1 : i64, circular} : (tensor<?x4x2xf32, #nn.dims<N>>, tensor<?x2x2xf32, #nn.dims<N>>, tensor<?xi64, #nn.dims<N>>) -> tensor<?x4x2xf32, #nn.dims<N>>
  return %y, %z : tensor<?x4x2xf32, #nn.dims<N>>, tensor<?x4x2xf32, #nn.dims<N>>
}
