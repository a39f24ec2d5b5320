// RUN: qopt %s --insert-quant --fold-dequant --absorb-residual -o %t.mlir
// RUN: qopt %t.mlir --emit=program --described=%S/Inputs/h100.device | FileCheck %s
// RUN: qopt %t.mlir --emit=program --described=%S/Inputs/h100.device | FileCheck %s --check-prefix=ALIKE

// A bottleneck of ResNet-50 with its beginning and end: every layer by tensor cores or in vectors, the
// picture padded to four channels, nothing copied between layers, weights packed once.
// CHECK:  'x_quantize' {{.*}}: launch elementwise
// CHECK:  'stem' {{.*}} launch conv2d_mma_first{{.*}} dependent by conv2d.first {blockRows
// CHECK:  'pool' {{.*}} launch max_pool_vector
// CHECK:  'reduce' {{.*}} by conv2d.
// CHECK:  'window' {{.*}} by conv2d.mma
// CHECK:    from batch {{.*}} by conv2d.
// CHECK:  'sum' {{.*}} by conv2d.
// CHECK:  'mean' {{.*}} launch average_pool_vector
// CHECK:  'fc' {{.*}} by matmul.mma
// CHECK-NOT: launch copy

// ALIKE-COUNT-4: load c
// ALIKE-NOT: load c
!i = tensor<?x3x32x32xf32, #nn.dims<N>>
!a = tensor<?x64x16x16xf32, #nn.dims<N>>
!b = tensor<?x64x8x8xf32, #nn.dims<N>>
!p = tensor<?x64x1x1xf32, #nn.dims<N>>
func.func @main(%x: !i {nn.name = "x", nn.range = #nn.range<0.0, 1.0>}) -> tensor<?x16xf32, #nn.dims<N>> {
  %w0 = nn.constant {nn.name = "w0"} dense<0.01> : tensor<64x3x7x7xf32>
  %w1 = nn.constant {nn.name = "w1"} dense<0.02> : tensor<64x64x1x1xf32>
  %w2 = nn.constant {nn.name = "w2"} dense<0.03> : tensor<64x64x3x3xf32>
  %w3 = nn.constant {nn.name = "w3"} dense<0.04> : tensor<64x64x1x1xf32>
  %w4 = nn.constant {nn.name = "w4"} dense<0.05> : tensor<64x16xf32>
  %c = nn.conv2d %x, %w0 {pads = array<i64: 3, 3, 3, 3>, strides = array<i64: 2, 2>, nn.name = "stem", nn.range = #nn.range<0.0, 1.0>} : (!i, tensor<64x3x7x7xf32>) -> !a
  %m = nn.max_pool2d %c {kernel = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>, nn.name = "pool", nn.range = #nn.range<0.0, 1.0>} : (!a) -> !b
  %r = nn.conv2d %m, %w1 {nn.name = "reduce", nn.range = #nn.range<0.0, 1.0>} : (!b, tensor<64x64x1x1xf32>) -> !b
  %k = nn.conv2d %r, %w2 {pads = array<i64: 1, 1, 1, 1>, nn.name = "window", nn.range = #nn.range<0.0, 1.0>} : (!b, tensor<64x64x3x3xf32>) -> !b
  %e = nn.conv2d %k, %w3 {nn.name = "expand", nn.range = #nn.range<-1.0, 1.0>} : (!b, tensor<64x64x1x1xf32>) -> !b
  %s = nn.add %e, %m {nn.name = "sum", nn.range = #nn.range<0.0, 2.0>} : (!b, !b) -> !b
  %v = nn.avg_pool2d %s {kernel = array<i64: 8, 8>, nn.name = "mean", nn.range = #nn.range<0.0, 2.0>} : (!b) -> !p
  %f = nn.reshape %v {nn.name = "flat"} : (!p) -> tensor<?x64xf32, #nn.dims<N>>
  %y = nn.matmul %f, %w4 {nn.name = "fc"} : (tensor<?x64xf32, #nn.dims<N>>, tensor<64x16xf32>) -> tensor<?x16xf32, #nn.dims<N>>
  return %y : tensor<?x16xf32, #nn.dims<N>>
}
