// (B4) A bound takes its operand's steps up to 2.01 times as large as its own: 4.0033/127 and 4.0053/127 are 2.0095 and
// 2.0105 times 4/255.
// RUN: qopt %s --insert-quant="region=all explain=true" --fold-dequant 2>%t.said | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID --implicit-check-not="'below' stays" < %t.said
// SAID: remark: 'above' stays float: the scale of its input, which other layers need, is too coarse for it
// CHECK-LABEL: func.func @main
// CHECK-DAG: nn.relu {{.*}} {nn.name = "below"{{.*}} : {{.*}}quant.uniform{{.*}} -> tensor<1x2x!quant.uniform<u8:f32, 0.0156862{{.*}}>>
// CHECK-DAG: nn.relu {{.*}} {nn.name = "above"{{.*}} : (tensor<1x2xf32>) -> tensor<1x2xf32>
func.func @main(%x: tensor<1x2xf32> {nn.name = "x", nn.range = #nn.range<-10.0, 10.0>}) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.5], [-0.5, 1.0]]> : tensor<2x2xf32>
  %m = nn.matmul %x, %w {nn.name = "m", nn.range = #nn.range<-4.0033, 4.0>} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %b = nn.relu %m {nn.name = "below"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %0 = nn.mul %m, %b {nn.name = "p0", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %n = nn.matmul %x, %w {nn.name = "n", nn.range = #nn.range<-4.0053, 4.0>} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %a = nn.relu %n {nn.name = "above"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %1 = nn.mul %n, %a {nn.name = "p1", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0, %1 : tensor<1x2xf32>, tensor<1x2xf32>
}
