// Writes each step of a start and the device's memory as JSON, with and without reuse of memory.
// RUN: qrun bench %models/mlp.onnx --device=host:1 --batch=3 --iterations=2 --warmup=1 --export-times=%t.model.json
// RUN: qrun bench %models/mlp.onnx --device=host:1 --batch=3 --iterations=2 --no-reuse --export-times=%t.apart.json
// RUN: qrun compile %models/mlp.onnx -o %t.qart
// RUN: qrun bench %t.qart --device=host:1 --batch=3 --iterations=2 --export-times=%t.artifact.json
// RUN: %python %S/../Inputs/starts.py %t.model.json %t.artifact.json %t.apart.json | FileCheck %s
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun bench %t.qart --no-reuse 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: qrun bench %s --shape=x:3x4 --iterations=1 --export-times=%t.shaped.json
// RUN: %python %S/../Inputs/starts.py %t.shaped.json | FileCheck %s --check-prefix=SHAPED

// Three samples of 784 floats and the 30 that become of them; a place is a multiple of 64 bytes. Apart lie the 10 behind.
// CHECK: parse device lowering kernels upload; largest live 9768, activations 9792, sum - constants 9792
// CHECK-NEXT: parse device kernels upload; largest live 9768, activations 9792, sum - constants 9792
// CHECK-NEXT: parse device lowering kernels upload; largest live 9768, activations 9984, sum - constants 9984
// COMPILED: is compiled already: --no-reuse needs the model
// SHAPED: parse device lowering kernels upload; largest live 96

func.func @main(%x: tensor<?x?xf32, #nn.dims<N, T>> {nn.name = "x"}) -> tensor<?x?xf32, #nn.dims<N, T>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x?xf32, #nn.dims<N, T>>) -> tensor<?x?xf32, #nn.dims<N, T>>
  return %y : tensor<?x?xf32, #nn.dims<N, T>>
}
