// A file cut off inside its weights, where upstream's lexer crashes: an error, exit code 1, nothing written.
// RUN: qopt %models/lenet.onnx -o %t.mlir
// RUN: %python -c "import sys; b=open(sys.argv[1],'rb').read(); open(sys.argv[2],'wb').write(b[:len(b)*99//100])" %t.mlir %t.cut.mlir
// RUN: rm -f %t.out.mlir
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %t.cut.mlir -o %t.out.mlir 2>&1 | FileCheck %s
// RUN: not ls %t.out.mlir
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun bench %t.cut.mlir 2>&1 | FileCheck %s
// RUN: sh %S/../Inputs/expect_code.sh 1 sh -c "qopt - <%t.cut.mlir" 2>&1 | FileCheck %s --check-prefix=PIPED

// CHECK-NOT: Stack dump
// CHECK: {{cut.mlir: error: the file is damaged: being read, it crashes MLIR .*make it again from the model}}
// CHECK-NOT: error

// The memory behind a copy decides whether the lexer crashes or complains.
// PIPED-NOT: Stack dump
// PIPED: {{-: (error: the file is damaged|<stdin>:[0-9]+:[0-9]+: error)}}
