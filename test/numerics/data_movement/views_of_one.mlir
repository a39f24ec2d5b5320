// Dimensions of one element come and go beside the one that grows.
func.func @leading(
    %x: tensor<1x?xf32, #nn.dims<N>> {check.input = dense<[[1.0, -2.0, 3.5]]> : tensor<1x3xf32>})
    -> (tensor<?xf32, #nn.dims<N>> {check.expected = dense<[1.0, 2.0, 3.5]> : tensor<3xf32>}) {
  %a = nn.abs %x : (tensor<1x?xf32, #nn.dims<N>>) -> tensor<1x?xf32, #nn.dims<N>>
  %y = nn.reshape %a : (tensor<1x?xf32, #nn.dims<N>>) -> tensor<?xf32, #nn.dims<N>>
  return %y : tensor<?xf32, #nn.dims<N>>
}

func.func @between(
    %x: tensor<2x1x?xf32, #nn.dims<N>> {check.input = dense<[[[1.0, -2.0, 3.5]], [[-4.0, 5.0, -6.0]]]> : tensor<2x1x3xf32>})
    -> (tensor<2x?xf32, #nn.dims<N>> {check.expected = dense<[[1.0, 2.0, 3.5], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>}) {
  %a = nn.abs %x : (tensor<2x1x?xf32, #nn.dims<N>>) -> tensor<2x1x?xf32, #nn.dims<N>>
  %y = nn.reshape %a : (tensor<2x1x?xf32, #nn.dims<N>>) -> tensor<2x?xf32, #nn.dims<N>>
  return %y : tensor<2x?xf32, #nn.dims<N>>
}

func.func @lifted(
    %x: tensor<?xf32, #nn.dims<N>> {check.input = dense<[1.0, -2.0, 3.5]> : tensor<3xf32>})
    -> (tensor<1x?x1xf32, #nn.dims<N>> {check.expected = dense<[[[1.0], [2.0], [3.5]]]> : tensor<1x3x1xf32>}) {
  %a = nn.abs %x : (tensor<?xf32, #nn.dims<N>>) -> tensor<?xf32, #nn.dims<N>>
  %y = nn.reshape %a : (tensor<?xf32, #nn.dims<N>>) -> tensor<1x?x1xf32, #nn.dims<N>>
  return %y : tensor<1x?x1xf32, #nn.dims<N>>
}
