// Devices put the dimension that grows first by layout, inside and at the ports.

func.func @second_dimension_grows(
    %x: tensor<3x?xf32, #nn.dims<N>> {check.input = dense<[[1.0, -2.0], [-3.0, 4.0], [5.0, -6.0]]> : tensor<3x2xf32>})
    -> (tensor<3x?xf32, #nn.dims<N>> {check.expected = dense<[[1.0, 0.0], [0.0, 4.0], [5.0, 0.0]]> : tensor<3x2xf32>}) {
  %y = nn.relu %x : (tensor<3x?xf32, #nn.dims<N>>) -> tensor<3x?xf32, #nn.dims<N>>
  return %y : tensor<3x?xf32, #nn.dims<N>>
}

func.func @two_dimensions_grow(
    %x: tensor<?x?xf32, #nn.dims<N, N>> {check.input = dense<[[1.0, -2.0], [-3.0, 4.0]]> : tensor<2x2xf32>})
    -> (tensor<?x?xf32, #nn.dims<N, N>> {check.expected = dense<[[1.0, 0.0], [0.0, 4.0]]> : tensor<2x2xf32>}) {
  %y = nn.relu %x : (tensor<?x?xf32, #nn.dims<N, N>>) -> tensor<?x?xf32, #nn.dims<N, N>>
  return %y : tensor<?x?xf32, #nn.dims<N, N>>
}

func.func @a_layer_turns_it(
    %x: tensor<?x3xf32, #nn.dims<N>> {check.input = dense<[[1.0, -2.0, 3.0], [-3.0, 4.0, 5.0]]> : tensor<2x3xf32>})
    -> (tensor<3x?xf32, #nn.dims<N>> {check.expected = dense<[[1.0, -3.0], [-2.0, 4.0], [3.0, 5.0]]> : tensor<3x2xf32>}) {
  %y = nn.transpose %x {permutation = array<i64: 1, 0>} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<3x?xf32, #nn.dims<N>>
  return %y : tensor<3x?xf32, #nn.dims<N>>
}

// Turned inside, and a sum over what was first.
func.func @it_may_turn_inside(
    %x: tensor<?x3xf32, #nn.dims<N>> {check.input = dense<[[1.0, -2.0, 3.0], [-3.0, 4.0, 5.0]]> : tensor<2x3xf32>})
    -> (tensor<?xf32, #nn.dims<N>> {check.expected = dense<[2.0, 6.0]> : tensor<2xf32>}) {
  %y = nn.transpose %x {permutation = array<i64: 1, 0>} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<3x?xf32, #nn.dims<N>>
  %z = nn.reduce_sum %y {axes = array<i64: 0>} : (tensor<3x?xf32, #nn.dims<N>>) -> tensor<?xf32, #nn.dims<N>>
  return %z : tensor<?xf32, #nn.dims<N>>
}
