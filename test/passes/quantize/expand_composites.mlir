// RUN: qopt %s --expand-composites=nn.gelu,p | FileCheck %s
// RUN: qopt %s --expand-composites="names=old" | FileCheck %s --check-prefix=LAYER

// Parts are called name/part, a suffix tells them from other layers; what the composite gave keeps
// key, range and absorbed layers. log_softmax 'kept' is not named.
// CHECK-LABEL: func.func @main
// CHECK:  %[[SCALE:.*]] = nn.constant {nn.name = "g/scale"} dense<0.707106769> : tensor<f32>
// CHECK:  %[[INNER:.*]] = nn.mul %arg0, %[[SCALE]] {nn.name = "g/inner"}
// CHECK:  %[[ERF:.*]] = nn.erf %[[INNER]] {nn.name = "g/erf_1"}
// CHECK:  nn.constant {nn.name = "g/1"} dense<1.000000e+00> : tensor<f32>
// CHECK:  %[[SUM:.*]] = nn.add %[[ERF]], %{{.*}} {nn.name = "g/sum"}
// CHECK:  %[[HALF:.*]] = nn.mul %[[SUM]], %{{.*}} {nn.name = "g/half"}
// CHECK:  %[[G:.*]] = nn.mul %[[HALF]], %arg0 {nn.absorbed = ["old"], nn.name = "g", nn.range = #nn.range<-1.700000e-01, 4.000000e+00>}
// CHECK:  %[[MAX:.*]] = nn.reduce_max %[[G]] {axes = array<i64: 1>, keep_dims, nn.name = "p/max"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x1xf32, #nn.dims<N>>
// CHECK:  %[[D:.*]] = nn.sub %[[G]], %[[MAX]] {nn.name = "p/distance"}
// CHECK:  nn.exp %[[D]] {nn.name = "p/exp"}
// CHECK:  nn.reduce_sum %{{.*}} {axes = array<i64: 1>, keep_dims, nn.name = "p/sum"}
// CHECK:  nn.sub %[[D]], %{{.*}} {nn.name = "p"}
// CHECK:  nn.log_softmax %[[G]] {axis = 1 : i64, nn.name = "kept"}

// A layer that another absorbed stands for that one.
// LAYER:  nn.mul {{.*}} {nn.absorbed = ["old"], nn.name = "g"
// LAYER:  nn.log_softmax {{.*}} {axis = 1 : i64, nn.name = "p"}
func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x4xf32, #nn.dims<N>>, tensor<?x4xf32, #nn.dims<N>>, tensor<?x4xf32, #nn.dims<N>>) {
  %g = nn.gelu %x {nn.name = "g", nn.absorbed = ["old"], nn.range = #nn.range<-0.17, 4.0>} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %p = nn.log_softmax %g {axis = 1 : i64, nn.name = "p"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %k = nn.log_softmax %g {axis = 1 : i64, nn.name = "kept"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %e = nn.erf %x {nn.name = "g/erf"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  return %p, %k, %e : tensor<?x4xf32, #nn.dims<N>>, tensor<?x4xf32, #nn.dims<N>>, tensor<?x4xf32, #nn.dims<N>>
}
