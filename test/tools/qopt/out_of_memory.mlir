// Memory runs out in a pass, in printing or in an importer: one error, exit code 1, nothing
// written.
// REQUIRES: memory-limits
// RUN: rm -f %t.mlirbc
// RUN: %python %S/../Inputs/within.py 2500 1 qopt %s --fold-constants=max-bytes=8000000000 -o %t.mlirbc 2>&1 | FileCheck %s
// RUN: %python %S/../Inputs/within.py 2500 1 qopt %s --emit=program 2>&1 | FileCheck %s
// RUN: %python %S/../Inputs/within.py 2500 1 qrun compile %s -o %t.qart 2>&1 | FileCheck %s
// RUN: not ls %t.mlirbc
// RUN: not ls %t.qart

// A splat is one number: what is said of it takes no more.
// RUN: %python %S/../Inputs/within.py 2500 0 qopt %s --summarize | FileCheck %s --check-prefix=SUMMARY
// RUN: %python %S/../Inputs/within.py 2500 0 qopt %s --merge-duplicates -o %t.mlir
// RUN: FileCheck %s --check-prefix=MERGED < %t.mlir

// CHECK-NOT: PLEASE
// CHECK: error: not enough memory
// CHECK-NOT: error

// SUMMARY: f32 {{ *}}1 {{ *}}800,000,000 {{ *}}3,200,000,000
// MERGED-COUNT-1: nn.constant
// MERGED-NOT: nn.constant

func.func @main(%x: tensor<1xf32> {nn.name = "x"}) -> tensor<1xf32> attributes {nn.entry} {
  %k = nn.constant {nn.name = "k"} dense<1.0> : tensor<20000x40000xf32>
  %l = nn.constant {nn.name = "l"} dense<1.0> : tensor<20000x40000xf32>
  %s = nn.add %k, %l {nn.name = "s"} : (tensor<20000x40000xf32>, tensor<20000x40000xf32>) -> tensor<20000x40000xf32>
  %r = nn.reduce_sum %s {nn.name = "r", axes = array<i64: 0, 1>} : (tensor<20000x40000xf32>) -> tensor<f32>
  %y = nn.add %x, %r {nn.name = "y"} : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}
