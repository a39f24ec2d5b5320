// RUN: qopt %s --absorb-qdq="explain=true" 2>&1 | FileCheck %s
!a = !quant.uniform<i8:f32, 5.0e-1>
!u = !quant.uniform<i16:f32, 5.0e-1:7>

// CHECK-DAG: remark: 'bad_weights' stays float: weights of 16 bits with zero point 7
// CHECK-DAG: remark: 'half' stays float: operand 1 is not dequantized
// CHECK-DAG: remark: 'pool' stays float: its result is not quantized
// CHECK-DAG: remark: 'open' stays float: its result is not quantized

// CHECK-LABEL: func.func @main
// Weights of 16 bits have no zero point (R5).
// CHECK:       nn.matmul {{.*}} {nn.name = "bad_weights"} : (tensor<1x2xf32>, tensor<2x2xf32>)
// CHECK:       nn.add {{.*}} {nn.name = "half"} : (tensor<1x2xf32>, tensor<1x2xf32>)
// CHECK:       nn.reduce_max {{.*}} -> tensor<1x1xf32>
// CHECK:       nn.sub {{.*}} {nn.name = "open"} : (tensor<1x2xf32>, tensor<1x2xf32>)
// A float consumer beside the quantize: the matmul writes float for both.
// CHECK:       %[[M:.*]] = nn.matmul {{.*}} {nn.name = "two_users"} : (tensor<1x2x!quant{{.*}}>, {{.*}}) -> tensor<1x2xf32>
// CHECK-DAG:   nn.exp %[[M]]
// CHECK-DAG:   nn.quantize %[[M]]
func.func @main(%x: tensor<1x2x!a> {nn.name = "x"}) -> (tensor<1x2x!a>, tensor<1x1xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2x!a>, tensor<1x2x!a>) {
  %w = nn.constant {nn.name = "w"} dense_resource<wide> : tensor<2x2x!u>
  %v = nn.constant {nn.name = "v"} dense_resource<w> : tensor<2x2x!a>
  %k = nn.constant {nn.name = "k"} dense<1.0> : tensor<1x2xf32>
  %d = nn.dequantize %x {nn.name = "d"} : (tensor<1x2x!a>) -> tensor<1x2xf32>
  %wd = nn.dequantize %w {nn.name = "wd"} : (tensor<2x2x!u>) -> tensor<2x2xf32>
  %vd = nn.dequantize %v {nn.name = "vd"} : (tensor<2x2x!a>) -> tensor<2x2xf32>
  %1 = nn.matmul %d, %wd {nn.name = "bad_weights"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %q1 = nn.quantize %1 {nn.name = "q1"} : (tensor<1x2xf32>) -> tensor<1x2x!a>
  %2 = nn.add %d, %k {nn.name = "half"} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %q2 = nn.quantize %2 {nn.name = "q2"} : (tensor<1x2xf32>) -> tensor<1x2x!a>
  %3 = nn.reduce_max %d {axes = array<i64: 1>, keep_dims, nn.name = "pool"} : (tensor<1x2xf32>) -> tensor<1x1xf32>
  %4 = nn.sub %d, %d {nn.name = "open"} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %5 = nn.matmul %d, %vd {nn.name = "two_users"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %e = nn.exp %5 {nn.name = "e"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %q5 = nn.quantize %5 {nn.name = "q5"} : (tensor<1x2xf32>) -> tensor<1x2x!a>
  return %q1, %3, %4, %e, %q5, %q2 : tensor<1x2x!a>, tensor<1x1xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2x!a>, tensor<1x2x!a>
}
{-# dialect_resources: { builtin: { w: "0x4000000001020304", wide: "0x400000000100020003000400" } } #-}
