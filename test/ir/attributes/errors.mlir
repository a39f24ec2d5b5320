// RUN: qopt %s --verify-diagnostics --split-input-file

// expected-error@+1 {{#nn.dims has 1 expressions for 2 dynamic dimensions}}
func.func private @count(%x: tensor<?x?xf32, #nn.dims<N>>)

// -----

// expected-error@+1 {{#nn.dims: a dynamic dimension depends on a symbol}}
func.func private @number(%x: tensor<?xf32, #nn.dims<N-N+3>>)

// -----

// expected-error@+1 {{#nn.dims: too large, or a divisor that may be 0}}
func.func private @divisor(%x: tensor<?xf32, #nn.dims<N/(M-1)>>)

// -----

// expected-error@+1 {{expected valid keyword}}
func.func private @half(%x: tensor<?xf32, #nn.dims<N+>>)

// -----

// expected-error@+1 {{#nn.range needs finite min <= max}}
func.func private @order(%x: tensor<1xf32> {nn.range = #nn.range<1.0, -1.0>})

// -----

// expected-error@+1 {{#nn.preprocess needs finite means and std > 0}}
func.func private @deviation(%x: tensor<1xf32> {nn.preprocess = #nn.preprocess<mean = [0.0], std = [0.0]>})

// -----

// expected-error@+1 {{#nn.preprocess needs as many means as deviations}}
func.func private @entries(%x: tensor<1x2xf32> {nn.preprocess = #nn.preprocess<mean = [0.0, 1.0], std = [1.0]>})

// -----

// expected-error@+1 {{argument 0: nn.preprocess has 2 means for 'tensor<1x3xf32>'}}
func.func private @channels(%x: tensor<1x3xf32> {nn.preprocess = #nn.preprocess<mean = [0.0, 1.0], std = [1.0, 1.0]>})

// -----

func.func @no_expression(%x: tensor<?xf32>) {
  // expected-error@+1 {{a dynamic dimension of 'tensor<?xf32>' has no expression (#nn.dims)}}
  %y = nn.relu %x : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

// N and M may be equal, N and N + 1 may not.
func.func @two_sizes(%x: tensor<?xf32, #nn.dims<N>>, %y: tensor<?xf32, #nn.dims<M>>, %more: tensor<?xf32, #nn.dims<N+1>>) {
  %a = nn.add %x, %y : (tensor<?xf32, #nn.dims<N>>, tensor<?xf32, #nn.dims<M>>) -> tensor<?xf32, #nn.dims<N>>
  // expected-error@+1 {{(C1)}}
  %b = nn.add %x, %more : (tensor<?xf32, #nn.dims<N>>, tensor<?xf32, #nn.dims<N+1>>) -> tensor<?xf32, #nn.dims<N>>
  return
}

// -----

// expected-error@+1 {{result 0: nn.length says dimension 2 of 'tensor<2x3xi64>'}}
func.func private @length_dim() -> (tensor<2x3xi64> {nn.length = #nn.length<2, "n">}, tensor<1xi64> {nn.name = "n"})

// -----

// expected-error@+1 {{result 0: no result of 'tensor<1xi64>' has the nn.name "n"}}
func.func private @length_name() -> (tensor<2x3xi64> {nn.length = #nn.length<0, "n">}, tensor<1xi64> {nn.name = "m"})

// -----

// expected-error@+1 {{result 0: no result of 'tensor<1xi64>' has the nn.name "n"}}
func.func private @length_type() -> (tensor<2x3xi64> {nn.length = #nn.length<0, "n">}, tensor<1xi32> {nn.name = "n"})

// -----

// expected-error@+1 {{result 0: 'nn.size' is unknown or has the wrong kind}}
func.func private @unknown() -> (tensor<2xf32> {nn.size = 1 : i64})

// -----

// expected-error@+1 {{#nn.preprocess says nothing}}
func.func private @nothing(%x: tensor<1x3x4x4xf32> {nn.preprocess = #nn.preprocess<mean = [], std = []>})

// -----

// expected-error@+1 {{#nn.preprocess has no 'rotate'}}
func.func private @setting(%x: tensor<1x3x4x4xf32> {nn.preprocess = #nn.preprocess<mean = [], std = [], rotate = "90">})

// -----

// expected-error@+1 {{resize = "0x4": expected the shorter side, as 224, or HEIGHTxWIDTH, each from 1 to 65536}}
func.func private @size(%x: tensor<1x3x4x4xf32> {nn.preprocess = #nn.preprocess<mean = [], std = [], resize = "0x4">})

// -----

// expected-error@+1 {{#nn.preprocess: an interpolation needs a resize}}
func.func private @interpolation(%x: tensor<1x3x4x4xf32> {nn.preprocess = #nn.preprocess<mean = [], std = [], interpolation = "bicubic">})

// -----

// expected-error@+1 {{#nn.preprocess: a picture of 4x3 has no room for a crop of 4x4}}
func.func private @crop(%x: tensor<1x3x4x4xf32> {nn.preprocess = #nn.preprocess<mean = [], std = [], resize = "4x3", crop = "4">})

// -----

// expected-error@+1 {{argument 0: nn.preprocess has settings of pictures for 'tensor<1x2x4x4xf32>'}}
func.func private @picture(%x: tensor<1x2x4x4xf32> {nn.preprocess = #nn.preprocess<mean = [], std = [], resize = "4">})

// -----

// expected-error@+1 {{argument 0: nn.preprocess makes pictures of 3x4 for 'tensor<1x3x4x4xf32>'}}
func.func private @fits(%x: tensor<1x3x4x4xf32> {nn.preprocess = #nn.preprocess<mean = [], std = [], crop = "3x4">})
