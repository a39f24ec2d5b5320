// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @softmax_c1(%x: tensor<?x3xf32, #nn.dims<N>>) {
  // expected-error@+1 {{(C1): axis 2 is no dimension of Nx3}}
  %y = nn.softmax %x {axis = 2 : i64} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  return
}

// -----

func.func @softmax_c2(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{(C2): element type}}
  %y = nn.softmax %x {axis = 1 : i64} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3xf32>
  return
}
