// Accuracy by hand: the scores are the samples themselves; relu turns the
// negative sample into a tie, which the lowest index wins.
// RUN: %python %S/../../Inputs/make_array.py %t.npz images=f4:4,2:1,0,0,1,-2,-1,3,4 labels=i8:4:0,1,1,0
// RUN: sed 's/nn.neg/nn.relu/g' %s > %t.relu.mlir
// RUN: qrun eval %t.relu.mlir --data=%t.npz | FileCheck %s --check-prefix=RELU
// RUN: qrun eval %s --data=%t.npz --against=%t.relu.mlir --device=reference | FileCheck %s --check-prefix=PAIR
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun eval %s --data=%t.npz --against=%t.relu.mlir --max-drop=20 2>&1 | FileCheck %s --check-prefix=DROP
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun eval %s --data=%t.npz --against=%t.relu.mlir --max-flips=1 2>&1 | FileCheck %s --check-prefix=FLIPS
// RUN: sh %S/../../Inputs/expect_code.sh 0 qrun eval %s --data=%t.npz --against=%t.relu.mlir --max-flips=3 --max-drop=25 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: qrun eval %s --data=%t.npz --against=%t.relu.mlir --table --batch=3 | FileCheck %s --check-prefix=TABLE
// RUN: qopt %s --mean=0 --std=2 -o %t.norm.mlir && qrun eval %t.norm.mlir --against=%s --data=%t.npz 2>&1 | FileCheck %s --check-prefix=NORMALIZED
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %s --data=%t.npz --labels=truth 2>&1 | FileCheck %s --check-prefix=LABELS
// RUN: %python %S/../../Inputs/make_array.py %t.short.npz images=f4:2,2:1,0,0,1 labels=i8:1:0
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %s --data=%t.short.npz 2>&1 | FileCheck %s --check-prefix=SHORT

// NORMALIZED: warning: {{.*}}norm.mlir and {{.*}}eval.mlir normalize their samples differently
// RELU: accuracy 50.00 % (2 of 4)
// PAIR: accuracy 50.00 % (2 of 4)
// PAIR: accuracy 25.00 % (1 of 4)
// PAIR: flips: 3 of 4
// PAIR: drop: 25.000 points, 95 % interval [-55.150, 88.484] (paired; 2 lost, 1 gained)
// DROP: error: {{.*}} accuracy drops by 25.000 points, more than --max-drop=20
// FEW: note: 4 samples do not rule out a drop of 88.48 points, more than --max-drop=25
// FLIPS: error: {{.*}} 3 predictions flip, more than --max-flips=1
// TABLE: 4 samples, batch 3
// TABLE: model {{.*}} accuracy {{ *}}top-5 {{ *}}agreement
// TABLE: relu.mlir {{ *}}host {{ *}}50.00 % {{ *}}- {{ *}}100.00 %
// TABLE: eval.mlir {{ *}}host {{ *}}25.00 % {{ *}}- {{ *}}25.00 %
// LABELS: no such array; the file has: images, labels
// SHORT: holds 1 labels for 2 samples; give each sample its label

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.neg %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
