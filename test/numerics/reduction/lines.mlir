// Running sums and products (F3), and places of the largest (N3), along one dimension.
!q = !quant.uniform<i8:f32, 0.25:5>

func.func @cum_sum(
    %x: tensor<?x4xf32, #nn.dims<N>> {check.input = dense<[[1.0e8, 1.0, -1.0e8, 0.1], [-0.0, 2.0, 3.0, 4.0]]> : tensor<2x4xf32>})
    -> (tensor<?x4xf32, #nn.dims<N>> {check.expected = dense<[[1.0e8, 1.0e8, 0.0, 1.0e-1], [-0.0, 2.0, 5.0, 9.0]]> : tensor<2x4xf32>}, tensor<?x4xf32, #nn.dims<N>> {check.expected = dense<[[-1.0e8, -1.0e8, 1.0e-1, 0.0], [9.0, 7.0, 4.0, 0.0]]> : tensor<2x4xf32>}) {
  %y = nn.cum_sum %x {axis = 1 : i64} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %z = nn.cum_sum %x {axis = 1 : i64, exclusive, reverse} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  return %y, %z : tensor<?x4xf32, #nn.dims<N>>, tensor<?x4xf32, #nn.dims<N>>
}

// Along what grows; integers wrap.
func.func @along_the_batch(
    %x: tensor<?x2xi32, #nn.dims<N>> {check.input = dense<[[1, 2], [2147483647, -4], [3, 5]]> : tensor<3x2xi32>})
    -> (tensor<?x2xi32, #nn.dims<N>> {check.expected = dense<[[-2147483645, 3], [-2147483646, 1], [3, 5]]> : tensor<3x2xi32>}, tensor<?x2xi32, #nn.dims<N>> {check.expected = dense<[[1, 1], [1, 2], [2147483647, -8]]> : tensor<3x2xi32>}) {
  %y = nn.cum_sum %x {axis = 0 : i64, reverse} : (tensor<?x2xi32, #nn.dims<N>>) -> tensor<?x2xi32, #nn.dims<N>>
  %z = nn.cum_prod %x {axis = 0 : i64, exclusive} : (tensor<?x2xi32, #nn.dims<N>>) -> tensor<?x2xi32, #nn.dims<N>>
  return %y, %z : tensor<?x2xi32, #nn.dims<N>>, tensor<?x2xi32, #nn.dims<N>>
}

// Through a view, in i64.
func.func @of_a_transpose(
    %x: tensor<2x3xi64> {check.input = dense<[[1, 2, 3], [4, 5, 1099511627776]]> : tensor<2x3xi64>})
    -> (tensor<3x2xi64> {check.expected = dense<[[1, 4], [2, 10], [3, 3298534883328]]> : tensor<3x2xi64>}) {
  %t = nn.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xi64>) -> tensor<3x2xi64>
  %y = nn.cum_prod %t {axis = 1 : i64} : (tensor<3x2xi64>) -> tensor<3x2xi64>
  return %y : tensor<3x2xi64>
}

func.func @arg_top_k(
    %x: tensor<?x5xf32, #nn.dims<N>> {check.input = dense<[[1.0, 3.0, 0x7FC00000, 3.0, -2.0], [0.0, -0.0, 1.0, -1.0, 1.0]]> : tensor<2x5xf32>})
    -> (tensor<?x3xi64, #nn.dims<N>> {check.expected = dense<[[2, 1, 3], [2, 4, 0]]> : tensor<2x3xi64>}, tensor<?x4xi64, #nn.dims<N>> {check.expected = dense<[[4, 0, 1, 3], [3, 0, 1, 2]]> : tensor<2x4xi64>}, tensor<?x3xf32, #nn.dims<N>> {check.expected = dense<[[0x7FC00000, 3.0, 3.0], [1.0, 1.0, 0.0]]> : tensor<2x3xf32>}) {
  %y = nn.arg_top_k %x {axis = 1 : i64} : (tensor<?x5xf32, #nn.dims<N>>) -> tensor<?x3xi64, #nn.dims<N>>
  %z = nn.arg_top_k %x {axis = 1 : i64, smallest} : (tensor<?x5xf32, #nn.dims<N>>) -> tensor<?x4xi64, #nn.dims<N>>
  %v = nn.gather_elements %x, %y {axis = 1 : i64} : (tensor<?x5xf32, #nn.dims<N>>, tensor<?x3xi64, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  return %y, %z, %v : tensor<?x3xi64, #nn.dims<N>>, tensor<?x4xi64, #nn.dims<N>>, tensor<?x3xf32, #nn.dims<N>>
}

func.func @arg_top_k_of_steps(
    %x: tensor<4x2x!q> {check.input = dense<[[1, 2], [-128, 127], [1, 5], [3, -6]]> : tensor<4x2xi8>})
    -> (tensor<2x2xi32> {check.expected = dense<[[3, 1], [0, 2]]> : tensor<2x2xi32>}) {
  %y = nn.arg_top_k %x {axis = 0 : i64} : (tensor<4x2x!q>) -> tensor<2x2xi32>
  return %y : tensor<2x2xi32>
}
