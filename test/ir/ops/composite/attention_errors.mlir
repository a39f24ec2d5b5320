// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @c1(%q: tensor<1x2x3x4xf32>, %k: tensor<1x2x5x3xf32>) {
  // expected-error@+1 {{(C1): q 1x2x3x4, k 1x2x5x3 and v 1x2x5x3 do not fit}}
  %y = nn.attention %q, %k, %k {scale = 1.0 : f32, softcap = 0.0 : f32} : (tensor<1x2x3x4xf32>, tensor<1x2x5x3xf32>, tensor<1x2x5x3xf32>) -> tensor<1x2x3x3xf32>
  return
}

// -----

func.func @c2(%q: tensor<1x3x3x4xf32>, %k: tensor<1x2x5x4xf32>) {
  // expected-error@+1 {{(C2): 2 groups do not divide 3 heads}}
  %y = nn.attention %q, %k, %k {scale = 1.0 : f32, softcap = 0.0 : f32} : (tensor<1x3x3x4xf32>, tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x3x3x4xf32>
  return
}

// -----

func.func @c3(%q: tensor<1x2x3x4xf32>, %k: tensor<1x2x5x4xf32>, %m: tensor<2x2x3x5xf32>) {
  // expected-error@+1 {{(C3): the mask 2x2x3x5 does not broadcast to 1x2x3x5}}
  %y = nn.attention %q, %k, %k, %m {scale = 1.0 : f32, softcap = 0.0 : f32} : (tensor<1x2x3x4xf32>, tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>, tensor<2x2x3x5xf32>) -> tensor<1x2x3x4xf32>
  return
}

// -----

func.func @c3_repeats(%q: tensor<3x2x3x4xf32>, %m: tensor<2x2x3x3xf32>) {
  // expected-error@+1 {{(C3): the mask 2x2x3x3 does not broadcast to 3x2x3x3}}
  %y = nn.attention %q, %q, %q, %m {scale = 1.0 : f32, softcap = 0.0 : f32} : (tensor<3x2x3x4xf32>, tensor<3x2x3x4xf32>, tensor<3x2x3x4xf32>, tensor<2x2x3x3xf32>) -> tensor<3x2x3x4xf32>
  return
}

// -----

func.func @c4(%q: tensor<1x2x3x4xf32>, %m: tensor<3x3xi32>) {
  // expected-error@+1 {{(C4): everything must be f32 but masks of i1, got 'i32'}}
  %y = nn.attention %q, %q, %q, %m {scale = 1.0 : f32, softcap = 0.0 : f32} : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<3x3xi32>) -> tensor<1x2x3x4xf32>
  return
}

// -----

func.func @c6_missing(%q: tensor<1x2x3x4xf32>, %m: tensor<3x3xi1>) {
  // expected-error@+1 {{(C6): a mask of i1 has no fill}}
  %y = nn.attention %q, %q, %q, %m {scale = 1.0 : f32, softcap = 0.0 : f32} : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<3x3xi1>) -> tensor<1x2x3x4xf32>
  return
}

// -----

func.func @c6_unread(%q: tensor<1x2x3x4xf32>, %m: tensor<3x3xf32>) {
  // expected-error@+1 {{(C6): no mask is of i1}}
  %y = nn.attention %q, %q, %q, %m {fill = 0.0 : f32, scale = 1.0 : f32, softcap = 0.0 : f32} : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<3x3xf32>) -> tensor<1x2x3x4xf32>
  return
}

// -----

func.func @c5(%q: tensor<1x2x3x4xf32>) {
  // expected-error@+1 {{(C5): softcap is -1}}
  %y = nn.attention %q, %q, %q {scale = 1.0 : f32, softcap = -1.0 : f32} : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
  return
}
