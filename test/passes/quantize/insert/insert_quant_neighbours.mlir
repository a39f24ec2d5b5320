// RUN: qopt %s --insert-quant="explain=true" --fold-dequant 2>&1 | FileCheck %s

// CHECK: remark: 'soft' stays float: it has no integer form

// CHECK-LABEL: func.func @main
// A value read by two keeps its own parameters, and its relu has others from its steps.
// CHECK:       %[[A:.*]] = nn.add {{.*}} {nn.name = "a", {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0314{{.*}}>>
// CHECK:       %[[R:.*]] = nn.relu %[[A]] {nn.name = "r"} : {{.*}} -> tensor<1x2x!quant.uniform<u8:f32, 0.0156{{.*}}>>
// What feeds only the concat takes its parameters; the other operand is requantized.
// CHECK:       %[[M:.*]] = nn.mul {{.*}} {nn.name = "m", {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0629{{.*}}>>
// CHECK:       %[[C:.*]] = nn.concat %[[R]], %[[M]] {{.*}} -> tensor<1x4x!quant.uniform<i8:f32, 0.0629{{.*}}>>
// A clip knows its range. Softmax is float, and so is the slice after it.
// CHECK:       nn.clip {{.*}} -> tensor<1x4x!quant.uniform<u8:f32, 0.0235{{.*}}>>
// CHECK:       nn.softmax {{.*}} -> tensor<1x4xf32>
// CHECK:       nn.slice {{.*}} -> tensor<1x2xf32>
func.func @main(%x: tensor<1x2xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %k = nn.constant {nn.name = "k"} dense<[[1.0, -2.0]]> : tensor<1x2xf32>
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<4x4xf32>
  %a = nn.add %x, %k {nn.name = "a", nn.range = #nn.range<-3.0, 4.0>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %r = nn.relu %a {nn.name = "r"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %m = nn.mul %a, %r {nn.name = "m", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %c = nn.concat %r, %m {axis = 1 : i64, nn.name = "c", nn.range = #nn.range<-8.0, 8.0>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x4xf32>
  %f = nn.matmul %c, %w {nn.name = "f"} : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %p = nn.clip %f {min = 0.0 : f32, max = 6.0 : f32, nn.name = "p"} : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %q = nn.matmul %p, %w {nn.name = "q"} : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %s = nn.softmax %q {axis = 1 : i64, nn.name = "soft"} : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %l = nn.slice %s {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>, nn.name = "l"} : (tensor<1x4xf32>) -> tensor<1x2xf32>
  return %l, %a : tensor<1x2xf32>, tensor<1x2xf32>
}
