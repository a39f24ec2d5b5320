func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x", nn.range = #nn.range<0.0, 1.0>}) -> tensor<?x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %p = nn.constant {nn.name = "p"} dense<[1.0, 2.0]> : tensor<2xf32>
  %y = nn.matmul %x, %w {nn.name = "fc"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  %z = nn.batch_norm %y, %p, %p, %p, %p {nn.name = "bn", epsilon = 1.0e-5 : f32} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %z : tensor<?x2xf32, #nn.dims<N>>
}
