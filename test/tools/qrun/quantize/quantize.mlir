// A float network to integers in one command: the commands that it tells give the same files, layers stay float until a
// bound holds, and the mistakes that can be made. Of ten samples the first and the sixth calibrate. In eight bits b's
// second column is its first one, 1 and 0.003 being 127 and 0 steps: every prediction becomes 0, and b has to stay float.
// RUN: rm -rf %t && mkdir -p %t/a %t/b
// RUN: %python %S/../../Inputs/make_array.py %t/d.npz x=f4:10,2:3.984375,3.984375,1,1,2,1,1,2,3,3,3.984375,3.984375,2,2,1,3,3,1,0.5,1 labels=i8:10:1,1,1,1,1,1,1,1,1,0
// RUN: cd %t/a && qrun quantize %s --data=../d.npz --repair --calibrator=auto --scheme=mixed --keep -o q.mlir 2> err > out
// RUN: FileCheck %s --check-prefix=TOLD < %t/a/out
// RUN: grep '^. q' %t/a/out | sed 's/^..//' > %t/b/steps.sh
// RUN: cd %t/b && sh -e steps.sh > /dev/null
// RUN: diff %t/a/q.mlir %t/b/q.mlir && diff %t/a/q.json %t/b/q.json
// RUN: cmp %t/a/q.float.mlirbc %t/b/q.float.mlirbc && cmp %t/a/q.repaired.mlirbc %t/b/q.repaired.mlirbc
// RUN: qrun quantize %s --data=%t/d.npz --no-repair --calibrator=min-max --scheme=mixed --max-flips=0 -o %t/chosen.mlir | FileCheck %s --check-prefix=CHOSEN
// RUN: FileCheck %s --check-prefix=WRITTEN < %t/chosen.mlir
// RUN: mkdir -p %t/n && sed 's/"b"/"b, {c}"/' %s > %t/n/named.mlir
// RUN: cd %t/n && qrun quantize named.mlir --data=../d.npz --no-repair --calibrator=min-max --scheme=mixed --max-flips=0 -o q.mlir --keep > out && FileCheck %s --check-prefix=NAMED < out
// RUN: cd %t/n && cp q.mlir was.mlir && grep 'insert-quant' out | sed 's/^..//' > step.sh && sh -e step.sh && diff q.mlir was.mlir
// RUN: qrun quantize %s --data=%t/d.npz --test=%t/d.npz --no-repair --calibrator=min-max --scheme=mixed --max-drop=89 -o %t/all.mlir 2>&1 | FileCheck %s --check-prefix=TEST
// RUN: sed -e '/"w"}/s/dense<.*>/dense<[[1.0, 1.0], [0.0, 0.003]]>/' -e '/"v"}/s/dense<.*>/dense<[[1.0, 0.0], [0.0, 1.0]]>/' -e 's/dense<\(.*\)>$/dense<\1> : tensor<2x2xf32>/' %s > %t/both.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun quantize %t/both.mlir --data=%t/d.npz --no-repair --calibrator=min-max --scheme=signed --max-drop=0 -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=GATE
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun quantize %s --data=%t/d.npz --max-drop=nan -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=BOUND
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun quantize %s --data=%t/d.npz -o %t/no.onnx 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: cp %t/d.npz %t/test.mlir && sh %S/../../Inputs/expect_code.sh 1 qrun quantize %s --data=%t/d.npz --test=%t/test.mlir -o %t/test.mlir 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: cp %t/a/q.float.mlirbc %t/k.float.mlirbc && sh %S/../../Inputs/expect_code.sh 1 qrun quantize %t/k.float.mlirbc --data=%t/d.npz --keep -o %t/k.mlir 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %python %S/../../Inputs/make_array.py %t/five.npz x=f4:2,2:1,1,1,1 labels=i8:2:1,5
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun quantize %s --data=%t/d.npz --test=%t/five.npz -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=CLASS
// RUN: %python %S/../../Inputs/make_array.py %t/plain.npy f4:10,2:3.984375,3.984375,1,1,2,1,1,2,3,3,3.984375,3.984375,2,2,1,3,3,1,0.5,1
// RUN: qrun quantize %s --data=%t/plain.npy --profile=trt --mean=0 --std=1 -o %t/trt.mlir | FileCheck %s --check-prefix=PLAIN
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun quantize %s --data=%t/plain.npy --max-drop=1 -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=LABELS
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun quantize %s --data=%t/plain.npy --profile=trt --scheme=affine -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=SCHEME
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun quantize %s --data=%t/plain.npy --profile=npu -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=PROFILE
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun quantize %s --data=%t/plain.npy --mean=1 -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=MEAN
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun quantize %t/a/q.mlir --data=%t/d.npz -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun accuracy %t/a/q.mlir --data=%t/d.npz 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not ls %t/no.mlir

