// The design's command lines as they stand there, in its order.
// RUN: rm -rf %t.d && mkdir -p %t.d/samples && cd %t.d && cp %models/digits_calibration.npz samples
// RUN: qopt %models/lenet.onnx --mean=0 --std=255 -o model.mlirbc
// RUN: qopt model.mlirbc -o model.mlir
// RUN: sh %S/Inputs/expect_code.sh 1 qopt --insert-quant --fold-dequant model.mlir 2>&1 | FileCheck %s --check-prefix=RANGES
// RUN: qopt model.mlir --fold-batch-norm -o folded.mlir
// RUN: qrun calibrate folded.mlir --data=samples/ -o cal.json
// RUN: qopt folded.mlir --insert-quant="calibration=cal.json profile=qopt" --fold-dequant -o q.mlir
// RUN: qrun compare folded.mlir q.mlir --data=%models/digits_dev.npz | FileCheck %s
// RUN: cp %S/../passes/quantize/insert/insert_quant.mlir model.mlir
// RUN: qopt --insert-quant --fold-dequant model.mlir | FileCheck %s --check-prefix=RANGED

// RANGES: model.mlir:{{.*}}error:{{.*}}qrun calibrate
// RANGED-COUNT-1: nn.quantize
// RANGED-NOT: {{nn.(de)?quantize}}
// CHECK: values in both
