// RUN: qopt %s --insert-quant="scheme=signs region=all explain=true" --fold-dequant 2>&1 | FileCheck %s

// CHECK-DAG: warning: 'coarse' reads 'sum', whose scale is 6.0 times that of its result: the result takes few of its values
// CHECK-DAG: remark: 'clip' stays float: the scale of its input, which other layers need, is too coarse for it
// CHECK-DAG: remark: 'front' stays float: the scale of its input, which other layers need, is too coarse for it
// CHECK-NOT: warning: 'fine'

// CHECK-LABEL: func.func @main
// (B4) Steps of 10/127 are 20 times as large as 1/255, and the argument is float as it is.
// CHECK:       %[[F:.*]] = nn.clip %arg0 {{.*}}nn.name = "front"{{.*}} : (tensor<1x2xf32>) -> tensor<1x2xf32>
// CHECK:       nn.quantize %[[F]] {{.*}} -> tensor<1x2x!quant.uniform<u8:f32, 0.0039215{{.*}}>>
// The matmul's 10/127 are too coarse for the clip: it writes float, each reader quantizes.
// CHECK:       %[[M:.*]] = nn.matmul {{.*}} {nn.name = "m"{{.*}} -> tensor<1x2xf32>
// CHECK:       nn.quantize %[[M]] {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.078740{{.*}}>>
// CHECK:       %[[C:.*]] = nn.clip %[[M]] {{.*}}nn.name = "clip"{{.*}} : (tensor<1x2xf32>) -> tensor<1x2xf32>
// CHECK:       nn.quantize %[[C]] {{.*}} -> tensor<1x2x!quant.uniform<u8:f32, 0.0039215{{.*}}>>
// Steps of 4/127 are 2.008 times as large as the 4/255 that follow from the operand's range.
// CHECK:       %[[A:.*]] = nn.add {{.*}} {nn.name = "even"{{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.031496{{.*}}>>
// CHECK:       nn.relu %[[A]] {nn.name = "fine"} : {{.*}} -> tensor<1x2x!quant.uniform<u8:f32, 0.015686{{.*}}>>
// An add cannot write float: 9/127 is 6.02 times 3/255.
// CHECK:       %[[S:.*]] = nn.add {{.*}} {nn.name = "sum"{{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.070866{{.*}}>>
// CHECK:       nn.relu %[[S]] {nn.name = "coarse"{{.*}} -> tensor<1x2x!quant.uniform<u8:f32, 0.0117647{{.*}}>>
// What feeds only a clip takes its parameters, also where its own range is known.
// CHECK:       nn.sigmoid {{.*}} -> tensor<1x2x!quant.uniform<u8:f32, 9.80392{{.*}}E-4>>
// CHECK-NEXT:  nn.clip {{.*}}nn.name = "quarter"{{.*}} -> tensor<1x2x!quant.uniform<u8:f32, 9.80392{{.*}}E-4>>
func.func @main(%x: tensor<1x2xf32> {nn.name = "x", nn.range = #nn.range<-10.0, 10.0>}) -> (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.5], [-0.5, 1.0]]> : tensor<2x2xf32>
  %f = nn.clip %x {min = 0.0 : f32, max = 1.0 : f32, nn.name = "front"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %0 = nn.mul %x, %f {nn.name = "p0", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %m = nn.matmul %x, %w {nn.name = "m", nn.range = #nn.range<-10.0, 10.0>} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %c = nn.clip %m {min = 0.0 : f32, max = 1.0 : f32, nn.name = "clip"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %1 = nn.mul %m, %c {nn.name = "p1", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %a = nn.add %x, %x {nn.name = "even", nn.range = #nn.range<-3.0, 4.0>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %r = nn.relu %a {nn.name = "fine"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %2 = nn.mul %a, %r {nn.name = "p2", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %s = nn.add %x, %x {nn.name = "sum", nn.range = #nn.range<-9.0, 3.0>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %t = nn.relu %s {nn.name = "coarse", nn.range = #nn.range<0.0, 3.0>} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %3 = nn.mul %s, %t {nn.name = "p3", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %g = nn.sigmoid %x {nn.name = "g"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %q = nn.clip %g {min = 0.0 : f32, max = 0.25 : f32, nn.name = "quarter"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %4 = nn.mul %q, %q {nn.name = "p4", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0, %1, %2, %3, %4 : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>
}
