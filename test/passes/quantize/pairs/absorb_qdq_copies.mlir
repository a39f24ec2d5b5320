// RUN: qopt %s --absorb-qdq="explain=true" 2>&1 | FileCheck %s
!a = !quant.uniform<i8:f32, 5.0e-1>
!wide = !quant.uniform<i8:f32, 2.0>
!axis = !quant.uniform<u8:f32:1, {5.0e-1, 2.5e-1}>
!tiny = !quant.uniform<i8:f32, 1.1754943508222875e-38>
!huge = !quant.uniform<i8:f32, 1024.0>

// A copy that would need a requantize that does not exist stays float, and so does a
// border that the operand's parameters might not hold.
// CHECK-DAG: remark: 'per_axis' stays float: no requantize leads to the parameters after it
// CHECK-DAG: remark: 'denormal' stays float: no requantize leads to the parameters after it
// CHECK-DAG: remark: 'border' stays float: it has no integer form

// CHECK-LABEL: func.func @main
// CHECK:       nn.reshape {{.*}} {nn.name = "per_axis"} : (tensor<1x2xf32>)
// CHECK:       nn.reshape {{.*}} {nn.name = "denormal"} : (tensor<1x2xf32>)
// CHECK:       nn.pad {{.*}} {{{.*}}nn.name = "border"{{.*}}} : (tensor<1x2xf32>)
// A border of 0 is z whatever the parameters.
// CHECK:       %[[Z:.*]] = nn.pad {{.*}} {{{.*}}nn.name = "zeros"{{.*}}} : (tensor<1x2x!quant
// CHECK-NEXT:  nn.requantize %[[Z]]
// Nothing here has a name, nor gets one.
// CHECK-LABEL: func.func @unnamed
// CHECK-NEXT:  %[[R:.*]] = nn.reshape %{{.*}} : (tensor<1x2x!quant
// CHECK-NEXT:  nn.requantize %[[R]] : (tensor<1x2x!quant
func.func @main(%x: tensor<1x2x!a> {nn.name = "x"}, %t: tensor<1x2x!tiny> {nn.name = "t"}) -> (tensor<1x2x!axis>, tensor<1x2x!huge>, tensor<1x3x!wide>, tensor<1x3x!wide>) attributes {nn.entry} {
  %d = nn.dequantize %x {nn.name = "d"} : (tensor<1x2x!a>) -> tensor<1x2xf32>
  %r = nn.reshape %d {nn.name = "per_axis"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %q1 = nn.quantize %r {nn.name = "q1"} : (tensor<1x2xf32>) -> tensor<1x2x!axis>
  %e = nn.dequantize %t {nn.name = "e"} : (tensor<1x2x!tiny>) -> tensor<1x2xf32>
  %s = nn.reshape %e {nn.name = "denormal"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %q2 = nn.quantize %s {nn.name = "q2"} : (tensor<1x2xf32>) -> tensor<1x2x!huge>
  %p = nn.pad %d {low = array<i64: 0, 1>, high = array<i64: 0, 0>, value = 100.0 : f32, nn.name = "border"} : (tensor<1x2xf32>) -> tensor<1x3xf32>
  %q3 = nn.quantize %p {nn.name = "q3"} : (tensor<1x3xf32>) -> tensor<1x3x!wide>
  %z = nn.pad %d {low = array<i64: 0, 1>, high = array<i64: 0, 0>, value = 0.0 : f32, nn.name = "zeros"} : (tensor<1x2xf32>) -> tensor<1x3xf32>
  %q4 = nn.quantize %z {nn.name = "q4"} : (tensor<1x3xf32>) -> tensor<1x3x!wide>
  return %q1, %q2, %q3, %q4 : tensor<1x2x!axis>, tensor<1x2x!huge>, tensor<1x3x!wide>, tensor<1x3x!wide>
}
func.func @unnamed(%x: tensor<1x2x!a>) -> tensor<1x2x!wide> {
  %d = nn.dequantize %x : (tensor<1x2x!a>) -> tensor<1x2xf32>
  %r = nn.reshape %d : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %q = nn.quantize %r : (tensor<1x2xf32>) -> tensor<1x2x!wide>
  return %q : tensor<1x2x!wide>
}
