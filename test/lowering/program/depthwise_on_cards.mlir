// RUN: qopt %s --emit=program --described=%S/Inputs/h100.device | FileCheck %s
// RUN: qopt %s --emit=kernels --described=%S/Inputs/h100.device | FileCheck %s --check-prefix=TEXT

// A filter for each channel: lanes take neighbouring channels, small batches few results an item, large ones many; both read one
// form of the weights, floats for bytes (dilated: depthwise_dot_products.mlir has the others). Two filters a channel take the general rows.
// CHECK: load c{{[0-9]+}} -> c{{[0-9]+}} f32 3x3x512
// CHECK: 'depthwise' {{.*}} launch conv2d_depthwise_vector({{.*}} dependent by conv2d.gpu.depthwise {pixels 1, channels 1}
// CHECK: from batch 64 launch conv2d_depthwise_vector({{.*}} by conv2d.gpu.depthwise {pixels 4, channels 8}
// CHECK: 'doubled' {{.*}} by conv2d.gpu.2x4
// TEXT: ---- kernel conv2d_depthwise_vector ----
// TEXT: #define VECTOR_STORES 1
!x = tensor<?x512x14x14xi8, #nn.dims<N>>
!y = tensor<?x512x14x14xi32, #nn.dims<N>>
!z = tensor<?x1024x14x14xi32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> (!y, !z) {
  %w = nn.constant {nn.name = "w"} dense<3> : tensor<512x1x3x3xi8>
  %v = nn.constant {nn.name = "v"} dense<3> : tensor<1024x1x3x3xi8>
  %a = nn.conv2d %x, %w {groups = 512 : i64, pads = array<i64: 2, 2, 2, 2>, dilations = array<i64: 2, 2>, nn.name = "depthwise"} : (!x, tensor<512x1x3x3xi8>) -> !y
  %b = nn.conv2d %x, %v {groups = 512 : i64, pads = array<i64: 1, 1, 1, 1>, nn.name = "doubled"} : (!x, tensor<1024x1x3x3xi8>) -> !z
  return %a, %b : !y, !z
}
