// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @name(%x: tensor<1xf32>) {
  // expected-error@+1 {{nn.tensor must be a tensor's name, of several results an array of names and unit}}
  %y = nn.relu %x {nn.tensor = ""} : (tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @alone(%x: tensor<2xf32>) {
  // expected-error@+1 {{nn.tensor must be a tensor's name}}
  %a, %b = nn.split %x {axis = 0 : i64, nn.tensor = "a", sizes = array<i64: 1, 1>} : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  return
}

// -----

// expected-error@+1 {{nn.source must be a string that is not empty, on a module}}
module attributes {nn.source = 3 : i64} {
}

// -----

// expected-error@+1 {{nn.source must be a string that is not empty, on a module}}
func.func @source(%x: tensor<1xf32>) attributes {nn.source = "a"} {
  return
}

// -----

module attributes {nn.source = "blake3:00"} {
  func.func @sound(%x: tensor<2xf32>) {
    %y = nn.relu %x {nn.tensor = "y"} : (tensor<2xf32>) -> tensor<2xf32>
    %a, %b = nn.split %y {axis = 0 : i64, nn.tensor = [unit, "b"], sizes = array<i64: 1, 1>} : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>)
    return
  }
}
