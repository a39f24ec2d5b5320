// RUN: qopt %s --insert-quant="mode=dynamic explain=true why=c" 2>%t.said | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID < %t.said
// One layer by a policy, the others by measured ranges.
// RUN: echo '{"version": 1, "layers": {"c": {"mode": "dynamic"}}}' > %t.json
// RUN: qopt %s --insert-quant="policy=%t.json range=x=-1:1,f=0:4,m=-9:9" --fold-dequant | FileCheck %s --check-prefix=ONE

// Nothing is measured. Steps of x are made once, for both convolutions; what lies between is float.
// CHECK-LABEL: func.func @main
// CHECK:       %[[LOW:.*]] = nn.reduce_min %arg0 {axes = array<i64: 0, 1, 2, 3>, nn.name = "x/dynamic/min"} : {{.*}} -> tensor<f32>
// CHECK:       %[[S:.*]] = nn.where {{.*}} {nn.name = "x/dynamic/scale"} : {{.*}} -> tensor<f32>
// CHECK:       %[[Z:.*]] = nn.cast {{.*}} {nn.name = "x/dynamic/zero_point"} : (tensor<f32>) -> tensor<ui8>
// CHECK:       %[[X:.*]] = nn.cast {{.*}} {nn.name = "x/dynamic"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xui8>
// CHECK-NOT:   "x/dynamic
// CHECK:       %[[W:.*]] = nn.constant {nn.name = "w_1"} {{.*}} : tensor<2x1x1x1xi8>
// CHECK:       %[[SW:.*]] = nn.constant {nn.name = "w/scale"} {{.*}} : tensor<2xf32>
// CHECK:       %[[C:.*]] = nn.conv2d %[[X]], %[[W]] bias %{{.*}} input_zero %[[Z]] input_scale %[[S]] weights_scale %[[SW]] {nn.name = "c"} : (tensor<1x1x2x2xui8>, tensor<2x1x1x1xi8>, tensor<2xf32>, tensor<ui8>, tensor<f32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
// CHECK:       nn.conv2d %[[X]], {{.*}}nn.name = "d"
// CHECK:       %[[R:.*]] = nn.relu %{{.*}} {nn.name = "r"} : (tensor<1x2x2x2xf32>)
// CHECK:       nn.reduce_min %{{.*}}nn.name = "f/dynamic/min"
// CHECK:       nn.matmul {{.*}} input_zero %{{.*}} input_scale %{{.*}} weights_scale %{{.*}} {nn.name = "m"{{.*}}} : (tensor<1x8xui8>, tensor<8x1xi8>, tensor<ui8>, tensor<f32>, tensor<1xf32>) -> tensor<1x1xf32>
// Its weights are computed.
// CHECK:       nn.matmul {{.*}} {nn.name = "own"} : (tensor<1x1xf32>, tensor<1x1xf32>)
// SAID:        'c' is f32; 'c' has mode dynamic (profile qopt): its ranges are those of the run
// SAID:        'r' stays float: dynamic ranges are for layers with constant weights
// SAID:        'own' stays float: dynamic ranges are for layers with constant weights
// ONE:         nn.conv2d {{.*}} input_zero {{.*}} {nn.name = "c"} : (tensor<1x1x2x2xui8>
// ONE:         nn.conv2d {{.*}}nn.name = "d", {{.*}} : (tensor<1x1x2x2x!quant
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x"}) -> tensor<1x1xf32> {
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<2x1x1x1xf32>
  %b = nn.constant {nn.name = "b"} dense<0.5> : tensor<2xf32>
  %v = nn.constant {nn.name = "v"} dense<2.0> : tensor<8x1xf32>
  %c = nn.conv2d %x, %w bias %b {nn.name = "c"} : (tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  %d = nn.conv2d %x, %w {nn.name = "d", nn.range = #nn.range<-2.0, 2.0>} : (tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x2x2xf32>
  %a = nn.add %c, %d {nn.name = "a", nn.range = #nn.range<-2.0, 2.0>} : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %r = nn.relu %a {nn.name = "r"} : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %f = nn.reshape %r {nn.name = "f"} : (tensor<1x2x2x2xf32>) -> tensor<1x8xf32>
  %m = nn.matmul %f, %v {nn.name = "m"} : (tensor<1x8xf32>, tensor<8x1xf32>) -> tensor<1x1xf32>
  %o = nn.matmul %m, %m {nn.name = "own"} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  return %o : tensor<1x1xf32>
}
