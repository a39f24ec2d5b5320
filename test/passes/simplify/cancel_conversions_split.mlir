// RUN: qopt %s --fold-dequant | FileCheck %s
!a = !quant.uniform<i8:f32, 5.0e-1>

// dequantize sinks below a split, to each part that is read; where all parts are
// quantized alike, quantize rises above it.
// CHECK-LABEL: func.func @main
// CHECK-NEXT:  %[[S:.*]]:3 = nn.split %arg0 {{{.*}}nn.name = "s"{{.*}}} : (tensor<6x!quant
// CHECK-NEXT:  %[[D:.*]] = nn.dequantize %[[S]]#2 {nn.name = "d{{(_1)?}}"}
// CHECK-NEXT:  %[[E:.*]] = nn.exp %[[D]] {nn.name = "e"}
// CHECK-NEXT:  %[[Q:.*]] = nn.quantize %[[E]]
// CHECK-NEXT:  %[[T:.*]]:2 = nn.split %[[Q]] {{{.*}}nn.name = "t"{{.*}}} : (tensor<3x!quant
// CHECK-NEXT:  %[[U:.*]]:2 = nn.split %[[E]] {{{.*}}nn.name = "u"{{.*}}} : (tensor<3xf32>)
// CHECK-NEXT:  %[[Q4:.*]] = nn.quantize %[[U]]#0 {nn.name = "q4"}
// CHECK-NEXT:  return %[[S]]#0, %[[T]]#0, %[[T]]#1, %[[Q4]], %[[U]]#1
func.func @main(%x: tensor<6x!a> {nn.name = "x"}) -> (tensor<1x!a>, tensor<1x!a>, tensor<2x!a>, tensor<1x!a>, tensor<2xf32>) {
  %d = nn.dequantize %x {nn.name = "d"} : (tensor<6x!a>) -> tensor<6xf32>
  %s:3 = nn.split %d {axis = 0 : i64, sizes = array<i64: 1, 2, 3>, nn.name = "s"} : (tensor<6xf32>) -> (tensor<1xf32>, tensor<2xf32>, tensor<3xf32>)
  %q1 = nn.quantize %s#0 {nn.name = "q1"} : (tensor<1xf32>) -> tensor<1x!a>
  %e = nn.exp %s#2 {nn.name = "e"} : (tensor<3xf32>) -> tensor<3xf32>
  %t:2 = nn.split %e {axis = 0 : i64, sizes = array<i64: 1, 2>, nn.name = "t"} : (tensor<3xf32>) -> (tensor<1xf32>, tensor<2xf32>)
  %q2 = nn.quantize %t#0 {nn.name = "q2"} : (tensor<1xf32>) -> tensor<1x!a>
  %q3 = nn.quantize %t#1 {nn.name = "q3"} : (tensor<2xf32>) -> tensor<2x!a>
  %u:2 = nn.split %e {axis = 0 : i64, sizes = array<i64: 1, 2>, nn.name = "u"} : (tensor<3xf32>) -> (tensor<1xf32>, tensor<2xf32>)
  %q4 = nn.quantize %u#0 {nn.name = "q4"} : (tensor<1xf32>) -> tensor<1x!a>
  return %q1, %q2, %q3, %q4, %u#1 : tensor<1x!a>, tensor<1x!a>, tensor<2x!a>, tensor<1x!a>, tensor<2xf32>
}
