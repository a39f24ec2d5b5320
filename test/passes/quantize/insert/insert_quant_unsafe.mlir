// RUN: qopt %s --insert-quant="region=all scheme=affine" 2>&1 | FileCheck %s

// Layers that an operation's own verifier or the weights refuse are named, and left in
// float.
// CHECK-DAG: warning: 'nan' stays float: its weights are not all finite
// CHECK-DAG: warning: 'denormal' stays float: 'x', whose values lie within 2, would be rounded away by the scale of 'denormal', 23.5
// CHECK-DAG: warning: 'residual' stays float: the multiplier of its residual is no normal number
// CHECK-DAG: warning: 'wide' stays float: {{.*}}(C6): a sum of 200000 products may exceed 32 bits

// CHECK-LABEL: func.func @main
// A constant is quantized once for both readers (P7): NaN is z.
// CHECK:       %[[K:.*]] = nn.constant {nn.name = "k_1"} dense_resource<[[KEY:.*]]> : tensor<3x!quant.uniform<i8:f32, {{.*}}:-128>>
// CHECK:       nn.add %{{.*}}, %[[K]] {nn.name = "one"
// CHECK:       nn.add %{{.*}}, %[[K]] {nn.name = "two"
// CHECK:       nn.matmul {{.*}} {nn.name = "nan"{{.*}} : (tensor<1x3xf32>
// CHECK:       nn.add {{.*}} {nn.name = "denormal"{{.*}} : (tensor<1x3xf32>
// CHECK:       nn.conv2d {{.*}} {nn.name = "residual"{{.*}} : (tensor<1x1x1x3xf32>
// CHECK:       nn.matmul {{.*}} {nn.name = "wide"{{.*}} : (tensor<1x200000xf32>
// CHECK:       [[KEY]]: "0x400000007F807F"
func.func @main(%x: tensor<1x3xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}, %t: tensor<1x3xf32> {nn.name = "t", nn.range = #nn.range<0.0, 1.0e-35>}, %u: tensor<1x200000xf32> {nn.name = "u", nn.range = #nn.range<-1.0, 1.0>}, %v: tensor<200000x1xf32> {nn.name = "v", nn.range = #nn.range<-1.0, 1.0>}) -> (tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x1x1x3xf32>, tensor<1x1xf32>) {
  %k = nn.constant {nn.name = "k"} dense<[2.0, 0x7FC00000, 2.0]> : tensor<3xf32>
  %n = nn.constant {nn.name = "n"} dense<0x7FC00000> : tensor<3x3xf32>
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<1x1x1x1xf32>
  %1 = nn.add %x, %k {nn.name = "one", nn.range = #nn.range<-3.0, 3.0>} : (tensor<1x3xf32>, tensor<3xf32>) -> tensor<1x3xf32>
  %2 = nn.add %x, %k {nn.name = "two", nn.range = #nn.range<-3.0, 3.0>} : (tensor<1x3xf32>, tensor<3xf32>) -> tensor<1x3xf32>
  %3 = nn.matmul %x, %n {nn.name = "nan", nn.range = #nn.range<-3.0, 3.0>} : (tensor<1x3xf32>, tensor<3x3xf32>) -> tensor<1x3xf32>
  %4 = nn.add %x, %t {nn.name = "denormal", nn.range = #nn.range<-3.0e3, 3.0e3>} : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
  %i = nn.reshape %x {nn.name = "i"} : (tensor<1x3xf32>) -> tensor<1x1x1x3xf32>
  %r = nn.reshape %t {nn.name = "r"} : (tensor<1x3xf32>) -> tensor<1x1x1x3xf32>
  %5 = nn.conv2d %i, %w residual %r {nn.name = "residual", nn.range = #nn.range<-3.0e3, 3.0e3>} : (tensor<1x1x1x3xf32>, tensor<1x1x1x1xf32>, tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
  %6 = nn.matmul %u, %v {nn.name = "wide", nn.range = #nn.range<-3.0, 3.0>} : (tensor<1x200000xf32>, tensor<200000x1xf32>) -> tensor<1x1xf32>
  return %1, %2, %3, %4, %5, %6 : tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x1x1x3xf32>, tensor<1x1xf32>
}
