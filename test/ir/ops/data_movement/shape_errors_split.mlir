// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @axis(%x: tensor<4xf32>) {
  // expected-error@+1 {{(C1): axis 1 is out of range}}
  %y:2 = nn.split %x {axis = 1 : i64, sizes = array<i64: 2, 2>} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @sum(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{(C1): the sizes do not make up dimension 0 of 4x3}}
  %y:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 2, 1>} : (tensor<4x3xf32>) -> (tensor<2x3xf32>, tensor<1x3xf32>)
  return
}

// -----

func.func @empty(%x: tensor<4xf32>) {
  // expected-error@+1 {{(C1): the sizes do not make up dimension 0 of 4}}
  %y:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 5, -1>} : (tensor<4xf32>) -> (tensor<5xf32>, tensor<0xf32>)
  return
}

// -----

func.func @wraps(%x: tensor<4xf32>) {
  // expected-error@+1 {{(C1): the sizes do not make up dimension 0 of 4}}
  %y:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 9223372036854775807, 9223372036854775807>} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch(%x: tensor<?x2xf32, #nn.dims<2*N>>) {
  // expected-error@+1 {{(C1): the sizes do not make up dimension 0 of 2*Nx2}}
  %y:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 1, 1>} : (tensor<?x2xf32, #nn.dims<2*N>>) -> (tensor<1x2xf32>, tensor<1x2xf32>)
  return
}

// -----

func.func @results(%x: tensor<4xf32>) {
  // expected-error@+1 {{has 1 results, but 2 follow from the operands}}
  %y = nn.split %x {axis = 0 : i64, sizes = array<i64: 2, 2>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @elements(%x: tensor<4xf32>) {
  // expected-error@+1 {{(C2): element types 'f32' and 'i32' must be one}}
  %y:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 2, 2>} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}
