// Steps of what a hard swish or hard sigmoid alone reads end where that is flat (P8): both sides are
// compared between these ends, be the function a table or behind nn.dequantize.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:2,2:-1,0.5,1,-0.75
// RUN: qopt %s --insert-quant="region=all scheme=affine" --fold-dequant -o %t.q.mlir
// RUN: FileCheck %s --check-prefix=STEPS < %t.q.mlir
// RUN: qrun compare %s %t.q.mlir --input=%t.x.npy | FileCheck %s
// STEPS: nn.name = "wide", {{.*}}i8:f32, 0.0431
// STEPS: nn.name = "gate", {{.*}}i8:f32, 0.0235
// STEPS: nn.dequantize
// CHECK-DAG: wide {{.*}} 0.0{{.*}} of 4 {{.*}}swish
// CHECK-DAG: gate {{.*}} 0.0{{.*}} of 4 {{.*}}share
!t = tensor<?x2xf32, #nn.dims<N>>
func.func @main(%x: !t {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> (!t, !t) {
  %k = nn.constant {nn.name = "k"} dense<8.0> : tensor<1xf32>
  %h = nn.constant {nn.name = "half"} dense<0.5> : tensor<1xf32>
  %w = nn.mul %x, %k {nn.name = "wide", nn.range = #nn.range<-8.0, 8.0>} : (!t, tensor<1xf32>) -> !t
  %s = nn.hard_swish %w {nn.name = "swish", nn.range = #nn.range<-0.375, 8.0>} : (!t) -> !t
  %g = nn.mul %x, %k {nn.name = "gate", nn.range = #nn.range<-8.0, 8.0>} : (!t, tensor<1xf32>) -> !t
  %v = nn.hard_sigmoid %g {alpha = 0.16666667 : f32, beta = 0.5 : f32, nn.name = "share", nn.range = #nn.range<0.0, 1.0>} : (!t) -> !t
  %m = nn.mul %v, %h {nn.name = "scaled", nn.range = #nn.range<0.0, 0.5>} : (!t, tensor<1xf32>) -> !t
  return %s, %m : !t, !t
}
