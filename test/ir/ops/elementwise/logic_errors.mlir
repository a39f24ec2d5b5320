// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @operands(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{(C2): operand elements 'i32'}}
  %y = nn.less %a, %b : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @result(%a: tensor<2xf32>) {
  // expected-error@+1 {{(C2): result elements 'f32'}}
  %y = nn.equal %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @shapes(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{(C1): 2 and 3 do not broadcast}}
  %y = nn.less %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @bits(%a: tensor<2xf32>) {
  // expected-error@+1 {{(C2): operand elements 'f32'}}
  %y = nn.and %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @shift(%a: tensor<2xi8>) {
  // expected-error@+1 {{(C2): elements 'i8'}}
  %y = nn.shift %a, %a : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  return
}

// -----

func.func @condition(%c: tensor<2xf32>, %a: tensor<2xf32>) {
  // expected-error@+1 {{(C2): condition 'f32'}}
  %y = nn.where %c, %a, %a : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
