// Prints each layer's time and share of one hundred, and how far the sum is from a whole run.
// RUN: qrun bench %models/lenet.onnx --per-layer --batch=2 --iterations=3 --warmup=1 --json=%t.json | FileCheck %s
// RUN: %python -c "import json,sys; l=json.load(open(sys.argv[1]))['results'][0]['layers']; print(len(l), {len(x['seconds']) for x in l}, all(s >= 0 for x in l for s in x['seconds']), sum(x['nodes'] for x in l))" %t.json | FileCheck %s --check-prefix=JSON
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun bench %models/lenet.onnx --per-layer --device=reference 2>&1 | FileCheck %s --check-prefix=REFERENCE
// RUN: sh %S/../../Inputs/expect_code.sh 3 qrun bench %models/lenet.onnx --per-layer --device=null 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun bench %models/lenet.onnx --batch=1,a 2>&1 | FileCheck %s --check-prefix=BATCH

// CHECK: lenet.onnx on host, batch 2, by layer
// CHECK: layer {{ *}}runs as {{ *}}nodes {{ *}}median ms {{ *}}p10 {{ *}}p90 {{ *}}share
// CHECK-DAG: /f/f.0/Conv {{ *}}conv2d {{ *}}1 {{.*}} %
// CHECK-DAG: /f/f.7/Gemm {{ *}}matmul {{ *}}1 {{.*}} %
// CHECK: layers together {{.*}} ms, a whole run {{.*}} ms: the difference is
// JSON: {{[0-9]+}} {3} True
// REFERENCE: --svg: the reference evaluates, it runs no program; name a device
// NULL: error: null gives no times of layers: this device does not time its nodes
// BATCH: --batch: Value a not in range 1 to 1048576
