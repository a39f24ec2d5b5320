// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @name(%x: tensor<1xf32>) {
  // expected-error@+1 {{nn.name must be a string that is not empty}}
  %y = nn.relu %x {nn.name = 3 : i64} : (tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @range(%x: tensor<1xf32>) {
  // expected-error@+1 {{nn.range must be #nn.range<min, max>}}
  %y = nn.relu %x {nn.range = [0.0, 1.0]} : (tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @absorbed(%x: tensor<1xf32>) {
  // expected-error@+1 {{nn.absorbed must be an array of layer names}}
  %y = nn.relu %x {nn.absorbed = "conv"} : (tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @fixed_point(%x: tensor<1xf32>) {
  // expected-error@+1 {{nn.fixed_point is a unit attribute of a function, or "tflite"}}
  %y = nn.relu %x {nn.fixed_point} : (tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

// expected-error@+1 {{nn.fixed_point is a unit attribute of a function, or "tflite"}}
func.func @rules(%x: tensor<1xf32>) attributes {nn.fixed_point = "ruy"} {
  return
}

// -----

func.func @entry(%x: tensor<1xf32>) {
  // expected-error@+1 {{nn.entry marks a function}}
  %y = nn.relu %x {nn.entry} : (tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @unknown(%x: tensor<1xf32>) {
  // expected-error@+1 {{unknown attribute 'nn.nmae'}}
  %y = nn.relu %x {nn.nmae = "a"} : (tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

// expected-error@+1 {{has other numbers of attributes than of arguments and results}}
"func.func"() <{sym_name = "few", function_type = (tensor<1xf32>) -> tensor<1xf32>, arg_attrs = [], res_attrs = []}> ({
^entry(%x: tensor<1xf32>):
  "func.return"(%x) : (tensor<1xf32>) -> ()
}) {nn.entry} : () -> ()
