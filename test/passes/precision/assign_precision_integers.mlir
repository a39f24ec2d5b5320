// Halves stand around integers, not between them: the inside of integer attention is f32 (I1) and keeps its bytes, what is
// quantized where it is made is not rounded before, through copies too; the residual stream and what a norm reads are halves.
// RUN: qopt %s --insert-quant="attention=integer" --fold-dequant -o %t.f32.mlir 2>/dev/null
// RUN: qopt %t.f32.mlir --assign-precision="type=f16 explain=true" --cancel-conversions -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s < %t.mlir
// RUN: not qopt %t.f32.mlir --assign-precision="layers=att/scaled" 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: qopt %t.f32.mlir --assign-precision="layers=norm" -o - 2>/dev/null | FileCheck %s --check-prefix=ASKED
// RUN: qrun compare %t.mlir --device=host --other-device=reference --exact | FileCheck %s --check-prefix=SAME
// RUN: qrun compare %t.f32.mlir %t.mlir | FileCheck %s --check-prefix=BYTES
// RUN: qrun compare %t.mlir --device=host --other-device=opencl --exact | FileCheck %s --check-prefix=SAME

// SAID-DAG: remark: 'att/scores' stays as it is: it stands between integers, where floats are f32 (I1)
// SAID-DAG: remark: 'att/masked' stays as it is: it stands between integers
// SAID-DAG: remark: 'att/probabilities' stays as it is: it stands between integers
// SAID-DAG: remark: 'norm' stays f32: only integers are computed from it
// SAID-DAG: remark: 'rolled' stays f32: only integers are computed from it
// SAID-DAG: remark: {{[0-9]+}} layers write f16
// NAMED: error: assign-precision: 'att/scaled' cannot become f16: it stands between integers

// CHECK:      nn.matmul {{.*}} {nn.name = "att/scores", {{.*}} -> tensor<?x2x3x3xf32
// CHECK:      nn.mul {{.*}} {nn.name = "att/scaled"} : {{.*}} -> tensor<?x2x3x3xf32
// CHECK:      nn.add {{.*}} {nn.name = "att/masked"} : {{.*}} -> tensor<?x2x3x3xf32
// CHECK:      %[[P:.*]] = nn.masked_softmax {{.*}} {axis = 3 : i64, nn.name = "att/probabilities"{{.*}} -> tensor<?x2x3x3xf32
// CHECK-NEXT: nn.quantize %[[P]]
// CHECK:      nn.matmul {{.*}} {nn.name = "o/f32"
// CHECK:      %[[S:.*]] = nn.add {{.*}} {nn.name = "sum"{{.*}} -> tensor<?x2x3x4xf16
// CHECK:      %[[W:.*]] = nn.cast %[[S]]
// CHECK:      %[[N:.*]] = nn.layer_norm %[[W]]
// CHECK:      %[[T:.*]] = nn.concat {{.*}} {axis = 2 : i64, nn.name = "rolled"{{.*}} -> tensor<?x2x3x4xf32
// CHECK:      nn.quantize %[[T]]
// ASKED:      nn.layer_norm {{.*}} {{.*}}"norm/f32"
// BYTES-DAG:  att/probabilities_quantize {{.*}} 0 of 144
// BYTES-DAG:  {{^att .*}} 0 of 192
// SAME:       0 not equal bit by bit

!x = tensor<?x2x3x4xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, -0.5, 0.25, 0.0], [0.5, 1.0, -1.0, 0.3], [0.2, 0.1, 0.7, -0.4], [0.0, 0.6, -0.9, 1.0]]> : tensor<4x4xf32>
  %mask = nn.constant {nn.name = "mask"} dense<[[0.0, -1.0e9, -1.0e9], [0.1, 0.0, -1.0e9], [0.2, 0.1, 0.0]]> : tensor<3x3xf32>
  %g = nn.constant {nn.name = "g"} dense<[1.0, 1.1, 0.9, 1.0]> : tensor<4xf32>
  %q = nn.matmul %x, %w {nn.name = "q", nn.range = #nn.range<-2.0, 2.0>} : (!x, tensor<4x4xf32>) -> !x
  %y = nn.attention %q, %q, %q, %mask {nn.name = "att", scale = 0.5 : f32, softcap = 0.0 : f32, nn.range = #nn.range<-2.0, 2.0>} : (!x, !x, !x, tensor<3x3xf32>) -> !x
  %o = nn.matmul %y, %w {nn.name = "o", nn.range = #nn.range<-4.0, 4.0>} : (!x, tensor<4x4xf32>) -> !x
  %s = nn.add %x, %o {nn.name = "sum", nn.range = #nn.range<-4.0, 4.0>} : (!x, !x) -> !x
  %n = nn.layer_norm %s scale %g bias %g {nn.name = "norm", axis = 3 : i64, epsilon = 1.0e-5 : f32, nn.range = #nn.range<-3.0, 3.0>} : (!x, tensor<4xf32>, tensor<4xf32>) -> !x
  %n1 = nn.slice %n {nn.name = "after", starts = array<i64: 0, 0, 1, 0>, steps = array<i64: 1, 1, 1, 1>} : (!x) -> tensor<?x2x2x4xf32, #nn.dims<N>>
  %n2 = nn.slice %n {nn.name = "first", starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>} : (!x) -> tensor<?x2x1x4xf32, #nn.dims<N>>
  %t = nn.concat %n1, %n2 {nn.name = "rolled", axis = 2 : i64, nn.range = #nn.range<-3.0, 3.0>} : (tensor<?x2x2x4xf32, #nn.dims<N>>, tensor<?x2x1x4xf32, #nn.dims<N>>) -> !x
  %b = nn.matmul %t, %w {nn.name = "h", nn.range = #nn.range<-4.0, 4.0>} : (!x, tensor<4x4xf32>) -> !x
  %r = nn.add %s, %b {nn.name = "r", nn.range = #nn.range<-6.0, 6.0>} : (!x, !x) -> !x
  return %r : !x
}
