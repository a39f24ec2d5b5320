// RUN: echo '{"version": 1, "ranges": {"x": [-1, 3]}}' > %t.json
// RUN: qopt %s --insert-quant=mode=dynamic --freeze-ranges="calibration=%t.json explain=true" 2>%t.said | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID < %t.said
// RUN: qopt %s --insert-quant=mode=dynamic --freeze-ranges="calibration=%t.json scheme=signed" --absorb-qdq --strip-unused | FileCheck %s --check-prefix=INTEGER
// RUN: not qopt %s --freeze-ranges 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not qopt %s --freeze-ranges="scheme=unsigned" 2>&1 | FileCheck %s --check-prefix=SCHEME

// A value that a log names has constant parameters; others stay dynamic.
// CHECK-LABEL: func.func @main
// CHECK:       %[[Q:.*]] = nn.quantize %arg0 {nn.name = "x_quantize"} : {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0156862{{.*}}:-64>>
// CHECK:       %[[X:.*]] = nn.dequantize %[[Q]] {nn.name = "x_dequantize"}
// CHECK:       %[[W:.*]] = nn.dequantize %{{.*}} : (tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {{{.*}}}>>) -> tensor<2x2xf32>
// CHECK:       nn.matmul %[[X]], %[[W]] bias %{{.*}} {nn.name = "m"} : (tensor<1x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
// CHECK:       nn.matmul {{.*}} input_zero {{.*}} {nn.name = "n"} : (tensor<1x2xui8>
// SAID:        'n' stays dynamic: no range is known for 'm'
// INTEGER-NOT: "x/dynamic
// INTEGER:     %[[Q:.*]] = nn.quantize %arg0 {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0236220{{.*}}>>
// INTEGER:     nn.matmul %[[Q]], {{.*}} {nn.name = "m"} : (tensor<1x2x!quant{{.*}}, tensor<2x2x!quant{{.*}}, tensor<2xf32>) -> tensor<1x2xf32>
// NONE:        error: freeze-ranges: no layer has a dynamic range; --insert-quant=mode=dynamic makes them
// SCHEME:      freeze-ranges: scheme=unsigned: signs, signed, affine or mixed
func.func @main(%x: tensor<1x2xf32> {nn.name = "x"}) -> tensor<1x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf32>
  %b = nn.constant {nn.name = "b"} dense<1.0> : tensor<2xf32>
  %m = nn.matmul %x, %w bias %b {nn.name = "m"} : (tensor<1x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %n = nn.matmul %m, %w {nn.name = "n"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  return %n : tensor<1x2xf32>
}
