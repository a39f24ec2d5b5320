// Equal networks pass; one whose weights changed fails with exit 4, and JUnit says by what.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:4,2:1,2,3,-4,-5,6,7,8
// RUN: qrun gate %s %s --data=%t.x.npy --exact | FileCheck %s --check-prefix=SAME
// SAME: bits {{ *}}passes {{ *}}all bits are the same
// SAME: sqnr {{ *}}a {{ *}}passes {{ *}}exact, 30 dB at least
// SAME: passes after 4 samples
// RUN: sed 's/0.3/0.9/' %s > %t.other.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun gate %s %t.other.mlir --data=%t.x.npy --junit=%t.xml | FileCheck %s --check-prefix=OTHER
// OTHER: bits {{ *}}passes {{ *}}bits differ
// OTHER: sqnr {{ *}}a {{ *}}fails, not surely {{.*}} dB, 30 dB at least
// OTHER: fails after 4 samples
// RUN: FileCheck %s --check-prefix=JUNIT < %t.xml
// RUN: %python -c "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])" %t.xml
// JUNIT: <testsuite {{.*}}tests="3" failures="{{[12]}}">
// JUNIT: name="sqnr of a"><failure message="{{.*}} dB, 30 dB at least"/>
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun gate %s %t.other.mlir --data=%t.x.npy --json | FileCheck %s --check-prefix=JSON
// JSON: "passes": false

!t = tensor<?x2xf32, #nn.dims<N>>
func.func @main(%x: !t {nn.name = "x"}) -> !t {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.3], [0.1, 1.2]]> : tensor<2x2xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (!t, tensor<2x2xf32>) -> !t
  return %a : !t
}
