// A policy's network outside the bounds makes the exit status 4, and nothing is written; outputs that are no numbers are an error of their own.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:8,2:1,2,3,4,5,6,7,8,2,1,3,3,4,5,6,7
// RUN: %python %S/../../Inputs/make_array.py %t.nan.npy f4:4,2:-1,-2,-3,-4,-5,-6,-7,-8
// RUN: rm -f %t.q.mlirbc
// RUN: echo '{"version": 1, "layers": {"a": {"precision": "int8"}}}' > %t.int8.json
// RUN: sh -c 'qrun search %s --data=%t.x.npy --test=%t.x.npy -o %t.q.mlirbc --policy=%t.int8.json --min-sqnr=200 > %t.said 2>&1; test $? = 4'
// RUN: FileCheck %s < %t.said
// CHECK: policy {{.*}}no
// CHECK: the policy's network is outside the bounds
// CHECK: error: {{.*}}exit_status.mlir: {{.*}}; no network was written

// RUN: sh -c 'qrun search %s --data=%t.x.npy --test=%t.nan.npy -o %t.q.mlirbc --min-sqnr=20 > %t.said 2>&1; test $? = 1'
// RUN: FileCheck %s --check-prefix=NAN < %t.said
// NAN: error: {{.*}}its output 'l' is NaN
// RUN: not ls %t.q.mlirbc

// RUN: echo '{"version": 1, "layers": {"z": {"precision": "float"}}}' > %t.policy.json
// RUN: not qrun search %s --data=%t.x.npy --test=%t.x.npy -o %t.q.mlirbc --policy=%t.policy.json 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: {{.*}}policy.json: names layer 'z'
// RUN: not qrun search %s --data=%t.x.npy -o %t.q.mlirbc --policy=%t.policy.json --resume=%t.journal 2>&1 | FileCheck %s --check-prefix=UNUSED
// UNUSED: --resume

!t = tensor<?x2xf32, #nn.dims<N>>
func.func @main(%x: !t {nn.name = "x"}) -> !t {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.3], [0.1, 1.2]]> : tensor<2x2xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (!t, tensor<2x2xf32>) -> !t
  %l = nn.sqrt %a {nn.name = "l"} : (!t) -> !t
  return %l : !t
}
