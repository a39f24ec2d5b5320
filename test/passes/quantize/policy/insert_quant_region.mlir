// Layers with weights are integer and what lies between them: what is not enclosed is float, and the
// layer in front of it writes float.
// RUN: qopt %s --insert-quant="range=x=-1:1,a=-1:1,r=0:1,s=0:2,b=-1:1,t=-1:1,m=-1:1,y=-1:1 explain=true fuse=none" --fold-dequant 2>%t.why | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.why
// RUN: qopt %s --insert-quant="region=all fuse=none range=x=-1:1,a=-1:1,r=0:1,s=0:2,b=-1:1,t=-1:1,m=-1:1,y=-1:1" --fold-dequant | FileCheck %s --check-prefix=ALL
// RUN: not qopt %s --insert-quant="region=some" 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: %[[X:.*]] = nn.quantize %arg0
// CHECK: %[[A:.*]] = nn.matmul %[[X]], {{.*}}"a"
// CHECK: %[[R:.*]] = nn.relu %[[A]]
// CHECK: %[[S:.*]] = nn.add %[[R]], %[[R]] {{.*}}"s"{{.*}} -> tensor<2x2x!quant.uniform<u8
// CHECK: %[[B:.*]] = nn.matmul %[[S]], {{.*}}"b"{{.*}} -> tensor<2x2xf32>
// CHECK: %[[T:.*]] = nn.tanh %[[B]] {{.*}} -> tensor<2x2xf32>
// CHECK: nn.matmul %[[T]], %[[T]] {{.*}}"m"{{.*}} -> tensor<2x2xf32>
// WHY: remark: 't' stays float: it does not lie between integer layers with weights (region=all takes it)
// WHY: remark: 'm' stays float: it does not lie between
// ALL: nn.tanh {{.*}} -> tensor<2x2x!quant
// ALL: nn.matmul {{.*}}"m"{{.*}} -> tensor<2x2x!quant
// NONE: insert-quant: region=some: expected weighted or all

func.func @main(%x: tensor<2x2xf32> {nn.name = "x"}) -> tensor<2x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [-1.0, 0.5]]> : tensor<2x2xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %r = nn.relu %a {nn.name = "r"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = nn.add %r, %r {nn.name = "s"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %b = nn.matmul %s, %w {nn.name = "b"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %t = nn.tanh %b {nn.name = "t"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %m = nn.matmul %t, %t {nn.name = "m"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = nn.add %m, %x {nn.name = "y"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}
