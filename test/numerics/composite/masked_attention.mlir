// Masks of nn.attention: scores that others stand for, rows that see no key, and matrices that repeat along the batch.
// The second query sees no key: its weights are those of equal scores.
func.func @attention_where(
    %q: tensor<1x1x2x2xf32> {check.input = dense<[[[[0.25, 0.75], [0.5, -0.5]]]]> : tensor<1x1x2x2xf32>},
    %k: tensor<1x1x3x2xf32> {check.input = dense<[[[[-0.375, 0.75], [-1.0, 0.625], [0.625, -0.125]]]]> : tensor<1x1x3x2xf32>},
    %v: tensor<1x1x3x2xf32> {check.input = dense<[[[[-0.375, -0.5], [-0.5, -0.125], [0.0, 0.125]]]]> : tensor<1x1x3x2xf32>},
    %m0: tensor<2x3xi1> {check.input = dense<[[true, false, true], [false, false, false]]> : tensor<2x3xi1>})
    -> (tensor<1x1x2x2xf32> {check.expected = dense<[[[[-2.0647776e-1, -2.191296e-1], [-2.916667e-1, -1.6666667e-1]]]]> : tensor<1x1x2x2xf32>}) {
  %y = nn.attention %q, %k, %v, %m0 {fill = -1.0e4 : f32, scale = 0.5 : f32, softcap = 0.0 : f32} : (tensor<1x1x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<2x3xi1>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// Its softmax of nothing but −∞ is NaN, for which 0 stands.
func.func @attention_guarded(
    %q: tensor<1x1x2x2xf32> {check.input = dense<[[[[1.0, 0.625], [0.25, 1.0]]]]> : tensor<1x1x2x2xf32>},
    %k: tensor<1x1x3x2xf32> {check.input = dense<[[[[-0.625, -0.625], [0.25, -0.875], [-0.875, 0.0]]]]> : tensor<1x1x3x2xf32>},
    %v: tensor<1x1x3x2xf32> {check.input = dense<[[[[-0.125, 0.875], [0.25, 0.0], [-0.0, -0.5]]]]> : tensor<1x1x3x2xf32>},
    %m0: tensor<2x3xi1> {check.input = dense<[[true, false, true], [false, false, false]]> : tensor<2x3xi1>})
    -> (tensor<1x1x2x2xf32> {check.expected = dense<[[[[-6.030364e-2, 1.6334002e-1], [0.0, 0.0]]]]> : tensor<1x1x2x2xf32>}) {
  %y = nn.attention %q, %k, %v, %m0 {fill = 0xFF800000 : f32, nan_as_zero, scale = 0.5 : f32, softcap = 0.0 : f32} : (tensor<1x1x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<2x3xi1>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// So where a mask is added.
func.func @attention_guarded_sums(
    %q: tensor<1x1x2x2xf32> {check.input = dense<[[[[-1.0, -0.625], [0.375, -0.625]]]]> : tensor<1x1x2x2xf32>},
    %k: tensor<1x1x3x2xf32> {check.input = dense<[[[[-0.25, -1.0], [0.625, -0.75], [-0.5, 0.75]]]]> : tensor<1x1x3x2xf32>},
    %v: tensor<1x1x3x2xf32> {check.input = dense<[[[[0.0, 0.75], [0.25, 0.5], [-0.875, 0.125]]]]> : tensor<1x1x3x2xf32>},
    %m0: tensor<2x3xf32> {check.input = dense<[[0.0, 0xFF800000, 0.5], [0xFF800000, 0xFF800000, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<1x1x2x2xf32> {check.expected = dense<[[[[-4.545812e-1, 4.2529917e-1], [0.0, 0.0]]]]> : tensor<1x1x2x2xf32>}) {
  %y = nn.attention %q, %k, %v, %m0 {nan_as_zero, scale = 0.5 : f32, softcap = 0.0 : f32} : (tensor<1x1x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<2x3xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// A bias of heads, then a mask for each of two windows; two images.
func.func @attention_of_windows(
    %q: tensor<?x2x2x2xf32, #nn.dims<2*N>> {check.input = dense<[[[[0.625, -0.25], [1.0, 0.125]], [[0.25, 0.25], [0.375, -0.75]]], [[[-0.125, -0.5], [-0.25, -0.75]], [[0.875, -0.625], [0.375, -0.375]]], [[[0.75, 0.375], [-0.75, 0.75]], [[0.875, 0.75], [0.125, -0.75]]], [[[-0.625, 0.875], [0.125, -0.625]], [[0.75, 0.25], [0.125, -0.25]]]]> : tensor<4x2x2x2xf32>},
    %k: tensor<?x2x2x2xf32, #nn.dims<2*N>> {check.input = dense<[[[[-0.125, -0.5], [-0.875, 0.75]], [[-0.125, 0.125], [-0.375, 0.5]]], [[[-1.0, -0.25], [-1.0, -0.75]], [[0.875, 0.375], [-0.125, 0.0]]], [[[0.75, -0.25], [0.125, 0.375]], [[-0.25, 0.0], [0.5, 0.875]]], [[[-0.75, 0.875], [-1.0, 0.5]], [[0.625, -0.75], [-0.125, 0.625]]]]> : tensor<4x2x2x2xf32>},
    %v: tensor<?x2x2x1xf32, #nn.dims<2*N>> {check.input = dense<[[[[-1.0], [0.25]], [[0.625], [0.0]]], [[[0.5], [-0.5]], [[-0.625], [-0.25]]], [[[-0.625], [-0.25]], [[0.875], [0.125]]], [[[-0.375], [-0.5]], [[0.875], [-0.125]]]]> : tensor<4x2x2x1xf32>},
    %m0: tensor<1x2x2x2xf32> {check.input = dense<[[[[0.0, 0.75], [-0.25, 0.25]], [[-0.875, -0.25], [-0.375, -0.75]]]]> : tensor<1x2x2x2xf32>},
    %m1: tensor<2x1x2x2xf32> {check.input = dense<[[[[0.0, 0.0], [0.0, 0.0]]], [[[0.0, -100.0], [-100.0, 0.0]]]]> : tensor<2x1x2x2xf32>})
    -> (tensor<?x2x2x1xf32, #nn.dims<2*N>> {check.expected = dense<[[[[-2.6388857e-1], [-3.1174082e-1]], [[2.156908e-1], [3.9814425e-1]]], [[[5.0e-1], [-5.0e-1]], [[-6.25e-1], [-2.5e-1]]], [[[-3.800774e-1], [-3.5317367e-1]], [[2.8800315e-1], [6.1881316e-1]]], [[[-3.75e-1], [-5.0e-1]], [[8.75e-1], [-1.25e-1]]]]> : tensor<4x2x2x1xf32>}) {
  %y = nn.attention %q, %k, %v, %m0, %m1 {scale = 0.5 : f32, softcap = 0.0 : f32} : (tensor<?x2x2x2xf32, #nn.dims<2*N>>, tensor<?x2x2x2xf32, #nn.dims<2*N>>, tensor<?x2x2x1xf32, #nn.dims<2*N>>, tensor<1x2x2x2xf32>, tensor<2x1x2x2xf32>) -> tensor<?x2x2x1xf32, #nn.dims<2*N>>
  return %y : tensor<?x2x2x1xf32, #nn.dims<2*N>>
}

// The scores are kept where the mask is true, window by window.
func.func @attention_of_kept_windows(
    %q: tensor<?x1x2x2xf32, #nn.dims<2*N>> {check.input = dense<[[[[1.0, 0.0], [0.0, 0.75]]], [[[0.5, 0.125], [-0.125, 0.75]]], [[[-0.125, 0.875], [-0.875, -0.125]]], [[[0.0, 0.875], [-0.5, 0.625]]]]> : tensor<4x1x2x2xf32>},
    %k: tensor<?x1x2x2xf32, #nn.dims<2*N>> {check.input = dense<[[[[0.375, 0.375], [0.25, 1.0]]], [[[-0.375, -0.25], [-0.625, -0.875]]], [[[-0.625, 0.875], [0.625, -0.75]]], [[[0.25, -0.0], [0.25, 0.375]]]]> : tensor<4x1x2x2xf32>},
    %v: tensor<?x1x2x1xf32, #nn.dims<2*N>> {check.input = dense<[[[[-0.375], [0.875]]], [[[-0.125], [0.25]]], [[[0.25], [-0.625]]], [[[-0.875], [-0.125]]]]> : tensor<4x1x2x1xf32>},
    %m0: tensor<2x1x2x2xi1> {check.input = dense<[[[[true, true], [true, true]]], [[[true, false], [false, true]]]]> : tensor<2x1x2x2xi1>})
    -> (tensor<?x1x2x1xf32, #nn.dims<2*N>> {check.expected = dense<[[[[2.3047511e-1], [3.2290876e-1]]], [[[-1.25e-1], [2.5e-1]]], [[[-2.3323752e-2], [-9.1666356e-2]]], [[[-8.75e-1], [-1.25e-1]]]]> : tensor<4x1x2x1xf32>}) {
  %y = nn.attention %q, %k, %v, %m0 {fill = -1.0e30 : f32, scale = 0.5 : f32, softcap = 0.0 : f32} : (tensor<?x1x2x2xf32, #nn.dims<2*N>>, tensor<?x1x2x2xf32, #nn.dims<2*N>>, tensor<?x1x2x1xf32, #nn.dims<2*N>>, tensor<2x1x2x2xi1>) -> tensor<?x1x2x1xf32, #nn.dims<2*N>>
  return %y : tensor<?x1x2x1xf32, #nn.dims<2*N>>
}
