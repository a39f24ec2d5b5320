// Samples in other units than the input's mean and std get a line, those in the right ones none.
// RUN: %python %S/../../Inputs/make_png.py %t.png 4x4:200,10,20
// RUN: %python %S/../Inputs/ramps.py %t
// RUN: qrun run %s --input=%t.png 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: qrun eval %s --data=%t.bytes.npz 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: qrun calibrate %s --data=%t.bytes.npz -o %t.json 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: qrun calibrate %s --data=%t.floats.npz -o %t.cal.json
// RUN: qopt %s --insert-quant=calibration=%t.cal.json --fold-dequant -o %t.int8.mlir
// RUN: qrun run %t.int8.mlir --input=%t.png 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: qrun run %s --input=%t.png --mean=0 --std=1 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: qrun run %s --input=%t.png --mean=120 --std=60 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: qrun eval %s --data=%t.bytes.npz --mean=120 --std=60 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: qrun eval %s --data=%t.floats.npz 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: qrun eval %s --data=%t.floats.npz --mean=120 --std=60 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: qrun eval %s --data=%t.floats.npz --mean=120 --std=60 --preprocessed 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: qrun accuracy %s --data=%t.floats.npz --mean=120 --std=60 --grid=calibrators 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: qrun eval %s --data=%t.bytes.npz --mean=0.5 --std=0.2 2>&1 | FileCheck %s --check-prefix=UNITS

// BYTES-COUNT-1: warning: {{.*}}: input 'x': bytes of 0 to 255 go in as they are: the input has no mean and std; give --mean=… --std=…, or --mean=0 --std=1 where it was trained on bytes
// BYTES-NOT: warning: {{.*}}input 'x'
// QUIET-NOT: input 'x'
// TWICE: warning: {{.*}}: input 'x': samples lie in [-1.5, {{.*}}], and the input's mean and std are for 0..255; give --preprocessed if they are normalised, else raw samples of 0..255
// UNITS: warning: {{.*}}: input 'x': samples lie in [{{.*}}], and the input's mean and std are for 0..1; import the model with mean and std times 255

func.func @main(%x: tensor<?x3x4x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x3xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[[[1.0]], [[0.0]], [[0.0]]], [[[0.0]], [[1.0]], [[0.0]]], [[[0.0]], [[0.0]], [[1.0]]]]> : tensor<3x3x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c"} : (tensor<?x3x4x4xf32, #nn.dims<N>>, tensor<3x3x1x1xf32>) -> tensor<?x3x4x4xf32, #nn.dims<N>>
  %p = nn.avg_pool2d %c {nn.name = "p", kernel = array<i64: 4, 4>} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x3x1x1xf32, #nn.dims<N>>
  %y = nn.reshape %p {nn.name = "y"} : (tensor<?x3x1x1xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  return %y : tensor<?x3xf32, #nn.dims<N>>
}
