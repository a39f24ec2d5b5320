// A table stays narrow: what was gathered of it becomes f32, under the gather's key and range.
// RUN: qopt %s --quantize-weights="minimum-size=6 explain=true" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s < %t.mlir
// RUN: qopt %s --quantize-weights="minimum-size=6 bits=4 group=2" -o - | FileCheck %s --check-prefix=FOUR

// SAID: remark: 'along_1' stays as it is: it gathers no rows along dimension 0

// CHECK:     %[[T:.*]] = nn.constant {nn.name = "y/steps"} {{.*}} : tensor<2x1x3xi8>
// CHECK:     %[[Q:.*]] = nn.gather %[[T]], %[[I:.*]] {axis = 0 : i64, nn.name = "y/chosen"} : (tensor<2x1x3xi8>, tensor<?xi64, #nn.dims<N>>) -> tensor<?x1x3xi8, #nn.dims<N>>
// CHECK:     %[[S:.*]] = nn.constant {nn.name = "y/scale"} {{.*}} : tensor<2x1x1xf32>
// CHECK:     %[[R:.*]] = nn.gather %[[S]], %[[I]] {axis = 0 : i64, nn.name = "y/chosen_scale"}
// CHECK:     %[[N:.*]] = nn.cast %[[Q]]
// CHECK:     %[[B:.*]] = nn.mul %[[N]], %[[R]]
// CHECK:     nn.reshape %[[B]] {nn.name = "y", nn.range = #nn.range<-1.{{.*}}, 4.{{.*}}>} : {{.*}} -> tensor<?x3xf32, #nn.dims<N>>
// FOUR:      nn.gather {{.*}} -> tensor<?x2x2xi4, #nn.dims<N>>
// FOUR:      nn.slice {{.*}} -> tensor<?x3xf32, #nn.dims<N>>
func.func @main(%i: tensor<?xi64, #nn.dims<N>> {nn.name = "i"}) -> (tensor<?x3xf32, #nn.dims<N>>, tensor<2x?xf32, #nn.dims<N>>) {
  %t = nn.constant {nn.name = "t"} dense<[[1.0, 2.0, 4.0], [-1.0, 0.5, 0.3]]> : tensor<2x3xf32>
  %y = nn.gather %t, %i {axis = 0 : i64, nn.name = "y", nn.range = #nn.range<-1.0, 4.0>} : (tensor<2x3xf32>, tensor<?xi64, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %z = nn.gather %t, %i {axis = 1 : i64, nn.name = "along_1"} : (tensor<2x3xf32>, tensor<?xi64, #nn.dims<N>>) -> tensor<2x?xf32, #nn.dims<N>>
  return %y, %z : tensor<?x3xf32, #nn.dims<N>>, tensor<2x?xf32, #nn.dims<N>>
}
