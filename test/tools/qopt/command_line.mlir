// Exit codes and messages of qopt's command line.
// RUN: sh %S/../Inputs/expect_code.sh 0 qopt --help | FileCheck %s --check-prefix=HELP
// RUN: sh %S/../Inputs/expect_code.sh 0 qopt --version | FileCheck %s --check-prefix=VERSION
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt 2>&1 | FileCheck %s --check-prefix=NOFILE
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --no-such-flag 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s -O3 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --insert-quant=profil=trt 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --pass-pipeline='builtin.module(nothing)' 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --mean=0 2>&1 | FileCheck %s --check-prefix=MEAN
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --from=paper 2>&1 | FileCheck %s --check-prefix=FROM
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --from=mlir --split-input-file 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s.txt 2>&1 | FileCheck %s --check-prefix=EXTENSION
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s -o %t.bin 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %t.none.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s --load-pass-plugin=%t.none.so 2>&1 | FileCheck %s --check-prefix=PLUGIN
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --emit=coreml -o %t.coreml 2>&1 | FileCheck %s --check-prefix=EMIT
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --emit=onnx 2>&1 | FileCheck %s --check-prefix=NAMELESS
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --emit=onnx --device=host -o %t.onnx 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: env QOPT_ISA=mmx sh %S/../Inputs/expect_code.sh 2 qopt %s 2>&1 | FileCheck %s --check-prefix=ISA

// HELP: Exit codes: 0 ok
// HELP-DAG: --pass-pipeline=
// HELP-DAG: --fold-batch-norm
// HELP-NOT: --mlir-
// HELP-NOT: --color
// VERSION: qopt 0.
// ISA: error: QOPT_ISA=mmx: no instruction set of this processor; it has baseline
// NOFILE: error: no input file
// FLAG: qopt: error: no option --no-such-flag
// FOREIGN: qopt: error: no option -O3
// OPTION: profil
// PIPELINE: nothing
// MEAN: --mean and --std go together
// FROM: expected onnx, caffe, {{.*}} or mlir
// SPLIT: only run passes
// EXTENSION: cannot tell the format
// OUTPUT: expected .mlir (text) or .mlirbc (bytecode)
// EMIT: --emit=coreml: expected program, kernels, onnx, onnx-qdq, tflite, svg or dot
// NAMELESS: --emit=onnx: -o names the file, or - for standard output
// DEVICE: --device, --described, --libraries, --float-order and --tuning belong to --emit=program and --emit=kernels
// MISSING: none.mlir: error: cannot open: No such file
// PLUGIN: none.so

func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<2xf32> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
