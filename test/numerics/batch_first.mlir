// Devices walk and plan by the first dimension alone; the evaluator runs any.

func.func @second_dimension_grows(
    %x: tensor<3x?xf32, #nn.dims<N>> {check.input = dense<[[1.0, -2.0], [-3.0, 4.0], [5.0, -6.0]]> : tensor<3x2xf32>})
    -> (tensor<3x?xf32, #nn.dims<N>> {check.expected = dense<[[1.0, 0.0], [0.0, 4.0], [5.0, 0.0]]> : tensor<3x2xf32>}) attributes {check.refused = "input 'argument0': the dimension that grows with the batch must be the first"} {
  %y = nn.relu %x : (tensor<3x?xf32, #nn.dims<N>>) -> tensor<3x?xf32, #nn.dims<N>>
  return %y : tensor<3x?xf32, #nn.dims<N>>
}

func.func @two_dimensions_grow(
    %x: tensor<?x?xf32, #nn.dims<N, N>> {check.input = dense<[[1.0, -2.0], [-3.0, 4.0]]> : tensor<2x2xf32>})
    -> (tensor<?x?xf32, #nn.dims<N, N>> {check.expected = dense<[[1.0, 0.0], [0.0, 4.0]]> : tensor<2x2xf32>}) attributes {check.refused = "the dimension that grows with the batch must be the first"} {
  %y = nn.relu %x : (tensor<?x?xf32, #nn.dims<N, N>>) -> tensor<?x?xf32, #nn.dims<N, N>>
  return %y : tensor<?x?xf32, #nn.dims<N, N>>
}

func.func @a_layer_turns_it(
    %x: tensor<?x3xf32, #nn.dims<N>> {check.input = dense<[[1.0, -2.0, 3.0], [-3.0, 4.0, 5.0]]> : tensor<2x3xf32>})
    -> (tensor<3x?xf32, #nn.dims<N>> {check.expected = dense<[[1.0, -3.0], [-2.0, 4.0], [3.0, 5.0]]> : tensor<3x2xf32>}) attributes {check.refused = "layer 'value0': the dimension that grows with the batch must be the first"} {
  %y = nn.transpose %x {permutation = array<i64: 1, 0>} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<3x?xf32, #nn.dims<N>>
  return %y : tensor<3x?xf32, #nn.dims<N>>
}
