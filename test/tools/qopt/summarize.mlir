// Summarizes a model of each format; numbers by hand from LeNet's shapes.
// RUN: qopt --summarize %models/lenet.onnx --batch=2 | FileCheck %s --check-prefix=LENET
// RUN: qopt --summarize %s | FileCheck %s
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt --summarize %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt --summarize %s --compare=%s 2>&1 | FileCheck %s --check-prefix=BOTH

// The steps of pictures stand before their numbers, or without any.
// RUN: qopt --summarize %models/lenet.onnx --resize=32 --mean=1 --std=2 | FileCheck %s --check-prefix=PICTURES
// RUN: qopt --summarize %models/lenet.onnx --resize=32x30 --interpolation=bicubic --crop=28 | FileCheck %s --check-prefix=STEPS

// A Caffe network, which is read twice, is told once.
// RUN: echo 'input: "x" input_dim: [1, 1, 2, 2] layer { name: "y" type: "Frobnicate" bottom: "x" top: "y" }' > %t.prototxt
// RUN: sh %S/../Inputs/expect_code.sh 3 qopt --summarize %t.prototxt 2> %t.err | FileCheck %s --check-prefix=ONCE

// All that is not supported, of every layer, behind the inputs; exit code 3.
// RUN: %encode_onnx < %S/Inputs/two_unsupported.textproto > %t.onnx
// RUN: sh %S/../Inputs/expect_code.sh 3 qopt --summarize %t.onnx 2> %t.err | FileCheck %s --check-prefix=LACKS
// RUN: FileCheck %s --check-prefix=ERROR < %t.err

// LENET: input {{ *}}f32 {{ *}}Nx1x28x28
// LENET: output {{ *}}f32 {{ *}}Nx10
// 20·25+20 + 50·20·25+50 + 800·500+500 + 500·10+10 values of four bytes
// LENET: f32 {{ *}}8 {{ *}}431,080 {{ *}}1,724,320
// LENET: conv2d {{ *}}2
// LENET: relu {{ *}}1
// LENET: total {{ *}}8
// LENET: total, batch 2 {{ *}}4,586,000

// CHECK: x {{ *}}f32 {{ *}}Nx4 {{ *}}(x - [10]) / [4]
// CHECK: y {{ *}}f32 {{ *}}Nx4
// One tensor, though two layers read it.
// CHECK: f32 {{ *}}1 {{ *}}4 {{ *}}16
// CHECK: add {{ *}}2
// CHECK: a {{ *}}add
// OUTPUT: --summarize writes no model: leave -o and --emit out
// BOTH: --summarize and --compare do not go together

// PICTURES: {{Nx1x28x28 +--resize=32, \(x - \[1\]\) / \[2\]$}}
// STEPS: {{Nx1x28x28 +--resize=32x30 --interpolation=bicubic --crop=28x28$}}
// ONCE: Frobnicate
// ONCE-NOT: Frobnicate

// LACKS: image {{ *}}f32 {{ *}}Nx3x8
// LACKS: Frobnicate {{ *}}4 {{ *}}'first', 'second', 'third', 'fourth'
// LACKS: Transmogrify {{ *}}1 {{ *}}'other'
// LACKS-NOT: Relu
// ERROR: error: not supported: Frobnicate, in 'first', 'second', 'third' and 1 more

func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x", nn.preprocess = #nn.preprocess<mean = [10.0], std = [4.0]>}) -> tensor<?x4xf32, #nn.dims<N>> {
  %c = nn.constant {nn.name = "c"} dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %a = nn.add %x, %c {nn.name = "a"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4xf32>) -> tensor<?x4xf32, #nn.dims<N>>
  %y = nn.add %a, %c {nn.name = "y"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4xf32>) -> tensor<?x4xf32, #nn.dims<N>>
  return %y : tensor<?x4xf32, #nn.dims<N>>
}
