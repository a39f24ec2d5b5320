// Pairs where training put them: --absorb-qdq takes them past copies and bounds.
// RUN: qopt %s --absorb-qdq | FileCheck %s
// RUN: qopt %s --absorb-qdq="explain=true" 2>&1 >/dev/null | FileCheck %s --check-prefix=WHAT
// RUN: qopt %s --absorb-qdq="without=absorb-qdq/raise-quantize" | FileCheck %s --check-prefix=WITHOUT
!x = !quant.uniform<i8:f32, 5.0e-1>
!y = !quant.uniform<u8:f32, 2.5e-1>
!w = !quant.uniform<i8<-127:127>:f32:0, {1.0, 5.0e-1}>

// WHAT-DAG: absorb-qdq/raise-quantize (same bits): 'yq'
// WHAT-DAG: absorb-qdq/sink-dequantize (same bits): 'xd'
// WHAT-DAG: absorb-qdq/copy-weights (same bits): 'vt'
// WHAT-DAG: absorb-qdq/equal-pairs (same bits): 'again'

// Behind relu and pool, the quantize goes back to the conv; the relu before it runs on steps.
// CHECK-LABEL: func.func @main
// CHECK:       %[[X:.*]] = nn.quantize %arg0 {nn.name = "xq"}
// CHECK-NEXT:  %[[R:.*]] = nn.relu %[[X]] {nn.name = "before"} : {{.*}} -> tensor<1x1x2x2x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK-NEXT:  %[[T:.*]] = nn.transpose %[[R]] {{.*}} -> tensor<1x1x2x2x!quant
// CHECK-NEXT:  %[[C:.*]] = nn.conv2d %[[T]], %{{.*}} {nn.name = "conv"} : {{.*}} -> tensor<1x2x2x2x!quant.uniform<u8:f32, 2.500000e-01>>
// CHECK-NEXT:  %[[B:.*]] = nn.relu %[[C]] {nn.name = "bound"}
// CHECK-NEXT:  %[[P:.*]] = nn.max_pool2d %[[B]] {{.*}}nn.name = "pool"{{.*}} -> tensor<1x2x1x1x!quant.uniform<u8
// CHECK-NEXT:  %[[A:.*]] = nn.clip %[[P]] {{.*}}nn.name = "six"{{.*}} -> tensor<1x2x1x1x!quant.uniform<u8
// CHECK-NEXT:  %[[F:.*]] = nn.reshape %[[A]] {nn.name = "flat"}
// Scales go where the transpose takes their axis.
// CHECK:       %[[V:.*]] = nn.constant {nn.name = "vq"} dense_resource<[[KEY:.*]]> : tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,5.000000e-01,2.500000e-01}>>
// CHECK-NEXT:  %[[Y:.*]] = nn.matmul %[[F]], %[[V]] {nn.name = "fc"} : {{.*}} -> tensor<1x3xf32>
// CHECK-NEXT:  return %[[Y]]
// WITHOUT:     nn.conv2d {{.*}} -> tensor<1x2x2x2xf32>
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x"}) -> tensor<1x3xf32> attributes {nn.entry} {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<2x1x1x1x!w>
  %v = nn.constant {nn.name = "v"} dense<[[1.0, 1.0], [1.0, 2.0], [1.0, -1.0]]> : tensor<3x2xf32>
  %xq = nn.quantize %x {nn.name = "xq"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2x!x>
  %xd = nn.dequantize %xq {nn.name = "xd"} : (tensor<1x1x2x2x!x>) -> tensor<1x1x2x2xf32>
  %before = nn.relu %xd {nn.name = "before"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %t = nn.transpose %before {permutation = array<i64: 0, 1, 3, 2>, nn.name = "t"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %wd = nn.dequantize %w {nn.name = "wd"} : (tensor<2x1x1x1x!w>) -> tensor<2x1x1x1xf32>
  %c = nn.conv2d %t, %wd {nn.name = "conv"} : (tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x2x2xf32>
  %b = nn.relu %c {nn.name = "bound"} : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %p = nn.max_pool2d %b {kernel = array<i64: 2, 2>, nn.name = "pool"} : (tensor<1x2x2x2xf32>) -> tensor<1x2x1x1xf32>
  %s = nn.clip %p {min = 0.0 : f32, max = 6.1 : f32, nn.name = "six"} : (tensor<1x2x1x1xf32>) -> tensor<1x2x1x1xf32>
  %f = nn.reshape %s {nn.name = "flat"} : (tensor<1x2x1x1xf32>) -> tensor<1x2xf32>
  %yq = nn.quantize %f {nn.name = "yq"} : (tensor<1x2xf32>) -> tensor<1x2x!y>
  %yd = nn.dequantize %yq {nn.name = "yd"} : (tensor<1x2x!y>) -> tensor<1x2xf32>
  %again = nn.quantize %yd {nn.name = "again"} : (tensor<1x2xf32>) -> tensor<1x2x!y>
  %ad = nn.dequantize %again {nn.name = "ad"} : (tensor<1x2x!y>) -> tensor<1x2xf32>
  %vq = nn.quantize %v {nn.name = "vq"} : (tensor<3x2xf32>) -> tensor<3x2x!quant.uniform<i8:f32:0, {1.0, 5.0e-1, 2.5e-1}>>
  %vd = nn.dequantize %vq {nn.name = "vd"} : (tensor<3x2x!quant.uniform<i8:f32:0, {1.0, 5.0e-1, 2.5e-1}>>) -> tensor<3x2xf32>
  %vt = nn.transpose %vd {permutation = array<i64: 1, 0>, nn.name = "vt"} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %y = nn.matmul %ad, %vt {nn.name = "fc"} : (tensor<1x2xf32>, tensor<2x3xf32>) -> tensor<1x3xf32>
  return %y : tensor<1x3xf32>
}
// Between two pairs, too.
// CHECK-LABEL: func.func @between
// CHECK-NEXT:  %[[R:.*]] = nn.relu %arg0 : (tensor<1x1x2x2x!quant{{.*}}>) -> tensor<1x1x2x2x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK-NEXT:  %[[P:.*]] = nn.max_pool2d %[[R]] {{.*}} -> tensor<1x1x1x1x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK-NEXT:  nn.requantize %[[P]] : {{.*}} -> tensor<1x1x1x1x!quant.uniform<u8:f32, 2.500000e-01>>
// CHECK:       [[KEY]]: "0x400000000102040104FC"
func.func @between(%x: tensor<1x1x2x2x!x>) -> tensor<1x1x1x1x!y> {
  %d = nn.dequantize %x : (tensor<1x1x2x2x!x>) -> tensor<1x1x2x2xf32>
  %r = nn.relu %d : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %p = nn.max_pool2d %r {kernel = array<i64: 2, 2>} : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x1xf32>
  %q = nn.quantize %p : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x1x!y>
  return %q : tensor<1x1x1x1x!y>
}
{-# dialect_resources: { builtin: { w: "0x400000000102" } } #-}
