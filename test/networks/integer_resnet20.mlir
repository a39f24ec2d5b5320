// After quantizing, ResNet-20 computes every conv, add, pool, mean and matmul
// in integers: one nn.quantize, no nn.dequantize, and the last matmul writes
// float.
// RUN: qopt %models/resnet20.onnx --fold-batch-norm \
// RUN:   --insert-quant="calibration=%models/goldens/resnet20.calibration.json" \
// RUN:   --fold-dequant --mlir-elide-resource-strings-if-larger=16 -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: grep -c 'nn.quantize' %t.mlir | FileCheck %s --check-prefix=ONE
// RUN: grep -c 'nn.conv2d' %t.mlir | FileCheck %s --check-prefix=CONVS
// RUN: grep -c 'nn.conv2d.*-> tensor<.*!quant.uniform<u8\|nn.conv2d.*-> tensor<.*!quant.uniform<i8' %t.mlir \
// RUN:   | FileCheck %s --check-prefix=CONVS
// RUN: not grep 'nn.dequantize\|nn.batch_norm' %t.mlir
// RUN: grep -c 'nn.add' %t.mlir | FileCheck %s --check-prefix=ADDS
// RUN: grep -c 'nn.add.*-> tensor<.*!quant.uniform' %t.mlir | FileCheck %s --check-prefix=ADDS
// RUN: not grep 'nn\.\(conv2d\|add\|reduce_mean\|matmul\).* : (tensor<[^!,]*f32' %t.mlir

// CHECK: nn.quantize
// CHECK-NOT: nn.quantize
// CHECK: nn.conv2d
// CHECK: nn.add {{.*}} -> tensor<{{.*}}!quant.uniform<
// CHECK: nn.reduce_mean {{.*}} -> tensor<{{.*}}!quant.uniform<
// CHECK: nn.matmul {{.*}} -> tensor<?x10xf32
// ONE: {{^1$}}
// CONVS: {{^21$}}
// ADDS: {{^9$}}
