// RUN: qopt %s --insert-quant="region=all" 2>&1 | FileCheck %s

// 70000 products of at most 127·255 pass 2^31: named, and left in float.
// CHECK: warning: 'wide' stays float: its 32-bit accumulator may overflow

// CHECK-LABEL: func.func @main
// A shared weight is quantized once; the division keeps the float one.
// CHECK-DAG:   %[[S:.*]] = nn.constant {nn.name = "shared_1"} {{.*}} : tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.0236220{{.*}},1.0{{.*}}}>>
// CHECK-DAG:   %[[F:.*]] = nn.constant {nn.name = "shared"} dense
// CHECK-DAG:   nn.constant {nn.name = "long"} dense<1.0
// The bias makes the weights beside it zero steps and then has 2^23 of its own, 1e8·255·1e3/2^23;
// the column that was zeros before has s_y/s_x = 1e11.
// CHECK-DAG:   %[[R:.*]] = nn.constant {nn.name = "shared_2"} {{.*}}:f32:1, {3039836.75,0x42374876E0000000}>>
// CHECK:       nn.matmul %{{.*}}, %[[S]] {nn.name = "first"
// CHECK:       nn.matmul %{{.*}}, %[[S]] {nn.name = "second"
// CHECK:       nn.matmul %{{.*}}, %[[R]] bias %{{.*}} {nn.name = "biased"
// CHECK:       nn.div %{{.*}}, %[[F]] {nn.name = "floats"}
// CHECK:       nn.matmul {{.*}} {nn.name = "wide"{{.*}} : (tensor<1x70000xf32>, tensor<70000x1xf32>) -> tensor<1x1xf32>
func.func @main(%x: tensor<1x2xf32> {nn.name = "x", nn.range = #nn.range<0.0, 1.0e-3>}, %v: tensor<1x70000xf32> {nn.name = "v", nn.range = #nn.range<0.0, 1.0>}) -> (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x1xf32>) {
  %w = nn.constant {nn.name = "shared"} dense<[[1.0, 0.0], [3.0, 0.0]]> : tensor<2x2xf32>
  %b = nn.constant {nn.name = "b"} dense<[1.0e8, 0.0]> : tensor<2xf32>
  %l = nn.constant {nn.name = "long"} dense<1.0> : tensor<70000x1xf32>
  %1 = nn.matmul %x, %w {nn.name = "first", nn.range = #nn.range<0.0, 4.0>} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %2 = nn.matmul %1, %w {nn.name = "second", nn.range = #nn.range<0.0, 4.0>} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %3 = nn.matmul %x, %w bias %b {nn.name = "biased", nn.range = #nn.range<0.0, 1.0e8>} : (tensor<1x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %4 = nn.mul %2, %3 {nn.name = "sum", nn.range = #nn.range<0.0, 1.0e8>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %5 = nn.softmax %4 {axis = 1 : i64, nn.name = "soft"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %6 = nn.div %5, %w {nn.name = "floats"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %7 = nn.slice %6 {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>, nn.name = "row"} : (tensor<2x2xf32>) -> tensor<1x2xf32>
  %y = nn.matmul %v, %l {nn.name = "wide", nn.range = #nn.range<0.0, 1.0>} : (tensor<1x70000xf32>, tensor<70000x1xf32>) -> tensor<1x1xf32>
  return %4, %7, %y : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x1xf32>
}
