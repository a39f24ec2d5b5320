// The result is never a network outside the bounds: where int8 breaks them, floats remain. Names of layers may have any characters.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:16,2:1,2,3,-4,-5,6,7,8,2,1,3,-3,-4,5,6,7,1,2,3,-4,-5,6,7,8,2,1,3,-3,-4,5,6,7
// RUN: rm -f %t.journal %t.policy.json
// RUN: qrun search %s --data=%t.x.npy -o %t.q.mlirbc --min-sqnr=200 --json=%t.json --resume=%t.journal --write-policy=%t.policy.json --picture=%t.svg | FileCheck %s
// CHECK: network {{.*}}within bounds
// CHECK: f32 {{.*}}yes
// CHECK: int8 {{.*}}no
// CHECK: errors of {{.*}} networks, predicted before they were measured: rank correlation
// CHECK: chosen: f32
// RUN: qopt %t.q.mlirbc | FileCheck %s --check-prefix=FLOAT
// FLOAT-NOT: nn.quantize
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// JSON: "chosen": "f32"
// JSON: "rank_correlation":
// JSON: "layer": "it's \"a\" {"
// JSON: "noise_alone": {{[0-9]}}
// JSON: "network": "int8"
// RUN: FileCheck %s --check-prefix=POLICY < %t.policy.json
// POLICY: "it's \"a\" {": {
// POLICY-NEXT: "precision": "float"
// RUN: FileCheck %s --check-prefix=SVG < %t.svg
// SVG: <svg {{.*}}
// SVG: f32</text>

// A second search goes on from what the first one measured, another one is refused, and the policy is read again.
// RUN: qrun search %s --data=%t.x.npy -o %t.q.mlirbc --min-sqnr=200 --resume=%t.journal | FileCheck %s
// RUN: not qrun search %s --data=%t.x.npy -o %t.q.mlirbc --looks=3 --resume=%t.journal 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: {{.*}}was written by another search

// Dynamic ranges leave nothing of the samples in the networks; other samples are told apart all the same.
// RUN: %python %S/../../Inputs/make_array.py %t.y.npy f4:16,2:1,2,3,-4,-5,6,7,8,2,1,3,-3,-4,5,6,7,1,2,3,-4,-5,6,7,8,2,1,3,-3,-4,5,6,9
// RUN: rm -f %t.dynamic.journal
// RUN: qrun search %s --data=%t.x.npy -o %t.q.mlirbc --mode=dynamic --no-repair --min-sqnr=200 --resume=%t.dynamic.journal | FileCheck %s
// RUN: not qrun search %s --data=%t.y.npy -o %t.q.mlirbc --mode=dynamic --no-repair --min-sqnr=200 --resume=%t.dynamic.journal 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: qrun search %s --data=%t.x.npy -o %t.p.mlirbc --policy=%t.policy.json | FileCheck %s --check-prefix=REPLAY
// REPLAY: policy {{.*}} - {{.*}} - {{.*}}yes
// REPLAY: chosen: policy

// RUN: not qrun search %s --data=%t.x.npy -o %t.no.mlirbc --device=reference 2>&1 | FileCheck %s --check-prefix=TIMES
// TIMES: error: --device=reference: gives no times of layers, which a search chooses by
// RUN: not ls %t.no.mlirbc

!t = tensor<?x2xf32, #nn.dims<N>>
func.func @main(%x: !t {nn.name = "x"}) -> !t {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.3], [0.1, 1.2]]> : tensor<2x2xf32>
  %a = nn.matmul %x, %w {nn.name = "it's \22a\22 {"} : (!t, tensor<2x2xf32>) -> !t
  %r = nn.relu %a {nn.name = "r"} : (!t) -> !t
  %v = nn.constant {nn.name = "v"} dense<[[0.7, -0.3], [0.4, 0.9]]> : tensor<2x2xf32>
  %b = nn.matmul %r, %v {nn.name = "b"} : (!t, tensor<2x2xf32>) -> !t
  return %b : !t
}
