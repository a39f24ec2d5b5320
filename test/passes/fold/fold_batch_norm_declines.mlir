// RUN: qopt %s --fold-batch-norm="explain=true" 2>&1 | FileCheck %s

// CHECK-DAG: remark: 'shared_mul' is not folded into 'shared': the latter's result has another consumer
// CHECK-DAG: remark: 'wide' is not folded into 'conv': its constant is not one value per channel
// CHECK-DAG: remark: 'dynamic_mul' is not folded into 'dynamic': its weights are no constant
// CHECK-DAG: remark: 'broken' is not folded into 'last': a folded weight would not be finite

// CHECK-LABEL: func.func @main
// CHECK:       nn.conv2d {{.*}} {nn.name = "shared"}
// CHECK:       nn.mul {{.*}} {nn.name = "shared_mul"}
// CHECK:       nn.mul {{.*}} {nn.name = "wide"}
// CHECK:       nn.mul {{.*}} {nn.name = "dynamic_mul"}
// CHECK:       nn.mul {{.*}} {nn.name = "broken"}
func.func @main(%x: tensor<1x1x1x2xf32> {nn.name = "x"}, %v: tensor<1x1x1x1xf32> {nn.name = "v"}) -> (tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>) {
  %w = nn.constant {nn.name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %two = nn.constant {nn.name = "two"} dense<2.0> : tensor<1xf32>
  %columns = nn.constant {nn.name = "columns"} dense<[1.0, 2.0]> : tensor<2xf32>
  %huge = nn.constant {nn.name = "huge"} dense<3.0e38> : tensor<1xf32>
  %a = nn.conv2d %x, %w {nn.name = "shared"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x2xf32>
  %b = nn.mul %a, %two {nn.name = "shared_mul"} : (tensor<1x1x1x2xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  %c = nn.conv2d %b, %w {nn.name = "conv"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x2xf32>
  %d = nn.mul %c, %columns {nn.name = "wide"} : (tensor<1x1x1x2xf32>, tensor<2xf32>) -> tensor<1x1x1x2xf32>
  %e = nn.conv2d %d, %v {nn.name = "dynamic"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x2xf32>
  %f = nn.mul %e, %two {nn.name = "dynamic_mul"} : (tensor<1x1x1x2xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  %g = nn.conv2d %f, %w {nn.name = "last"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x2xf32>
  %h = nn.mul %g, %huge {nn.name = "broken"} : (tensor<1x1x1x2xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  return %a, %h : tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>
}
