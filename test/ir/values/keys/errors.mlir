// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @layers(%x: tensor<1xf32> {nn.name = "x"}) {
  %y = nn.relu %x {nn.name = "a"} : (tensor<1xf32>) -> tensor<1xf32>
  // expected-error@+1 {{layer name 'a' is used twice}}
  %z = nn.relu %y {nn.name = "a"} : (tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @argument(%c: tensor<1xf32>, %x: tensor<1xf32> {nn.name = "x"}) {
  // expected-error@+1 {{layer name 'x' is used twice}}
  %y = nn.relu %x {nn.name = "x"} : (tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

// expected-error@+1 {{argument name 'x' is used twice}}
func.func @arguments(%x: tensor<1xf32> {nn.name = "x"}, %y: tensor<1xf32> {nn.name = "x"}) attributes {nn.entry} {
  return
}

// -----

// expected-error@+1 {{argument 1 has no nn.name}}
func.func @unnamed(%x: tensor<1xf32> {nn.name = "x"}, %y: tensor<1xf32>) attributes {nn.entry} {
  return
}

// -----

// expected-error@+1 {{'scalar': a tensor of known rank is needed, got 'f32'}}
func.func @scalar(%x: f32 {nn.name = "x"}) attributes {nn.entry} {
  return
}

// -----

// expected-error@+1 {{argument 0: 'nn.name' is unknown or has the wrong kind}}
func.func private @empty(%x: tensor<1xf32> {nn.name = ""})

// -----

// expected-error@+1 {{argument 0: 'nn.rnage' is unknown or has the wrong kind}}
func.func private @misspelt(%x: tensor<1xf32> {nn.rnage = #nn.range<0.0, 1.0>})
