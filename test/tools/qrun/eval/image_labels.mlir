// Labels beside files: lists, arrays, numbers that are off by one.
// RUN: rm -rf %t.d && mkdir -p %t.d
// RUN: %python %S/../../Inputs/make_png.py %t.d/a.png 4x4:200,10,20 %t.d/b.png 4x4:0,51,0 %t.d/c.png 4x4:1,2,250
// RUN: qopt %s --mean=0 --std=255 -o %t.mlirbc
// RUN: printf 'c.png 2\na.png 0\nb.png 1\n' > %t.d/labels.txt
// RUN: qrun eval %t.mlirbc --data=%t.d --labels=labels.txt 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: qrun eval %t.mlirbc --data=%t.d --labels=%t.d/labels.txt --every=2 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: printf 'c.png 3\na.png 1\nb.png 2\n' > %t.one.txt
// RUN: qrun eval %t.mlirbc --data=%t.d --labels=%t.one.txt --label-offset=-1 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %t.mlirbc --data=%t.d --labels=%t.one.txt 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: printf 'c.png 3\n' > %t.short.txt
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %t.mlirbc --data=%t.d --labels=%t.short.txt 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: printf 'a.png 1\nb.png 1\nc.png 3\nd.png 3\n' > %t.long.txt
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %t.mlirbc --data=%t.d --labels=%t.long.txt 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: %python %S/../../Inputs/make_array.py %t.y.npy i8:2:0,1
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %t.mlirbc --data=%t.d --labels=%t.y.npy 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %t.mlirbc --data=%t.d 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: rm %t.d/labels.txt && sh %S/../../Inputs/expect_code.sh 1 qrun eval %t.mlirbc --data=%t.d 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: %python %S/../Inputs/shifted_labels.py %t.s 1 && qrun eval %t.mlirbc --data=%t.s --labels=labels.txt 2>&1 | FileCheck %s --check-prefix=SHIFT
// RUN: qrun eval %t.mlirbc --data=%t.s --labels=labels.txt --label-offset=-1 2>&1 | FileCheck %s --check-prefix=SHIFTED

// RIGHT-NOT: warning
// RIGHT: accuracy 100.00 % (3 of 3)
// HALF: accuracy 100.00 % (2 of 2)
// ONE: one.txt: label 3, of sample 2, is none of the 3 classes of {{.*}}, 0 to 2; --label-offset=-1 makes all of them fit
// SHORT: short.txt: has no line for {{.*}}a.png and 1 more files
// LONG: long.txt, line 4: {{.*}}.d has no sample 'd.png'
// COUNT-NOT: eval
// COUNT: error: {{.*}}.d: holds 2 labels for 3 samples
// NONE: has no array 'labels' to tell right from wrong; --labels=labels.txt reads the list in it
// NOWHERE: has no array 'labels' to tell right from wrong; name one with --labels, or give a list of them
// SHIFT: warning: {{.*}}: accuracy is 0.0 %, and 100.0 % with labels minus 1: --label-offset=-1 makes them so
// SHIFTED-NOT: warning
// SHIFTED: accuracy 100.00 % (40 of 40)

func.func @main(%x: tensor<?x3x4x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x3xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[[[1.0]], [[0.0]], [[0.0]]], [[[0.0]], [[1.0]], [[0.0]]], [[[0.0]], [[0.0]], [[1.0]]]]> : tensor<3x3x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c"} : (tensor<?x3x4x4xf32, #nn.dims<N>>, tensor<3x3x1x1xf32>) -> tensor<?x3x4x4xf32, #nn.dims<N>>
  %p = nn.avg_pool2d %c {nn.name = "p", kernel = array<i64: 4, 4>} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x3x1x1xf32, #nn.dims<N>>
  %y = nn.reshape %p {nn.name = "y"} : (tensor<?x3x1x1xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  return %y : tensor<?x3xf32, #nn.dims<N>>
}
