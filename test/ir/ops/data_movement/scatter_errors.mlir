// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @elements_c1(%x: tensor<2x3xf32>, %i: tensor<3x1xi64>, %u: tensor<3x1xf32>) {
  // expected-error@+1 {{(C1): indices 3x1 and updates 3x1 do not go with 2x3 along axis 1}}
  %y = nn.scatter_elements %x, %i, %u {axis = 1 : i64} : (tensor<2x3xf32>, tensor<3x1xi64>, tensor<3x1xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @elements_c2(%x: tensor<3xf32>, %i: tensor<1xf32>, %u: tensor<1xf32>) {
  // expected-error@+1 {{(C2): indices are 'f32'}}
  %y = nn.scatter_elements %x, %i, %u {axis = 0 : i64} : (tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5>
func.func @elements_c4(%x: tensor<3x!q>, %i: tensor<1xi64>, %u: tensor<1x!q>) {
  // expected-error@+1 {{(C4): reduction 'add' of}}
  %y = nn.scatter_elements %x, %i, %u {axis = 0 : i64, reduction = "add"} : (tensor<3x!q>, tensor<1xi64>, tensor<1x!q>) -> tensor<3x!q>
  return
}

// -----

func.func @nd_c1(%x: tensor<2x3xf32>, %i: tensor<4x1xi64>, %u: tensor<4x2xf32>) {
  // expected-error@+1 {{(C1): indices 4x1 and updates 4x2 do not go with 2x3}}
  %y = nn.scatter_nd %x, %i, %u : (tensor<2x3xf32>, tensor<4x1xi64>, tensor<4x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @nd_c3(%x: tensor<2xf32>, %i: tensor<1x1xi64>, %u: tensor<1xi32>) {
  // expected-error@+1 {{(C3): from 'i32' to 'f32'}}
  %y = nn.scatter_nd %x, %i, %u : (tensor<2xf32>, tensor<1x1xi64>, tensor<1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @cache_c1(%x: tensor<2x3xf32>, %u: tensor<2x4xf32>) {
  // expected-error@+1 {{(C1): updates 2x4 do not go into 2x3 along axis 1}}
  %y = nn.tensor_scatter %x, %u {axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x3xf32>
  return
}
