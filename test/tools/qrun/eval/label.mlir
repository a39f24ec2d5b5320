// Pictures in, their classes out; by hand: softmax of 200/255, 10/255 and 20/255 is 0.5080, 0.2412 and 0.2508; probabilities stay.
// RUN: %python %S/../../Inputs/make_png.py %t.red.png 8x4:200,10,20 %t.blue.png 4x4:0,0,255
// RUN: printf 'red\ngreen\nblue\n' > %t.txt
// RUN: qrun label %s %t.red.png %t.blue.png --classes=%t.txt --mean=0 --std=255 --resize=4 --top=2 2>&1 | FileCheck %s
// RUN: qrun label %s %t.red.png %t.blue.png --classes=%t.txt --mean=0 --std=255 --resize=4 --top=2 --device=reference 2>&1 | FileCheck %s
// RUN: qrun label %s %t.red.png --mean=0 --std=255 --resize=4 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: qrun label %s %t.blue.png --mean=0 --std=255 2>&1 | FileCheck %s --check-prefix=READY
// RUN: printf 'red\ngreen\n' > %t.two.txt
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun label %s %t.blue.png --classes=%t.two.txt --mean=0 --std=255 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun label %s %t.none.png 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun label %s %t.blue.png --crop=0 2>&1 | FileCheck %s --check-prefix=CROP
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun label %s %t.blue.png --mean=0 2>&1 | FileCheck %s --check-prefix=STD
// RUN: qrun label %s %S/../../io/image/Inputs/turned.jpg --mean=0 --std=255 --resize=4 2>&1 | FileCheck %s --check-prefix=TURNED
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun label %s %t.txt 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: rm -rf %t.d && mkdir %t.d && cp %t.red.png %t.d/a.png && cp %t.blue.png %t.d/b.png
// RUN: qrun label %s --data=%t.d --chosen=1 --mean=0 --std=255 --resize=4 --batch=2 2>&1 | FileCheck %s --check-prefix=CHOSEN
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun label %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun label %s %t.red.png --data=%t.d 2>&1 | FileCheck %s --check-prefix=BOTH

// CHOSEN-NOT: a.png
// CHOSEN: b.png {{ *}}2 {{ *}}1.0000
// NONE: there are no samples; name pictures, or give --data
// BOTH: pictures excludes --data

// TURNED: warning: 1 picture, the first is {{.*}}turned.jpg, would be shown turned or mirrored (EXIF); pixels are taken as they are stored
// KIND: error: {{.*}}.txt: expected a picture, .jpg, .jpeg or .png
// CHECK: scores: softmax of output 'y', which gives no probabilities
// CHECK: picture {{ *}}class {{ *}}label {{ *}}score
// CHECK: red.png {{ *}}0 {{ *}}red {{ *}}0.5080
// CHECK-NEXT: 2 {{ *}}blue {{ *}}0.2508
// CHECK-NEXT: blue.png {{ *}}2 {{ *}}blue {{ *}}0.5761
// CHECK-NEXT: 0 {{ *}}red {{ *}}0.2119
// PLAIN: picture {{ *}}class {{ *}}score
// PLAIN: red.png {{ *}}0 {{ *}}0.5080
// PLAIN: 1 {{ *}}0.2412
// READY: scores: probabilities, as output 'y' gives them
// READY: blue.png {{ *}}2 {{ *}}1.0000
// COUNT: error: {{.*}}two.txt: has 2 lines, {{.*}}label.mlir tells 3 classes apart
// ABSENT: error: {{.*}}none.png: cannot read
// CROP: --crop=0: expected a side, as 224, or HEIGHTxWIDTH, each from 1 to 65536
// STD: --mean and --std go together

func.func @main(%x: tensor<?x3x4x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x3xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[[[1.0]], [[0.0]], [[0.0]]], [[[0.0]], [[1.0]], [[0.0]]], [[[0.0]], [[0.0]], [[1.0]]]]> : tensor<3x3x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c"} : (tensor<?x3x4x4xf32, #nn.dims<N>>, tensor<3x3x1x1xf32>) -> tensor<?x3x4x4xf32, #nn.dims<N>>
  %p = nn.avg_pool2d %c {nn.name = "p", kernel = array<i64: 4, 4>} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x3x1x1xf32, #nn.dims<N>>
  %y = nn.reshape %p {nn.name = "y"} : (tensor<?x3x1x1xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  return %y : tensor<?x3xf32, #nn.dims<N>>
}
