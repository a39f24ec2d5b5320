// Times of a network on two devices in turn; the latency gate exits 5.
// RUN: qrun bench %models/mlp.onnx --device=host --device=reference --batch=1,2 --iterations=3 --warmup=1 --json=%t.json | FileCheck %s
// RUN: %python -c "import json,sys; d=json.load(open(sys.argv[1])); print(*[(r['device'], r['batch'], len(r['seconds']), r['multiply_adds']) for r in d['results']])" %t.json | FileCheck %s --check-prefix=JSON
// RUN: sh %S/../../Inputs/expect_code.sh 5 qrun bench %models/mlp.onnx --iterations=2 --gate-latency=0.000001 2>&1 | FileCheck %s --check-prefix=GATE
// RUN: sh %S/../../Inputs/expect_code.sh 0 qrun bench %models/mlp.onnx --iterations=2 --gate=100000

// CHECK: 3 runs each, in turn
// CHECK: model {{ *}}device {{ *}}batch
// CHECK: mlp.onnx {{ *}}host {{ *}}1
// CHECK: mlp.onnx {{ *}}reference {{ *}}1
// CHECK: mlp.onnx {{ *}}host {{ *}}2
// JSON: ('host', 1, 3, [[MACS:[0-9]+]]) ('reference', 1, 3, [[MACS]]) ('host', 2, 3,
// GATE: error: {{.*}}mlp.onnx on host, batch 1: median {{.*}} ms, more than --gate-latency=
