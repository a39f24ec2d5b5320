// Text, bytecode and standard output hold the same module; a refused path or a
// full disk is one error, and the old file stays.
// RUN: qopt %s | FileCheck %s
// RUN: qopt - < %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc
// RUN: qopt %t.mlirbc -o %t.mlir
// RUN: qopt %s -o - | diff - %t.mlir
// RUN: qopt %t.mlirbc --verify-roundtrip -o %t.again.mlirbc
// RUN: cmp %t.mlirbc %t.again.mlirbc
// RUN: : > %t.empty.mlirbc
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %t.empty.mlirbc -o %t.empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt - < /dev/null 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: qopt - < %t.mlirbc | FileCheck %s
// RUN: qopt %s --strip-unused --merge-duplicates | FileCheck %s --check-prefix=ORDER
// RUN: qopt %s --pass-pipeline='builtin.module(strip-unused,merge-duplicates)' | FileCheck %s --check-prefix=ORDER
// RUN: rm -rf %t.dir && mkdir %t.dir && echo old > %t.dir/o.mlir
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %models/mlp.onnx --insert-quant -o %t.dir/o.mlir 2>&1 | FileCheck %s --check-prefix=QUANT
// RUN: grep old %t.dir/o.mlir
// RUN: ls %t.dir | count 1
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s -o %t.dir/none/o.mlir 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s -o /dev/full 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: sh %S/../Inputs/expect_code.sh 1 sh -c 'qopt %s > /dev/full' 2>&1 | FileCheck %s --check-prefix=STDOUT
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s --from=onnx 2>&1 | FileCheck %s --check-prefix=ONNX

// CHECK: nn.relu {{.*}} "a"
// CHECK: nn.relu {{.*}} "b"
// ORDER: nn.relu
// ORDER-NOT: nn.relu
// QUANT: mlp.onnx: {{.*}}error:{{.*}}qrun calibrate
// EMPTY: error: the file is empty
// FOLDER: none/o.mlir: cannot write: No such file or directory
// FULL: error: /dev/full: cannot write: No space left on device
// STDOUT: error: standard output: cannot write: No space left on device
// ONNX: output.mlir

func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<2xf32> {
  %a = nn.relu %x {nn.name = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %b = nn.relu %x {nn.name = "b"} : (tensor<2xf32>) -> tensor<2xf32>
  return %a : tensor<2xf32>
}
