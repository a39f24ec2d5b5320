// Sets how long it runs, and what is fed, in trtexec's words.
// RUN: qrun bench %models/mlp.onnx --shapes=input:4x1x28x28 --warmup=1ms --iterations=2 --json=%t.json | FileCheck %s --check-prefix=SHAPES
// RUN: %python -c "import json,sys; print(json.load(open(sys.argv[1]))['results'][0]['batch'])" %t.json | FileCheck %s --check-prefix=BATCH
// RUN: qrun bench %models/mlp.onnx --warmUp=1 --iterations=1 --duration=0.05 --json=%t.json
// RUN: %python -c "import json,sys; s=json.load(open(sys.argv[1]))['results'][0]['seconds']; print(len(s) > 1, 0 < sum(s))" %t.json | FileCheck %s --check-prefix=LASTED

// A second open size is bound, the batch is not; what does not fit says so.
// RUN: qrun bench %s --shapes=x:6x5 --iterations=1 --export-layers=%t.layers.json | FileCheck %s --check-prefix=OPEN
// RUN: FileCheck %s --check-prefix=FED < %t.layers.json
// RUN: not qrun bench %models/mlp.onnx --shapes=y:4x1x28x28 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not qrun bench %models/mlp.onnx --shapes=input:4x1x28x27 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun bench %models/mlp.onnx --shapes=input:4x1x28x28 --batch=4 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun bench %models/mlp.onnx --shapes=input:?x1 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun bench %models/mlp.onnx --warmup=3m 2>&1 | FileCheck %s --check-prefix=WARMUP
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun bench %models/mlp.onnx --percentile=nan 2>&1 | FileCheck %s --check-prefix=PERCENTILE

// SHAPES: mlp.onnx {{ *}}host {{ *}}4
// BATCH: 4
// LASTED: True True
// OPEN: bench_pace.mlir {{ *}}host {{ *}}6
// FED: "shape": [
// FED-NEXT: 6,
// FED-NEXT: 5
// NAME: mlp.onnx: {{.*}}--shapes=y:4x1x28x28: the model has no such input; it has: input
// SIZE: mlp.onnx: {{.*}}--shapes=input:4x1x28x27: the input takes Nx1x28x28
// BOTH: error: --batch excludes --shapes
// FORM: --shapes=input:?x1: expected INPUT:SIZES, each 1 or more, separated by commas, as x:8x3x224x224
// WARMUP: --warmup=3m: expected runs, as 3, or a time of at most an hour, as 200ms
// PERCENTILE: --percentile: Value nan not in range 0 to 100
func.func @main(%x: tensor<?x?xf32, #nn.dims<N, W>> {nn.name = "x"}) -> (tensor<?x?xf32, #nn.dims<N, W>> {nn.name = "y"}) {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x?xf32, #nn.dims<N, W>>) -> tensor<?x?xf32, #nn.dims<N, W>>
  return %y : tensor<?x?xf32, #nn.dims<N, W>>
}
