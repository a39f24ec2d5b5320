// RUN: qopt %s --absorb-qdq="explain=true" 2>&1 | FileCheck %s
!a = !quant.uniform<i8:f32, 5.0e-1>
!b = !quant.uniform<i8:f32, 2.0>

// CHECK: remark: 'floats' stays float: none of its results is quantized

// Each part by itself: the same parameters, others, none, and nobody who reads it.
// CHECK-LABEL: func.func @main
// CHECK:       %[[S:.*]]:4 = nn.split %arg0 {{{.*}}nn.name = "s"{{.*}}} : (tensor<8x!quant.uniform<i8:f32, 5.000000e-01>>) -> (tensor<1x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>)
// CHECK-NEXT:  %[[Q1:.*]] = nn.requantize %[[S]]#1 {nn.name = "q1"}
// CHECK-NEXT:  %[[F:.*]] = nn.dequantize %[[S]]#2 {nn.name = "s:2_dequantize_1"}
// CHECK-NEXT:  %[[E:.*]] = nn.exp %[[F]] {nn.name = "s:2_dequantize"}
// CHECK:       %[[T:.*]]:2 = nn.split %{{.*}} {{{.*}}nn.name = "floats"{{.*}}} : (tensor<8xf32>)
// CHECK:       return %[[S]]#0, %[[Q1]], %[[E]]
func.func @main(%x: tensor<8x!a> {nn.name = "x"}) -> (tensor<1x!a>, tensor<2x!b>, tensor<3xf32>, tensor<4xf32>) {
  %d = nn.dequantize %x {nn.name = "d"} : (tensor<8x!a>) -> tensor<8xf32>
  %s:4 = nn.split %d {axis = 0 : i64, sizes = array<i64: 1, 2, 3, 2>, nn.name = "s"} : (tensor<8xf32>) -> (tensor<1xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2xf32>)
  %q0 = nn.quantize %s#0 {nn.name = "q0"} : (tensor<1xf32>) -> tensor<1x!a>
  %q1 = nn.quantize %s#1 {nn.name = "q1"} : (tensor<2xf32>) -> tensor<2x!b>
  %e = nn.exp %s#2 {nn.name = "s:2_dequantize"} : (tensor<3xf32>) -> tensor<3xf32>
  %t:2 = nn.split %d {axis = 0 : i64, sizes = array<i64: 4, 4>, nn.name = "floats"} : (tensor<8xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %q0, %q1, %e, %t#1 : tensor<1x!a>, tensor<2x!b>, tensor<3xf32>, tensor<4xf32>
}
