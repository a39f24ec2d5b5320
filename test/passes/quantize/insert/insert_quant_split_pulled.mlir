// RUN: qopt %s --insert-quant="region=all" --fold-dequant | FileCheck %s

// A concat pulls one part, a clip another: both read the parameters of what is
// split, for which the sum has its own range.
// CHECK-LABEL: func.func @main
// CHECK:       %[[A:.*]] = nn.add {{.*}} -> tensor<1x4x!quant.uniform<i8:f32, 0.0314{{.*}}>>
// CHECK-NEXT:  %[[S:.*]]:2 = nn.split %[[A]]
// CHECK-NEXT:  nn.clip %[[S]]#0 {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0236{{.*}}>>
// CHECK:       %[[C:.*]] = nn.concat %[[S]]#1, %{{.*}} -> tensor<1x6x!quant.uniform<i8:f32, 0.0629{{.*}}>>
func.func @main(%x: tensor<1x4xf32> {nn.name = "x", nn.range = #nn.range<-2.0, 2.0>}) -> (tensor<1x2xf32>, tensor<1x6xf32>) {
  %a = nn.add %x, %x {nn.name = "a", nn.range = #nn.range<-4.0, 4.0>} : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  %s:2 = nn.split %a {axis = 1 : i64, sizes = array<i64: 2, 2>, nn.name = "s"} : (tensor<1x4xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>)
  %r = nn.clip %s#0 {min = -3.0 : f32, max = 3.0 : f32, nn.name = "r"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %c = nn.concat %s#1, %x {axis = 1 : i64, nn.name = "c", nn.range = #nn.range<-8.0, 8.0>} : (tensor<1x2xf32>, tensor<1x4xf32>) -> tensor<1x6xf32>
  return %r, %c : tensor<1x2xf32>, tensor<1x6xf32>
}
