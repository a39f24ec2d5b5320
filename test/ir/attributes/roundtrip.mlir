// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s

// One expression for each `?`, in order.
// CHECK-LABEL: @dims(
// CHECK-SAME: tensor<?x3x?xf32, #nn.dims<8*N+1, N>>
// CHECK-SAME: tensor<?xf32, #nn.dims<3*batch-2>>
func.func @dims(%x: tensor<?x3x?xf32, #nn.dims<8*N+1, 1*N+0>>, %y: tensor<?xf32, #nn.dims<3*batch+-2>>) {
  return
}

// The shortest decimal that is not exact still reads back as the same double.
// CHECK-LABEL: @range(
// CHECK-SAME: nn.range = #nn.range<-1.000000e-01, 0.33333333333333331>
// CHECK-SAME: nn.range = #nn.range<4.940660e-324, 1.7976931348623157E+308>
// CHECK-SAME: nn.range = #nn.range<0.000000e+00, 0.000000e+00>
func.func @range(%a: tensor<1xf32> {nn.range = #nn.range<-0.1, 0.33333333333333331>}, %b: tensor<1xf32> {nn.range = #nn.range<4.9406564584124654e-324, 1.7976931348623157e+308>}, %c: tensor<1xf32> {nn.range = #nn.range<0.0, 0.0>}) {
  return
}

// CHECK-LABEL: @length(
// CHECK-SAME: nn.length = #nn.length<1, "y.count">
func.func @length(%a: tensor<2x3xi64>, %n: tensor<1xi64>) -> (tensor<2x3xi64> {nn.length = #nn.length<1, "y.count">}, tensor<1xi64> {nn.name = "y.count"}) {
  return %a, %n : tensor<2x3xi64>, tensor<1xi64>
}

// CHECK-LABEL: @preprocess(
// CHECK-SAME: nn.preprocess = #nn.preprocess<mean = [1.236750e+02, 1.162800e+02, 1.035300e+02], std = [5.839500e+01, 5.712000e+01, 5.737500e+01]>
// CHECK-SAME: nn.preprocess = #nn.preprocess<mean = [0.000000e+00], std = [2.550000e+02]>
// CHECK-SAME: nn.preprocess = #nn.preprocess<mean = [1.040100e+02], std = [58.823529411764703], resize = "256x300", interpolation = "bicubic", crop = "224x224", channels = "bgr">
// CHECK-SAME: nn.preprocess = #nn.preprocess<mean = [], std = [], resize = "10">
func.func @preprocess(%a: tensor<1x3x2x2xf32> {nn.name = "a", nn.preprocess = #nn.preprocess<mean = [123.675, 116.28, 103.53], std = [58.395, 57.12, 57.375]>}, %b: tensor<1x3xf32> {nn.preprocess = #nn.preprocess<mean = [0.0], std = [255.0]>}, %c: tensor<1x3x?x?xf32, #nn.dims<H, W>> {nn.preprocess = #nn.preprocess<mean = [104.01], std = [58.823529411764703], channels = "bgr", resize = "256x300", crop = "224", interpolation = "bicubic">}, %d: tensor<1x8x8x1xf32> {nn.preprocess = #nn.preprocess<mean = [], std = [], resize = "10">}) {
  return
}
