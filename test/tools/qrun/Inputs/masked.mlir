// Scores under a mask that is an input.
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}, %mask: tensor<?x2xf32, #nn.dims<N>> {nn.name = "mask"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.5], [0.25, 1.0]]> : tensor<2x2xf32>
  %p = nn.matmul %x, %w {nn.name = "p"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  %a = nn.add %p, %mask {nn.name = "a"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %s = nn.softmax %a {axis = 1 : i64, nn.name = "s"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %s : tensor<?x2xf32, #nn.dims<N>>
}
