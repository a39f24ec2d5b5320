// Folders of pictures as samples: the network gives each channel's mean, so that a picture's class is its colour.
// RUN: rm -rf %t.d && mkdir -p %t.d/a_red %t.d/b_green %t.d/c_blue
// RUN: %python %S/../../Inputs/make_png.py %t.d/a_red/1.png 6x9:200,10,20 %t.d/b_green/1.PNG 4x4:0,51,0 %t.d/c_blue/2.png 8x5:1,2,250
// RUN: qrun eval %s --data=%t.d --mean=0 --std=255 --resize=4 2>&1 | FileCheck %s
// RUN: qrun eval %s --data=%t.d --mean=0 --std=255 --resize=4 --channels=bgr 2>&1 | FileCheck %s --check-prefix=BGR
// RUN: qopt %s --mean=0 --std=255 --resize=4x5 --interpolation=bicubic --crop=4 -o %t.kept.mlirbc
// RUN: qrun eval %t.kept.mlirbc --data=%t.d 2>&1 | FileCheck %s
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %s --data=%t.d --mean=0 --std=255 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: qrun calibrate %t.kept.mlirbc --data=%t.d -o %t.json && FileCheck %s --check-prefix=TABLE < %t.json
// RUN: qopt %t.kept.mlirbc --insert-quant="calibration=%t.json profile=qopt" -o %t.q.mlirbc
// RUN: qrun eval %t.q.mlirbc --data=%t.d 2>&1 | FileCheck %s
// RUN: qopt %s --mean=0 --std=255 --resize=4 -o %t.other.mlirbc
// RUN: sh %S/../../Inputs/expect_code.sh 1 qopt %t.other.mlirbc --insert-quant="calibration=%t.json profile=qopt" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: qrun run %t.kept.mlirbc --input=%t.d/b_green/1.PNG --output=%t.y.npy && %python -c "import struct; print(struct.unpack('<3f', open('%t.y.npy', 'rb').read()[-12:]))" | FileCheck %s --check-prefix=ONE
// RUN: qrun lint-data %t.kept.mlirbc --data=%t.d 2>&1 | FileCheck %s --check-prefix=LINT
// RUN: echo text > %t.d/a_red/x.gif
// RUN: qrun eval %t.kept.mlirbc --data=%t.d 2>&1 | FileCheck %s --check-prefix=STRANGER
// RUN: head -c 60 %t.d/b_green/1.PNG > %t.d/a_red/0.png
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %t.kept.mlirbc --data=%t.d 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun run %S/eval.mlir --input=%t.d/c_blue/2.png 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK-NOT: warning
// CHECK: note: {{.*}}.d: class 0 is folder 'a_red', and so on by name to 2, 'c_blue'
// CHECK: accuracy 100.00 % (3 of 3)
// BGR: accuracy 33.33 % (1 of 3)
// SIZE: error: {{.*}}a_red/1.png: is a picture of 6x9 pixels, the input takes 4x4; give --resize=4x4, or --resize=SHORTER_SIDE and its middle is taken
// TABLE: "resize": "4x5",
// TABLE-NEXT: "interpolation": "bicubic",
// TABLE-NEXT: "crop": "4x4"
// OTHER: input 'x' was measured with another preprocessing: --mean=0 --std=255 --resize=4x5 --interpolation=bicubic --crop=4x4, here --mean=0 --std=255 --resize=4;
// ONE: (0.0, 0.2{{0*[0-9]*}}, 0.0)
// LINT: 0 errors
// STRANGER: warning: {{.*}}.d: left out 1 file that are no samples (.npy, .npz, .jpg, .jpeg, .png), the first is {{.*}}x.gif
// STRANGER: accuracy 100.00 %
// CUT: error: {{.*}}a_red/0.png: is a damaged PNG file: it ends early
// NONE: error: {{.*}}2.png: input 'x' of shape Nx2 takes no picture; give an array

func.func @main(%x: tensor<?x3x4x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x3xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[[[1.0]], [[0.0]], [[0.0]]], [[[0.0]], [[1.0]], [[0.0]]], [[[0.0]], [[0.0]], [[1.0]]]]> : tensor<3x3x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c"} : (tensor<?x3x4x4xf32, #nn.dims<N>>, tensor<3x3x1x1xf32>) -> tensor<?x3x4x4xf32, #nn.dims<N>>
  %p = nn.avg_pool2d %c {nn.name = "p", kernel = array<i64: 4, 4>} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x3x1x1xf32, #nn.dims<N>>
  %y = nn.reshape %p {nn.name = "y"} : (tensor<?x3x1x1xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  return %y : tensor<?x3xf32, #nn.dims<N>>
}
