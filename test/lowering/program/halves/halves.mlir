// RUN: qopt %s --emit=program --device=host | FileCheck %s
// RUN: qopt %s --emit=kernels --device=opencl | FileCheck %s --check-prefix=KERNELS

// Two convolutions, the second with what went into it as its addend, a pool and a product, all of
// f16: no cast is a call, and nothing between two calls is f32. The bias is read as it is stored.
// CHECK: n0 'x' {{.*}}: copy
// CHECK-NEXT: n1 'h' {{.*}}: conv2d {{.*}}input b{{[0-9]+}} f16, weights c0 f16, {{.*}}AddF acc, channel0; {{.*}} as f16)
// CHECK-NEXT: n2 'y' {{.*}}: conv2d {{.*}}input b{{[0-9]+}} f16, weights c0 f16, {{.*}}AddF acc, tensor0; {{.*}} as f16)
// CHECK-NEXT: n3 'q' {{.*}}: pool2d {{.*}}inputType f16, {{.*}} as f16)
// CHECK-NOT: elementwise
// CHECK: matmul {{.*}}a b{{[0-9]+}} f16, b c{{[0-9]+}} f16
// CHECK-NOT: elementwise
// CHECK-NOT: activation f32

// Inputs are widened where they are loaded, weights where they are packed.
// KERNELS: #define INPUT_TYPE u16
// KERNELS: #define INPUT_VALUE(x) widenFloat((x), 5, 10, 3)
// KERNELS: #define WEIGHT_TYPE f32
// KERNELS: #define WEIGHT_VALUE(x) (x)
!x = tensor<?x8x4x4xf16, #nn.dims<N>>
!f = tensor<?x8x4x4xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> tensor<?x3xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<8x8x1x1xf16>
  %b = nn.constant {nn.name = "b"} dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf16>
  %m = nn.constant {nn.name = "m"} dense<0.25> : tensor<8x3xf16>
  %xf = nn.cast %x {nn.name = "xf"} : (!x) -> !f
  %wf = nn.cast %w {nn.name = "wf"} : (tensor<8x8x1x1xf16>) -> tensor<8x8x1x1xf32>
  %bf = nn.cast %b {nn.name = "bf"} : (tensor<8xf16>) -> tensor<8xf32>
  %mf = nn.cast %m {nn.name = "mf"} : (tensor<8x3xf16>) -> tensor<8x3xf32>
  %c = nn.conv2d %xf, %wf bias %bf {nn.name = "c"} : (!f, tensor<8x8x1x1xf32>, tensor<8xf32>) -> !f
  %h = nn.cast %c {nn.name = "h"} : (!f) -> !x
  %hf = nn.cast %h {nn.name = "hf"} : (!x) -> !f
  %d = nn.conv2d %hf, %wf {nn.name = "d"} : (!f, tensor<8x8x1x1xf32>) -> !f
  %s = nn.add %d, %hf {nn.name = "s"} : (!f, !f) -> !f
  %y = nn.cast %s {nn.name = "y"} : (!f) -> !x
  %yf = nn.cast %y {nn.name = "yf"} : (!x) -> !f
  %p = nn.max_pool2d %yf {kernel = array<i64: 4, 4>, nn.name = "p"} : (!f) -> tensor<?x8x1x1xf32, #nn.dims<N>>
  %q = nn.cast %p {nn.name = "q"} : (tensor<?x8x1x1xf32, #nn.dims<N>>) -> tensor<?x8x1x1xf16, #nn.dims<N>>
  %r = nn.reshape %q {nn.name = "r"} : (tensor<?x8x1x1xf16, #nn.dims<N>>) -> tensor<?x8xf16, #nn.dims<N>>
  %rf = nn.cast %r {nn.name = "rf"} : (tensor<?x8xf16, #nn.dims<N>>) -> tensor<?x8xf32, #nn.dims<N>>
  %z = nn.matmul %rf, %mf {nn.name = "z"} : (tensor<?x8xf32, #nn.dims<N>>, tensor<8x3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
  return %z : tensor<?x3xf32, #nn.dims<N>>
}
