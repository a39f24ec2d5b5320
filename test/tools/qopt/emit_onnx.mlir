// Real layers as ONNX: names, open sizes, the smallest opset, the same bytes each time; what is imported
// from the file again has the same layers.
// RUN: qopt %s --emit=onnx -o %t.onnx 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: qopt %s --emit=onnx -o - 2> %t.log | cmp - %t.onnx
// RUN: %decode_onnx < %t.onnx | FileCheck %s
// RUN: %decode_onnx < %t.onnx | FileCheck %s --check-prefix=INPUT
// RUN: qopt %t.onnx -o - | FileCheck %s --check-prefix=AGAIN
// RUN: %decode_onnx < %t.onnx | sed 's/"0.5,0.25,1"/"0.5,none,1"/' | %encode_onnx > %t.bad.onnx && not qopt %t.bad.onnx 2>&1 | FileCheck %s --check-prefix=NUMBERS
// RUN: %decode_onnx < %t.onnx | sed 's/"0.5,0.25,1"/"0.5"/' | %encode_onnx > %t.bad.onnx && not qopt %t.bad.onnx 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: %decode_onnx < %t.onnx | sed -e 's/"0.5,0.25,1"/"0.5,2"/' -e 's/"0.1,0.2,0.001"/"1,2"/' | %encode_onnx > %t.bad.onnx && not qopt %t.bad.onnx 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: %decode_onnx < %t.onnx | sed 's/"bgr"/"gbr"/' | %encode_onnx > %t.bad.onnx && not qopt %t.bad.onnx 2>&1 | FileCheck %s --check-prefix=ORDER

// WARNING: warning: input 'image' of the exported model takes (raw - mean) / std

// CHECK: ir_version: 7
// CHECK: producer_name: "qopt"
// CHECK: name: "conv"
// CHECK-NEXT: op_type: "Conv"
// CHECK: name: "wide"
// CHECK-NEXT: op_type: "Resize"
// Neither -1 nor 0 says where the sizes 2*H and W are: they are computed from the input.
// CHECK: input: "image"
// CHECK-NEXT: output: "size/H/shape"
// CHECK: name: "swapped"
// CHECK-NEXT: op_type: "Reshape"
// CHECK: output: "twice"
// CHECK-NEXT: name: "twice"
// CHECK-NEXT: op_type: "Identity"
// CHECK: initializer {
// CHECK: key: "qopt.mean.image"
// CHECK-NEXT: value: "0.5,0.25,1"
// CHECK: key: "qopt.std.image"
// CHECK-NEXT: value: "0.1,0.2,0.001"
// CHECK: key: "qopt.resize.image"
// CHECK-NEXT: value: "256"
// CHECK: key: "qopt.channels.image"
// CHECK-NEXT: value: "bgr"

// INPUT: input {
// INPUT: dim_value: 1
// INPUT: dim_value: 3
// INPUT: dim_param: "H"
// INPUT: dim_param: "W"
// INPUT: output {
// INPUT: name: "y"
// INPUT: dim_param: "2*H"
// INPUT: version: 13

// AGAIN: %arg0: tensor<1x3x?x?xf32, #nn.dims<H, W>> {nn.name = "image", nn.preprocess = #nn.preprocess<mean = [5.000000e-01, 2.500000e-01, 1.000000e+00], std = [1.000000e-01, 2.000000e-01, 1.000000e-03], resize = "256", interpolation = "bicubic", channels = "bgr">}
// NUMBERS: error: {{.*}}metadata 'qopt.mean.image' is no list of numbers
// ORDER: error: {{.*}}metadata 'qopt.channels.image' is 'gbr': expected rgb or bgr
// COUNT: error: {{.*}}metadata of input 'image':
// AGAIN: nn.conv2d {{.*}}nn.name = "conv"
// AGAIN: nn.clip {{.*}}max = 6.000000e+00 : f32, min = 0.000000e+00 : f32, nn.name = "bounded"
// AGAIN: nn.resample {{.*}}"wide"
// AGAIN: nn.reshape {{.*}}nn.name = "swapped"{{.*}}} : (tensor<1x2x?x?xf32, #nn.dims<2*H, W>>) -> tensor<?x?x2xf32, #nn.dims<2*H, W>>

#p = #nn.preprocess<mean = [0.5, 0.25, 1.0], std = [0.1, 0.2, 1.0e-3], resize = "256", interpolation = "bicubic", channels = "bgr">
func.func @main(%x: tensor<1x3x?x?xf32, #nn.dims<H, W>> {nn.name = "image", nn.preprocess = #p})
    -> (tensor<?x?x2xf32, #nn.dims<2*H, W>> {nn.name = "y"}, tensor<?x?x2xf32, #nn.dims<2*H, W>> {nn.name = "twice"}) {
  %w = nn.constant {nn.name = "weights"} dense<0.5> : tensor<2x3x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "conv"} : (tensor<1x3x?x?xf32, #nn.dims<H, W>>, tensor<2x3x1x1xf32>) -> tensor<1x2x?x?xf32, #nn.dims<H, W>>
  %b = nn.clip %c {nn.name = "bounded", min = 0.0 : f32, max = 6.0 : f32} : (tensor<1x2x?x?xf32, #nn.dims<H, W>>) -> tensor<1x2x?x?xf32, #nn.dims<H, W>>
  %t = nn.constant {nn.name = "places"} dense<0> : tensor<2xi32>
  %r = nn.resample %b, %t {nn.name = "wide", axis = 2, step = 1} : (tensor<1x2x?x?xf32, #nn.dims<H, W>>, tensor<2xi32>) -> tensor<1x2x?x?xf32, #nn.dims<2*H, W>>
  %s = nn.reshape %r {nn.name = "swapped"} : (tensor<1x2x?x?xf32, #nn.dims<2*H, W>>) -> tensor<?x?x2xf32, #nn.dims<2*H, W>>
  return %s, %s : tensor<?x?x2xf32, #nn.dims<2*H, W>>, tensor<?x?x2xf32, #nn.dims<2*H, W>>
}
