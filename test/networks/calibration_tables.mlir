// A network's calibration as other tools' tables gives the same scales: names of tensors are those of
// the ONNX file, layers' those of its convolutions, whether batch norm was folded into them or not.
// RUN: qopt %models/resnet20.onnx --fold-batch-norm -o %t.folded.mlirbc
// RUN: qopt %t.folded.mlirbc --insert-quant="calibration=%models/goldens/resnet20.calibration.json profile=trt" | grep -o '!quant.uniform<[^>]*>' > %t.own
// RUN: qrun convert-calibration %models/goldens/resnet20.calibration.json -o %t.cache --to=tensorrt --model=%models/resnet20.onnx 2>&1 | count 0
// RUN: FileCheck %s < %t.cache
// RUN: qopt %models/resnet20.onnx --fold-batch-norm --insert-quant="calibration=%t.cache profile=trt summary=false" 2>%t.err | grep -o '!quant.uniform<[^>]*>' > %t.theirs
// RUN: count 0 < %t.err
// RUN: diff %t.own %t.theirs
// RUN: FileCheck %s --check-prefix=STEPS < %t.own
// RUN: qrun convert-calibration %t.cache -o %t.table --to=ncnn --model=%t.folded.mlirbc
// RUN: FileCheck %s --check-prefix=LAYERS < %t.table
// RUN: qrun convert-calibration %t.table -o %t.back.json --to=native --model=%models/resnet20.onnx 2>&1 | FileCheck %s --check-prefix=FOLDED
// RUN: qopt %t.folded.mlirbc | FileCheck %s --check-prefix=SOURCE

// CHECK: {{^}}/f/f.1/BatchNormalization_output_0: {{[0-9a-f]{8}$}}
// CHECK: {{^}}/f/f.2/Relu_output_0: {{[0-9a-f]{8}$}}
// CHECK: {{^}}input: {{[0-9a-f]{8}$}}
// STEPS-COUNT-40: uniform<i8:f32,
// LAYERS: {{^}}/f/f.0/Conv_param_0 {{[0-9.]+ [0-9.]+}}
// LAYERS: {{^}}/f/f.0/Conv {{[0-9.]+$}}
// FOLDED: warning: {{.*}} do not have the scales that the table states
// SOURCE: module attributes {nn.source = "blake3:{{[0-9a-f]+}}"}
