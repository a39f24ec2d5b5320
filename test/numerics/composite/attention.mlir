// softmax(q·kᵀ·scale + mask)·v.

func.func @attention(
    %q: tensor<?x2x3x4xf32, #nn.dims<N>> {check.input = dense<[[[[0.5, -1.0, 0.5, 0.75], [-0.0, -1.0, 0.25, -0.5], [0.25, -0.25, 0.25, -0.5]], [[-0.0, 0.0, 0.25, -0.5], [1.0, -0.5, -0.5, -0.5], [-0.75, -0.25, 0.5, 0.5]]], [[[-0.5, -0.75, -0.25, 0.5], [-0.0, 0.75, 0.25, 0.25], [0.5, 0.5, -0.25, -0.5]], [[-0.0, -0.0, -0.75, -0.0], [0.25, -0.75, -0.75, -0.75], [-0.5, 1.0, -1.0, -0.75]]]]> : tensor<2x2x3x4xf32>},
    %k: tensor<?x2x2x4xf32, #nn.dims<N>> {check.input = dense<[[[[-0.75, -0.0, -1.0, -0.0], [-0.75, -0.5, 0.5, -0.75]], [[0.25, -0.25, -0.25, 0.75], [-0.75, 0.75, 0.75, 0.25]]], [[[-1.0, 0.25, 0.25, 0.5], [-0.5, 1.0, 0.75, -0.75]], [[-0.25, -1.0, 0.75, 0.75], [1.0, 0.25, 0.25, 0.25]]]]> : tensor<2x2x2x4xf32>},
    %v: tensor<?x2x2x3xf32, #nn.dims<N>> {check.input = dense<[[[[1.375, 1.875, 1.375], [1.0, 1.25, 0.5]], [[1.625, 1.5, 1.125], [1.75, 1.625, 1.0]]], [[[0.625, 0.75, 0.75], [1.0, 1.125, 1.875]], [[0.875, 1.875, 1.5], [1.75, 1.125, 0.5]]]]> : tensor<2x2x2x3xf32>})
    -> (tensor<?x2x3x3xf32, #nn.dims<N>> {check.expected = dense<[[[[1.1555871, 1.5093118, 8.6303645e-1], [1.130742, 1.4679033, 8.0506456e-1], [1.1471264, 1.4952106, 8.4329474e-1]], [[1.6952721, 1.5702721, 1.0547279], [1.6617769, 1.5367769, 1.0882231], [1.6990834, 1.5740834, 1.0509168]]], [[[7.42769e-1, 8.67769e-1, 1.1033069], [8.300268e-1, 9.550268e-1, 1.3650805], [8.6388654e-1, 9.8888654e-1, 1.4666597]], [[1.3533959, 1.4649464, 9.532619e-1], [1.3261675, 1.4882851, 9.843801e-1], [1.4692814, 1.365616, 8.208213e-1]]]]> : tensor<2x2x3x3xf32>}) {
  %y = nn.attention %q, %k, %v {scale = 0.5 : f32, softcap = 0.0 : f32} : (tensor<?x2x3x4xf32, #nn.dims<N>>, tensor<?x2x2x4xf32, #nn.dims<N>>, tensor<?x2x2x3xf32, #nn.dims<N>>) -> tensor<?x2x3x3xf32, #nn.dims<N>>
  return %y : tensor<?x2x3x3xf32, #nn.dims<N>>
}

// Two heads read one key and value; the first query sees one key.
func.func @attention_of_groups(
    %q: tensor<1x4x2x2xf32> {check.input = dense<[[[[0.5, -0.5], [-0.75, 0.5]], [[0.25, -0.5], [-0.5, 1.0]], [[-0.5, 0.5], [-0.75, 0.75]], [[-0.75, 0.0], [-1.0, 0.0]]]]> : tensor<1x4x2x2xf32>},
    %k: tensor<1x2x3x2xf32> {check.input = dense<[[[[0.75, -0.75], [-0.5, 0.5], [0.25, -0.25]], [[0.25, -0.0], [0.75, -0.5], [0.5, 0.25]]]]> : tensor<1x2x3x2xf32>},
    %v: tensor<1x2x3x2xf32> {check.input = dense<[[[[1.625, 1.125], [1.625, 1.5], [1.125, 0.5]], [[2.0, 1.625], [0.75, 1.625], [0.875, 1.25]]]]> : tensor<1x2x3x2xf32>},
    %m: tensor<2x3xf32> {check.input = dense<[[0.0, 0xFF800000, 0xFF800000], [0.0, 0.0, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<1x4x2x2xf32> {check.expected = dense<[[[[1.625, 1.125], [1.6249999, 1.4113063]], [[1.625, 1.125], [1.625, 1.4261901]], [[2.0, 1.625], [1.5462885, 1.625]], [[2.0, 1.625], [1.4908333, 1.6250001]]]]> : tensor<1x4x2x2xf32>}) {
  %y = nn.attention %q, %k, %v, %m {scale = 0.75 : f32, softcap = 0.0 : f32} : (tensor<1x4x2x2xf32>, tensor<1x2x3x2xf32>, tensor<1x2x3x2xf32>, tensor<2x3xf32>) -> tensor<1x4x2x2xf32>
  return %y : tensor<1x4x2x2xf32>
}

func.func @attention_softcap(
    %q: tensor<1x1x2x2xf32> {check.input = dense<[[[[0.75, -0.0], [-0.5, -0.5]]]]> : tensor<1x1x2x2xf32>},
    %k: tensor<1x1x3x2xf32> {check.input = dense<[[[[-0.75, -0.5], [-0.5, -0.75], [-0.75, -0.0]]]]> : tensor<1x1x3x2xf32>},
    %v: tensor<1x1x3x2xf32> {check.input = dense<[[[[0.875, 1.625], [1.875, 0.875], [1.375, 1.25]]]]> : tensor<1x1x3x2xf32>},
    %m: tensor<1x1x1x3xf32> {check.input = dense<[[[[0.0, -1.0, 0.5]]]]> : tensor<1x1x1x3xf32>})
    -> (tensor<1x1x2x2xf32> {check.expected = dense<[[[[1.2703998, 1.3284502], [1.2700874, 1.3286846]]]]> : tensor<1x1x2x2xf32>}) {
  %y = nn.attention %q, %k, %v, %m {scale = 4.0 : f32, softcap = 0.5 : f32} : (tensor<1x1x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x1x3xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// The second query sees no key: 0, where a softmax of nothing but −∞ would be NaN.
func.func @attention_to_nothing(
    %q: tensor<1x1x2x2xf32> {check.input = dense<[[[[0.75, -0.0], [-0.5, -0.5]]]]> : tensor<1x1x2x2xf32>},
    %k: tensor<1x1x3x2xf32> {check.input = dense<[[[[-0.75, -0.5], [-0.5, -0.75], [-0.75, -0.0]]]]> : tensor<1x1x3x2xf32>},
    %v: tensor<1x1x3x2xf32> {check.input = dense<[[[[0.875, 1.625], [1.875, 0.875], [1.375, 1.25]]]]> : tensor<1x1x3x2xf32>},
    %m: tensor<2x3xf32> {check.input = dense<[[0.0, 0xFF800000, 0.5], [0xFF800000, 0xFF800000, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<1x1x2x2xf32> {check.expected = dense<[[[[1.1862297, 1.3915778], [0.0, 0.0]]]]> : tensor<1x1x2x2xf32>}) {
  %y = nn.attention %q, %k, %v, %m {scale = 1.0 : f32, softcap = 0.0 : f32} : (tensor<1x1x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<2x3xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}
