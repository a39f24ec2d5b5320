// A mask inside a branch that is given up (its fill is another) is not the other product's: only what stands around is added.
// RUN: qopt %s --recognize-composites | FileCheck %s
// CHECK-NOT: nn.attention {{.*}}fill
// CHECK: nn.attention %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {
// CHECK-NOT: fill

func.func @main(%q: tensor<2x2x4x8xf32> {nn.name = "q"}, %k: tensor<2x2x4x8xf32> {nn.name = "k"}, %q2: tensor<2x2x4x8xf32> {nn.name = "q2"}, %k2: tensor<2x2x4x8xf32> {nn.name = "k2"}, %v: tensor<2x2x4x8xf32> {nn.name = "v"}, %c1: tensor<2x2x4x4xf32> {nn.name = "c1"}, %c2: tensor<2x2x4x4xf32> {nn.name = "c2"}) -> (tensor<2x2x4x8xf32>) {
  %z = nn.constant dense<0.0> : tensor<f32>
  %f1 = nn.constant dense<-2.0> : tensor<f32>
  %f2 = nn.constant dense<-1.0> : tensor<f32>
  %t1 = nn.less %z, %c1 {nn.name = "t1"} : (tensor<f32>, tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xi1>
  %t2 = nn.less %z, %c2 {nn.name = "t2"} : (tensor<f32>, tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xi1>
  %p1 = nn.matmul %q, %k {nn.name = "p1", transpose_b} : (tensor<2x2x4x8xf32>, tensor<2x2x4x8xf32>) -> tensor<2x2x4x4xf32>
  %p2 = nn.matmul %q2, %k2 {nn.name = "p2", transpose_b} : (tensor<2x2x4x8xf32>, tensor<2x2x4x8xf32>) -> tensor<2x2x4x4xf32>
  %w2 = nn.where %t2, %p1, %f2 {nn.name = "w2"} : (tensor<2x2x4x4xi1>, tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<2x2x4x4xf32>
  %w1 = nn.where %t1, %w2, %f1 {nn.name = "w1"} : (tensor<2x2x4x4xi1>, tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<2x2x4x4xf32>
  %a = nn.add %w1, %p2 {nn.name = "a"} : (tensor<2x2x4x4xf32>, tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %m = nn.softmax %a {axis = 3 : i64, nn.name = "m"} : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %o = nn.matmul %m, %v {nn.name = "o"} : (tensor<2x2x4x4xf32>, tensor<2x2x4x8xf32>) -> tensor<2x2x4x8xf32>
  return %o : tensor<2x2x4x8xf32>
}
