// Products of one value whose results are read head by head: on devices with kernels they are columns of one (E1, E3, E4), each with
// the scale of its own result.
!x = !quant.uniform<i8:f32, 0.0625:-7>
!w = !quant.uniform<i8<-127:127>:f32:1, {0.0078125, 0.0048828125, 0.0099999997764825821, 0.0029296875, 0.00439453125, 0.00390625, 0.0068359375, 0.001953125}>
!u = !quant.uniform<i8<-127:127>:f32, 0.0078125>
!q = !quant.uniform<i8:f32, 0.10000000149011612>
!k = !quant.uniform<i8:f32, 0.070000000298023224>
!v = !quant.uniform<i8:f32, 0.050000000745058060>
!s = !quant.uniform<i8:f32, 0.75>

// Scales a column beside one for all; biases of integers (E1).
func.func @bytes(
    %x: tensor<?x4x8x!x, #nn.dims<N>> {check.input = dense<[[[43, 78, -123, 78, -8, 3, 33, -55], [122, -115, -57, -30, 18, -24, -95, -117], [-128, -116, -90, 127, -80, 39, 64, -68], [-56, -17, -61, 121, -83, 101, 76, 88]], [[-99, -28, 32, -2, 42, 45, 41, -113], [117, 14, 103, -59, -36, 97, -81, -112], [-33, 45, -97, 94, -41, -70, 11, 101], [98, 95, -50, -124, 71, 53, 69, -128]]]> : tensor<2x4x8xi8>},
    %wq: tensor<8x8x!w> {check.constant = dense<[[-118, 1, -42, -16, 110, -76, 7, -45], [-52, 78, -88, -47, -97, -89, -56, 51], [20, -13, -84, 76, 76, -67, -112, -46], [-90, 76, 5, 2, -53, 2, 119, -67], [68, -124, -47, 110, 95, -106, 87, 88], [-12, -34, 122, 115, 45, -26, -74, 111], [-59, 14, 45, -66, -47, 62, -77, 44], [113, 47, 37, -9, 119, -71, -37, 36]]> : tensor<8x8xi8>},
    %wk: tensor<8x8x!u> {check.constant = dense<[[39, -100, -86, 49, 87, 35, 111, -31], [-43, 76, -117, -78, -78, -28, -87, 76], [88, -30, -120, 54, -100, 29, -84, 112], [45, 125, 30, 57, -32, 79, -99, -89], [-36, 54, -4, 89, 113, -25, -19, 14], [37, -5, 26, 117, 60, -47, -19, -25], [-89, -127, 74, -20, -38, 34, 16, 111], [29, 108, 20, -44, -45, 125, 22, -80]]> : tensor<8x8xi8>},
    %wv: tensor<8x8x!w> {check.constant = dense<[[84, 82, -125, -87, 49, -24, -41, -109], [-79, 91, 85, 84, 18, -92, -45, 7], [126, -62, 12, -2, 1, 14, 52, -100], [123, 93, 68, -56, -15, -13, -49, -113], [62, -127, 67, -78, 36, -40, -67, 109], [-6, 99, -79, -5, -39, -12, -124, 43], [-40, 91, -73, -41, -116, 75, 9, -26], [106, 24, 118, 61, 22, 0, -76, 49]]> : tensor<8x8xi8>},
    %bq: tensor<8xi32> {check.constant = dense<[174, 118, -53, -297, 140, -277, 182, -211]> : tensor<8xi32>},
    %bk: tensor<8xi32> {check.constant = dense<[-117, -172, 24, -179, -145, -271, 288, -170]> : tensor<8xi32>},
    %bv: tensor<8xi32> {check.constant = dense<[-186, 60, -216, 231, 169, -91, -60, -81]> : tensor<8xi32>})
    -> (tensor<?x2x4x4x!s, #nn.dims<N>> {check.expected = dense<[[[[-128, 127, 127, 127], [-128, -128, -128, -128], [-128, 127, 120, 127], [-128, 127, 127, 127]], [[127, -46, 127, 44], [127, -128, 127, -75], [-128, 127, -128, 65], [-128, 127, -128, 66]]], [[[-128, -128, -128, -128], [-128, -128, -128, -128], [127, 127, 127, 127], [-128, -119, -128, -128]], [[-50, 127, 60, 19], [-128, 62, 127, -9], [127, -94, -128, -9], [-128, 110, 127, 17]]]]> : tensor<2x2x4x4xi8>}) {
  %q = nn.matmul %x, %wq bias %bq : (tensor<?x4x8x!x, #nn.dims<N>>, tensor<8x8x!w>, tensor<8xi32>) -> tensor<?x4x8x!q, #nn.dims<N>>
  %qr = nn.reshape %q : (tensor<?x4x8x!q, #nn.dims<N>>) -> tensor<?x4x2x4x!q, #nn.dims<N>>
  %qt = nn.transpose %qr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!q, #nn.dims<N>>) -> tensor<?x2x4x4x!q, #nn.dims<N>>
  %k = nn.matmul %x, %wk bias %bk : (tensor<?x4x8x!x, #nn.dims<N>>, tensor<8x8x!u>, tensor<8xi32>) -> tensor<?x4x8x!k, #nn.dims<N>>
  %kr = nn.reshape %k : (tensor<?x4x8x!k, #nn.dims<N>>) -> tensor<?x4x2x4x!k, #nn.dims<N>>
  %kt = nn.transpose %kr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!k, #nn.dims<N>>) -> tensor<?x2x4x4x!k, #nn.dims<N>>
  %v = nn.matmul %x, %wv bias %bv : (tensor<?x4x8x!x, #nn.dims<N>>, tensor<8x8x!w>, tensor<8xi32>) -> tensor<?x4x8x!v, #nn.dims<N>>
  %vr = nn.reshape %v : (tensor<?x4x8x!v, #nn.dims<N>>) -> tensor<?x4x2x4x!v, #nn.dims<N>>
  %vt = nn.transpose %vr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!v, #nn.dims<N>>) -> tensor<?x2x4x4x!v, #nn.dims<N>>
  %s = nn.matmul %qt, %kt {transpose_b} : (tensor<?x2x4x4x!q, #nn.dims<N>>, tensor<?x2x4x4x!k, #nn.dims<N>>) -> tensor<?x2x4x4x!s, #nn.dims<N>>
  %c = nn.matmul %s, %vt : (tensor<?x2x4x4x!s, #nn.dims<N>>, tensor<?x2x4x4x!v, #nn.dims<N>>) -> tensor<?x2x4x4x!s, #nn.dims<N>>
  return %c : tensor<?x2x4x4x!s, #nn.dims<N>>
}

// Biases of floats, divided by each result's scale (E3).
func.func @bytes_and_floats(
    %x: tensor<?x4x8x!x, #nn.dims<N>> {check.input = dense<[[[43, 78, -123, 78, -8, 3, 33, -55], [122, -115, -57, -30, 18, -24, -95, -117], [-128, -116, -90, 127, -80, 39, 64, -68], [-56, -17, -61, 121, -83, 101, 76, 88]], [[-99, -28, 32, -2, 42, 45, 41, -113], [117, 14, 103, -59, -36, 97, -81, -112], [-33, 45, -97, 94, -41, -70, 11, 101], [98, 95, -50, -124, 71, 53, 69, -128]]]> : tensor<2x4x8xi8>},
    %wq: tensor<8x8x!w> {check.constant = dense<[[60, -21, -55, 46, -92, 73, -19, 112], [-61, -32, 95, 53, -117, -40, -123, 83], [-21, -69, 58, 95, -101, 1, -34, 57], [110, 9, 64, -47, 20, -1, 59, -115], [-67, -117, 122, 8, -3, -6, -119, 85], [88, -122, 31, 15, -30, -2, 97, 25], [-3, 59, 49, 6, 84, 16, 30, -2], [23, 29, 102, -64, -35, 13, -41, 44]]> : tensor<8x8xi8>},
    %wk: tensor<8x8x!w> {check.constant = dense<[[83, -79, -113, 125, 2, 63, 66, 116], [-119, -53, 123, -14, -26, -61, -122, -116], [121, -123, -92, -65, -55, 92, -45, -86], [-27, 48, -13, -64, -97, -111, -2, -78], [22, 45, -30, 0, -113, 13, -82, -12], [-100, -58, -21, -3, -120, 108, -20, -76], [-77, 59, -16, -63, -13, -78, -86, -45], [118, -104, 12, 111, -10, -34, 15, -83]]> : tensor<8x8xi8>},
    %wv: tensor<8x8x!u> {check.constant = dense<[[50, -127, 17, -112, -122, -73, 56, -21], [-20, 26, -110, 123, -4, 100, 65, -66], [-50, 28, 87, 107, -3, -102, 126, 90], [55, -27, -93, 72, -75, -45, 94, 32], [-51, 2, 29, -101, -58, 66, 33, 82], [60, -4, -51, -29, -76, 114, -120, -32], [-110, 97, 39, -21, 74, -32, -9, -35], [66, -112, 12, -57, 121, -69, -26, -112]]> : tensor<8x8xi8>},
    %bq: tensor<8xf32> {check.constant = dense<[-0.01, 0.24, 1.51, -0.35, -1.51, -2.85, 2.48, -2.07]> : tensor<8xf32>},
    %bk: tensor<8xf32> {check.constant = dense<[1.63, 2.51, -1.06, -2.2, 1.16, -0.77, -2.79, 2.7]> : tensor<8xf32>},
    %bv: tensor<8xf32> {check.constant = dense<[2.44, -2.32, 1.36, -0.55, -2.61, 1.8, 2.11, -2.89]> : tensor<8xf32>})
    -> (tensor<?x2x4x4x!s, #nn.dims<N>> {check.expected = dense<[[[[-52, -128, 127, -128], [-128, -128, 127, -128], [-128, -128, 127, -128], [-128, -128, 127, -128]], [[127, 10, -128, -93], [-32, -128, 64, 127], [-105, -128, 124, 127], [-114, -128, 13, 127]]], [[[42, -73, -128, -128], [127, -128, 127, -128], [-109, 127, -128, 127], [-128, 127, 127, -128]], [[127, -128, -128, -128], [127, -128, -61, 127], [127, -128, -128, -128], [-128, 127, 73, 29]]]]> : tensor<2x2x4x4xi8>}) {
  %q = nn.matmul %x, %wq bias %bq : (tensor<?x4x8x!x, #nn.dims<N>>, tensor<8x8x!w>, tensor<8xf32>) -> tensor<?x4x8x!q, #nn.dims<N>>
  %qr = nn.reshape %q : (tensor<?x4x8x!q, #nn.dims<N>>) -> tensor<?x4x2x4x!q, #nn.dims<N>>
  %qt = nn.transpose %qr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!q, #nn.dims<N>>) -> tensor<?x2x4x4x!q, #nn.dims<N>>
  %k = nn.matmul %x, %wk bias %bk : (tensor<?x4x8x!x, #nn.dims<N>>, tensor<8x8x!w>, tensor<8xf32>) -> tensor<?x4x8x!k, #nn.dims<N>>
  %kr = nn.reshape %k : (tensor<?x4x8x!k, #nn.dims<N>>) -> tensor<?x4x2x4x!k, #nn.dims<N>>
  %kt = nn.transpose %kr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!k, #nn.dims<N>>) -> tensor<?x2x4x4x!k, #nn.dims<N>>
  %v = nn.matmul %x, %wv bias %bv : (tensor<?x4x8x!x, #nn.dims<N>>, tensor<8x8x!u>, tensor<8xf32>) -> tensor<?x4x8x!v, #nn.dims<N>>
  %vr = nn.reshape %v : (tensor<?x4x8x!v, #nn.dims<N>>) -> tensor<?x4x2x4x!v, #nn.dims<N>>
  %vt = nn.transpose %vr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!v, #nn.dims<N>>) -> tensor<?x2x4x4x!v, #nn.dims<N>>
  %s = nn.matmul %qt, %kt {transpose_b} : (tensor<?x2x4x4x!q, #nn.dims<N>>, tensor<?x2x4x4x!k, #nn.dims<N>>) -> tensor<?x2x4x4x!s, #nn.dims<N>>
  %c = nn.matmul %s, %vt : (tensor<?x2x4x4x!s, #nn.dims<N>>, tensor<?x2x4x4x!v, #nn.dims<N>>) -> tensor<?x2x4x4x!s, #nn.dims<N>>
  return %c : tensor<?x2x4x4x!s, #nn.dims<N>>
}

func.func @floats(
    %x: tensor<?x4x8xf32, #nn.dims<N>> {check.input = dense<[[[0.672, 1.219, -1.922, 1.219, -0.125, 0.047, 0.516, -0.859], [1.906, -1.797, -0.891, -0.469, 0.281, -0.375, -1.484, -1.828], [-2.0, -1.812, -1.406, 1.984, -1.25, 0.609, 1.0, -1.062], [-0.875, -0.266, -0.953, 1.891, -1.297, 1.578, 1.188, 1.375]], [[-1.547, -0.438, 0.5, -0.031, 0.656, 0.703, 0.641, -1.766], [1.828, 0.219, 1.609, -0.922, -0.562, 1.516, -1.266, -1.75], [-0.516, 0.703, -1.516, 1.469, -0.641, -1.094, 0.172, 1.578], [1.531, 1.484, -0.781, -1.938, 1.109, 0.828, 1.078, -2.0]]]> : tensor<2x4x8xf32>},
    %wq: tensor<8x8xf32> {check.constant = dense<[[-1.01, -1.1, 1.17, 1.1, 0.86, 0.47, -1.04, -0.61], [0.04, -0.05, -1.01, -0.64, 0.51, 1.0, -1.0, 1.15], [-0.47, -1.09, 1.06, 0.06, 0.42, -0.81, 1.04, -0.24], [-0.33, 0.62, 0.65, 0.54, -0.68, -0.79, 0.17, -0.43], [-1.19, -0.19, 0.7, -0.29, -0.22, 0.46, 1.2, 0.74], [-0.9, -0.42, 0.1, -0.15, -0.69, -1.1, 0.38, -0.34], [-0.46, 1.14, 0.84, 0.01, 1.04, 0.15, 1.07, 0.27], [-0.37, 0.17, 0.5, 0.78, 1.2, -0.61, -1.01, -0.47]]> : tensor<8x8xf32>},
    %wk: tensor<8x8xf32> {check.constant = dense<[[0.2, 0.99, 1.05, 0.0, -1.16, 1.17, -0.69, -0.92], [-0.71, 0.72, 0.08, -0.07, -0.38, -0.07, 0.55, 0.97], [1.15, -0.94, 0.61, 0.04, -0.33, -0.64, -1.11, -0.4], [-0.68, 0.81, 1.0, -0.26, -0.28, 0.73, -0.88, -1.24], [-0.74, 1.27, -0.14, 1.16, -1.19, 0.46, -0.6, -0.77], [0.35, 0.4, 0.72, -0.79, 0.87, -0.32, -1.12, -1.19], [-1.05, -1.1, 0.38, -0.87, 0.08, -0.81, 0.64, 0.86], [0.86, -0.65, -0.15, 0.83, 0.79, -1.26, 0.42, -1.13]]> : tensor<8x8xf32>},
    %wv: tensor<8x8xf32> {check.constant = dense<[[0.34, -1.12, 0.2, 1.1, -0.24, 0.81, -0.52, -1.24], [0.05, 1.1, 0.56, -0.7, -0.61, -0.6, 0.17, 0.22], [0.24, -0.75, 0.6, 1.21, -0.76, -0.34, -0.1, 0.18], [0.99, 0.18, 1.2, -0.56, 0.4, 0.6, 0.86, 1.26], [-0.07, 0.24, 0.62, -1.06, 0.58, 0.79, 0.15, 0.43], [0.77, -0.03, -1.1, 0.39, 0.29, -0.61, -0.18, -0.5], [-0.96, 0.04, -0.2, -1.1, -0.54, 0.22, -1.13, -0.81], [-0.58, -0.63, 1.27, 1.02, -0.42, 0.22, -0.14, -0.65]]> : tensor<8x8xf32>},
    %bq: tensor<8xf32> {check.constant = dense<[-2.05, 1.19, 1.26, 2.97, -0.89, 2.38, 2.53, 1.79]> : tensor<8xf32>},
    %bk: tensor<8xf32> {check.constant = dense<[1.87, -1.01, 0.6, 0.49, -0.51, 0.5, -0.32, -2.47]> : tensor<8xf32>},
    %bv: tensor<8xf32> {check.constant = dense<[-0.4, 1.15, 2.05, 0.12, -2.9, 0.13, -0.73, 1.42]> : tensor<8xf32>})
    -> (tensor<?x2x4x4xf32, #nn.dims<N>> {check.expected = dense<[[[[4.186974, -6.0104053e1, -2.0148932e1, 6.350518e1], [-1.4564993e1, -2.7739595e1, -1.9175014e-1, 2.8753395e1], [2.6847261e1, -1.1017321e2, -3.3400524e1, 1.3347493e2], [1.650079e1, -7.421313e1, -1.5442103e1, 8.7251564e1]], [[5.4704643e1, 1.075272e2, 5.2740736, -4.7542896e1], [1.4375316e1, 1.3344856e2, -5.5068564, -1.6297373e1], [4.283091e1, 1.8027946e1, 2.2381854, -1.1322331e2], [6.9485383, -3.3265854e1, 1.0807773, -3.62226e1]]], [[[-2.4611912e1, 1.5388075e1, -2.6409369e1, -3.8072292e1], [-7.429713e1, 4.8463223e1, 1.04889984e2, -1.3425656e2], [-2.0083239e1, -1.8297703e1, 5.7001203e-2, 1.13379965e1], [-8.538812e1, 5.1385334e1, 3.5010635e1, -1.4898686e2]], [[3.4029667e1, 9.8888954e1, -4.052198e1, -5.4643272e1], [-5.1024933e1, 7.0271125, -5.5453236e1, -3.6923843e1], [-4.3720367e1, -3.322185e1, -5.980693e1, -4.7984783e1], [-4.577436e1, 1.2897329e1, -1.1218243e2, -1.039211e2]]]]> : tensor<2x2x4x4xf32>}) {
  %q = nn.matmul %x, %wq bias %bq : (tensor<?x4x8xf32, #nn.dims<N>>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<?x4x8xf32, #nn.dims<N>>
  %qr = nn.reshape %q : (tensor<?x4x8xf32, #nn.dims<N>>) -> tensor<?x4x2x4xf32, #nn.dims<N>>
  %qt = nn.transpose %qr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  %k = nn.matmul %x, %wk bias %bk : (tensor<?x4x8xf32, #nn.dims<N>>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<?x4x8xf32, #nn.dims<N>>
  %kr = nn.reshape %k : (tensor<?x4x8xf32, #nn.dims<N>>) -> tensor<?x4x2x4xf32, #nn.dims<N>>
  %kt = nn.transpose %kr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  %v = nn.matmul %x, %wv bias %bv : (tensor<?x4x8xf32, #nn.dims<N>>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<?x4x8xf32, #nn.dims<N>>
  %vr = nn.reshape %v : (tensor<?x4x8xf32, #nn.dims<N>>) -> tensor<?x4x2x4xf32, #nn.dims<N>>
  %vt = nn.transpose %vr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  %s = nn.matmul %qt, %kt {transpose_b} : (tensor<?x2x4x4xf32, #nn.dims<N>>, tensor<?x2x4x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  %c = nn.matmul %s, %vt : (tensor<?x2x4x4xf32, #nn.dims<N>>, tensor<?x2x4x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  return %c : tensor<?x2x4x4xf32, #nn.dims<N>>
}
