// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @layer_behind(%x: tensor<2xf32> {nn.name = "x"}) {
  %y:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 1, 1>, nn.name = "a"} : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  // expected-error@+1 {{key 'a:1' names two values: result 1 of layer 'a' and layer 'a:1'}}
  %z = nn.relu %x {nn.name = "a:1"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @layer_before(%x: tensor<2xf32> {nn.name = "x"}) {
  %z = nn.relu %x {nn.name = "a:1"} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{key 'a:1' names two values: layer 'a:1' and result 1 of layer 'a'}}
  %y:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 1, 1>, nn.name = "a"} : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  return
}

// -----

func.func @argument(%x: tensor<2xf32> {nn.name = "a:1"}) {
  // expected-error@+1 {{key 'a:1' names two values: argument 0 and result 1 of layer 'a'}}
  %y:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 1, 1>, nn.name = "a"} : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  return
}

// -----

// The key of no value is free.
func.func @beyond(%x: tensor<2xf32> {nn.name = "x"}) {
  %y:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 1, 1>, nn.name = "a"} : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  %z = nn.relu %x {nn.name = "a:2"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @alone(%x: tensor<2xf32>) {
  // expected-error@+1 {{nn.range must be an array of #nn.range<min, max>, or unit, for each of 2 results}}
  %y:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 1, 1>, nn.range = #nn.range<0.0, 1.0>} : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  return
}

// -----

func.func @too_few(%x: tensor<2xf32>) {
  // expected-error@+1 {{for each of 2 results}}
  %y:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 1, 1>, nn.range = [#nn.range<0.0, 1.0>]} : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  return
}

// -----

func.func @no_result() {
  // expected-error@+1 {{nn.range belongs to an operation that has a result}}
  return {nn.range = #nn.range<0.0, 1.0>}
}