// TOLD: $ qopt {{.*}}quantize.mlir --fold-constants --fold-batch-norm --recognize-composites --fold-affine -o q.float.mlirbc
// TOLD-NEXT: $ qrun repair q.float.mlirbc --data=../d.npz --every=5 --round --correct-bias -o q.repaired.mlirbc
// TOLD-NEXT: $ qrun calibrate q.repaired.mlirbc --data=../d.npz --every=5 --calibrator=auto --scheme=mixed --clip-weight=2 --profile=qopt -o q.json
// TOLD-NEXT: $ qopt q.repaired.mlirbc '--insert-quant=calibration=q.json profile=qopt scheme=mixed' --fold-dequant --absorb-residual -o q.mlir
// TOLD-NEXT: $ qrun eval q.mlir --against=q.float.mlirbc --data=../d.npz --but-every=5
// TOLD: 8 samples judge, batch 32 on host; flips, drop and SQNR are against float
// TOLD-NEXT: model {{ *}}top-1 {{ *}}top-5 {{ *}}flips {{ *}}drop (points, 95 %) {{ *}}SQNR {{ *}}integer layers
// TOLD: float {{ *}}87.50 % {{ *}}- {{ *}}- {{ *}}- {{ *}}- {{ *}}0 of 2
// TOLD: integer {{ *}}{{.*}} 2 of 2
// CHOSEN: '--insert-quant=calibration={{.*}}chosen.json profile=qopt scheme=mixed float=b'
// CHOSEN: integer {{ *}}12.50 % {{ *}}- {{ *}}8 {{ *}}75.00 ({{.*}}) {{ *}}{{.*}} dB {{ *}}2 of 2
// CHOSEN: integer, 1 float {{ *}}87.50 % {{ *}}- {{ *}}0 {{ *}}0.00 (-27.72 to 27.72) {{ *}}exact {{ *}}1 of 2
// CHOSEN: float ({{.*}} % of all multiply-adds): b
// NAMED: scheme=mixed float={"b, {c}"}'
// WRITTEN: nn.matmul {{.*}}!quant
// WRITTEN: nn.matmul {{.*}}tensor<?x2xf32
// TEST: warning: {{.*}}d.npz calibrates and judges
// TEST: calibrate {{.*}}d.npz --calibrator
// TEST: 10 samples judge
// TEST: integer {{ *}}10.00 % {{ *}}- {{ *}}10 {{ *}}80.00 (
// BOUND: nan is no bound, 0 or more
// NAME: qrun: error: -o {{.*}}no.onnx: expected .mlir (text) or .mlirbc (bytecode)
// SAME: is read here: write to another file
// CLASS: five.npz: label 5, of sample 1, is none of the 2 classes of {{.*}}, 0 to 1
// GATE: error: {{.*}}both.mlir: no choice of float layers stays within the bound: accuracy drops by 62.500 points, more than --max-drop=0; nothing was written
// PLAIN: --mean=0 --std=1
// PLAIN: profile=trt scheme=signed
// PLAIN: integer {{ *}}- {{ *}}- {{ *}}{{[0-9]}} {{ *}}- {{.*}} dB {{ *}}2 of 2
// LABELS: plain.npy: has no array 'labels' to tell right from wrong, which --max-drop needs
// SCHEME: qrun: error: profile trt has no scheme 'affine'
// PROFILE: qrun: error: no profile 'npu'; there are: qopt, trt, ort-cpu, tflite
// TWICE: error: {{.*}}q.mlir: is quantized already; qopt --absorb-qdq makes integers of its pairs
// MEAN: error: --mean and --std go together

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %v = nn.constant {nn.name = "v"} dense<[[1.0, 1.0], [0.0, 0.003]]> : tensor<2x2xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  %b = nn.matmul %a, %v {nn.name = "b"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %b : tensor<?x2xf32, #nn.dims<N>>
}
