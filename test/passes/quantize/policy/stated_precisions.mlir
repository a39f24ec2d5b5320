// The precisions that the network's file states (nn.precisions) hold before a policy, and keys that
// are gone say nothing.
// RUN: qopt %s --insert-quant="why=a,b,c" 2>&1 | FileCheck %s
// RUN: qopt %s --insert-quant="float=a why=a" 2>&1 | FileCheck %s --check-prefix=OVER
// RUN: qopt %s --assign-precision="stated=true explain=true" 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: sed -e 's/, b = "half"//' %s | not qopt - --assign-precision="stated=true" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sed -e 's/"half"/"f16"/' %s | not qopt - 2>&1 | FileCheck %s --check-prefix=BAD

// CHECK: 'a' is f32; 'a' computes on integers and writes float
// CHECK: 'b' is {{.*}}'b' stays float: the network's file says so
// CHECK: 'c' is f32; 'c' computes on integers
// CHECK: nn.quantize {{.*}}nn.name = "x_quantize"{{.*}}!quant.uniform<i16:f32
// CHECK: nn.conv2d {{.*}}nn.name = "a"{{.*}}i16
// CHECK: nn.quantize {{.*}}!quant.uniform<i8:f32
// CHECK: nn.conv2d {{.*}}nn.name = "c"
// OVER: 'a' stays float: option float says so
// HALF: remark: 1 layers write f16
// HALF: nn.cast {{.*}}{nn.name = "b", {{.*}}xf16,
// NONE: assign-precision: stated: the network's file has no layer in half precision
// BAD: nn.precisions of a function says float, half, int8 or int16 of layers by name
func.func @main(%x: tensor<?x2x4x4xf32, #nn.dims<N>> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>})
    -> tensor<?x2x4x4xf32, #nn.dims<N>>
    attributes {nn.entry, nn.precisions = {a = "int16", b = "half", c = "int8", folded = "float"}} {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<2x2x1x1xf32>
  %a = nn.conv2d %x, %w {nn.name = "a", nn.range = #nn.range<-1.0, 1.0>} : (tensor<?x2x4x4xf32, #nn.dims<N>>, tensor<2x2x1x1xf32>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  %b = nn.conv2d %a, %w {nn.name = "b", nn.range = #nn.range<-1.0, 1.0>} : (tensor<?x2x4x4xf32, #nn.dims<N>>, tensor<2x2x1x1xf32>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  %c = nn.conv2d %b, %w {nn.name = "c", nn.range = #nn.range<-1.0, 1.0>} : (tensor<?x2x4x4xf32, #nn.dims<N>>, tensor<2x2x1x1xf32>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  return %c : tensor<?x2x4x4xf32, #nn.dims<N>>
}
