// Times, layers' times and what layers run as, as JSON; a chart of the layers.
// RUN: qrun bench %models/lenet.onnx --batch=2 --iterations=3 --warmup=1 --percentile=50,99.5 --export-times=%t.times.json --export-profile=%t.profile.json --export-layers=%t.layers.json --svg=%t.svg | FileCheck %s --implicit-check-not="by layer"
// RUN: %python -c "import json,sys; r=json.load(open(sys.argv[1]))['results'][0]; print(r['batch'], len(r['seconds']), 'layers' in r)" %t.times.json | FileCheck %s --check-prefix=TIMES
// RUN: %python -c "import json,sys; r=json.load(open(sys.argv[1]))['results'][0]; l=r['layers']; print(r['device'], len(l), {len(x['seconds']) for x in l}, round(sum(x['share'] for x in l), 6), all(x['median_seconds']==sorted(x['seconds'])[1] for x in l))" %t.profile.json | FileCheck %s --check-prefix=PROFILE
// RUN: FileCheck %s --check-prefix=LAYERS < %t.layers.json
// RUN: FileCheck %s --check-prefix=CHART < %t.svg

// CHECK: 3 runs each, in turn
// CHECK: model {{ *}}device {{ *}}batch {{ *}}median ms {{ *}}p50 {{ *}}p99.5 {{ *}}ms/sample
// TIMES: 2 3 True
// PROFILE: host {{[0-9]+}} {3} 1.0 True

// The first convolution: 5x5 of 1 channel in f32, its bias beside.
// LAYERS: "weight_bytes":
// LAYERS: "name": "/f/f.0/Conv"
// LAYERS: "runs_as": "conv2d"
// LAYERS-NEXT: "call": "conv2d {shape {in 28x28,
// LAYERS-NEXT: "inputs": [
// LAYERS-NEXT: {
// LAYERS-NEXT: "value": "input"
// LAYERS-NEXT: "type": "f32"
// LAYERS-NEXT: "shape": [
// LAYERS-NEXT: 2,
// LAYERS: "outputs": [
// LAYERS: "weight_bytes": {{[1-9][0-9]*}}

// CHART: <svg
// CHART: time by layer: lenet.onnx on host, batch 2</text>
// CHART: /f/f.0/Conv</text>{{.*}} ms, {{[0-9.]+}} %, conv2d</text>

// Two results in one chart are told apart; whatever cannot be looked into is refused at once.
// RUN: qrun bench %models/mlp.onnx --batch=1,2 --iterations=1 --svg=%t.two.svg
// RUN: FileCheck %s --check-prefix=TWO < %t.two.svg
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun bench %models/mlp.onnx --device=reference --export-layers=%t.none 2>&1 | FileCheck %s --check-prefix=REFERENCE
// RUN: not qrun bench %models/mlp.onnx --svg=%t.none/a.svg 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not ls %t.none
// TWO: mlp.onnx on host, batch 1: {{.*}}</text>
// TWO: mlp.onnx on host, batch 2: {{.*}}</text>
// REFERENCE: the reference evaluates, it runs no program; name a device
// FOLDER: error: {{.*}}none/a.svg
