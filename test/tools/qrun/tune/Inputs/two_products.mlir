// Two layers of three kernels each: enough that a tuning can be killed in the middle.
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x32xf32, #nn.dims<N>> {
  %a = nn.constant {nn.name = "a"} dense<1.0> : tensor<2x32xf32>
  %b = nn.constant {nn.name = "b"} dense<1.0> : tensor<32x32xf32>
  %z = nn.matmul %x, %a {nn.name = "z"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x32xf32>) -> tensor<?x32xf32, #nn.dims<N>>
  %y = nn.matmul %z, %b {nn.name = "y"} : (tensor<?x32xf32, #nn.dims<N>>, tensor<32x32xf32>) -> tensor<?x32xf32, #nn.dims<N>>
  return %y : tensor<?x32xf32, #nn.dims<N>>
}
