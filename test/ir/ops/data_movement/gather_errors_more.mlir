// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @elements_c1(%x: tensor<2x3xf32>, %i: tensor<3x1xi64>) {
  // expected-error@+1 {{(C1): indices 3x1 do not go with 2x3 along axis 1}}
  %y = nn.gather_elements %x, %i {axis = 1 : i64} : (tensor<2x3xf32>, tensor<3x1xi64>) -> tensor<3x1xf32>
  return
}

// -----

func.func @nd_c1(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>) {
  // expected-error@+1 {{(C1): indices 2x3 do not go with 2x3 behind 0 batch dimensions}}
  %y = nn.gather_nd %x, %i {batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @nd_c2(%x: tensor<2x3xf32>, %i: tensor<2x1xf32>) {
  // expected-error@+1 {{(C2): indices are 'f32'}}
  %y = nn.gather_nd %x, %i {batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return
}
