// Numbers and files that cannot be meant: one line each, with what is possible.
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun bench %s --gate=0 2>&1 | FileCheck %s --check-prefix=GATE
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun bench %s --gate=nan 2>&1 | FileCheck %s --check-prefix=GATE
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun bench %s --device=host:-1 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: sh %S/../Inputs/expect_code.sh 2 qrun bench %s --device=host:x 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: qrun bench %s --device=host:1000 --iterations=1 2>&1 | FileCheck %s --check-prefix=CORES
// RUN: qopt %s -o %t.mlirbc
// RUN: head -c 300 %t.mlirbc > %t.cut.mlirbc
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun bench %t.cut.mlirbc 2>&1 | FileCheck %s --check-prefix=CUT

// GATE: error: --gate-latency: Value {{0|nan}} is no number above 0
// THREADS: error: --device: host:{{.*}}: expected host:threads with 1 to 1024; 'host' alone uses what there is
// CORES: warning: --device=host:1000: there are {{[0-9]+}} cores; 'host' alone uses as many threads
// CUT: cut.mlirbc: error:
// CUT: the file is damaged; get the file anew, or make it again from the model

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
