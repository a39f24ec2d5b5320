// RUN: qopt %s --fold-dequant="explain=true" 2>&1 | FileCheck %s
!a = !quant.uniform<i8:f32, 5.0e-1>
!b = !quant.uniform<i8:f32, 2.5e-1>
!u = !quant.uniform<u8:f32, 5.0e-1>

// The Graph Transform Tool cancelled pairs without looking at ranges or types.
// CHECK-DAG: remark: 'q_scale' stays: it quantizes to '!quant.uniform<i8:f32, 2.500000e-01>' values that were '!quant.uniform<i8:f32, 5.000000e-01>'
// CHECK-DAG: remark: 'q_type' stays: it quantizes to '!quant.uniform<u8:f32, 5.000000e-01>' values that were

// CHECK-LABEL: func.func @main
// CHECK:       %[[X:.*]] = nn.quantize %{{.*}} {nn.name = "q"}
// Same parameters: gone, also with a reshape and a max pool in between.
// CHECK-NEXT:  %[[R1:.*]] = nn.relu %[[X]] {nn.name = "relu1"}
// CHECK-NEXT:  %[[P:.*]] = nn.max_pool2d %[[R1]] {{.*}}nn.name = "pool"
// CHECK-NEXT:  %[[S:.*]] = nn.reshape %[[P]] {nn.name = "flat"}
// CHECK-NEXT:  %[[R2:.*]] = nn.relu %[[S]] {nn.name = "relu2"}
// dequantize(quantize(x)) rounds: it stays. A transpose is none of its business.
// CHECK-NEXT:  %[[D:.*]] = nn.dequantize %[[R2]]
// CHECK-NEXT:  nn.quantize %[[D]] {nn.name = "q_scale"}
// CHECK-NEXT:  nn.quantize %[[D]] {nn.name = "q_type"}
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x"}) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %q = nn.quantize %x {nn.name = "q"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2x!a>
  %d = nn.dequantize %q {nn.name = "d"} : (tensor<1x1x2x2x!a>) -> tensor<1x1x2x2xf32>
  %q1 = nn.quantize %d {nn.name = "q1"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2x!a>
  %r1 = nn.relu %q1 {nn.name = "relu1"} : (tensor<1x1x2x2x!a>) -> tensor<1x1x2x2x!a>
  %d1 = nn.dequantize %r1 {nn.name = "d1"} : (tensor<1x1x2x2x!a>) -> tensor<1x1x2x2xf32>
  %p = nn.max_pool2d %d1 {kernel = array<i64: 2, 1>, nn.name = "pool"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x2xf32>
  %f = nn.reshape %p {nn.name = "flat"} : (tensor<1x1x1x2xf32>) -> tensor<1x2xf32>
  %q2 = nn.quantize %f {nn.name = "q2"} : (tensor<1x2xf32>) -> tensor<1x2x!a>
  %r2 = nn.relu %q2 {nn.name = "relu2"} : (tensor<1x2x!a>) -> tensor<1x2x!a>
  %d2 = nn.dequantize %r2 {nn.name = "d2"} : (tensor<1x2x!a>) -> tensor<1x2xf32>
  %qs = nn.quantize %d2 {nn.name = "q_scale"} : (tensor<1x2xf32>) -> tensor<1x2x!b>
  %qt = nn.quantize %d2 {nn.name = "q_type"} : (tensor<1x2xf32>) -> tensor<1x2x!u>
  %ds = nn.dequantize %qs {nn.name = "ds"} : (tensor<1x2x!b>) -> tensor<1x2xf32>
  %dt = nn.dequantize %qt {nn.name = "dt"} : (tensor<1x2x!u>) -> tensor<1x2xf32>
  return %ds, %dt : tensor<1x2xf32>, tensor<1x2xf32>
}
