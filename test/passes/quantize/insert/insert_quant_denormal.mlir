// RUN: qopt %s --insert-quant="region=all" 2>&1 | FileCheck %s

// Values that count as zero for their scale (P3) or multiplier (W4) are warned of; those that cannot (M2) stay float.
// CHECK-DAG: warning: the range 0{{.*}}, 1{{.*}}e-36 of 'x' is too narrow for a scale that is a normal f32: the scale 1 is used, and its values become 0
// CHECK-DAG: warning: 'small': the weights of channel 1 are so small that no normal f32 is their scale: they are stored as zeros
// CHECK-DAG: warning: 'still': all of its multipliers are too small for a normal f32: its weights are stored as zeros
// CHECK-DAG: warning: 'huge': the bias of channel 0 leads to a scale that is no normal f32: the bias is stored as zero
// CHECK-DAG: warning: 'float' stays float: one of its multipliers is not a normal f32 (its scales are too far apart)

// CHECK-LABEL: func.func @main
// CHECK:       nn.quantize %arg0 {{.*}} -> tensor<1x1x!quant.uniform<u8:f32, 1.0{{.*}}>>
// CHECK:       nn.matmul {{.*}} {nn.name = "float"} : (tensor<1x1xf32>
func.func @main(%x: tensor<1x1xf32> {nn.name = "x", nn.range = #nn.range<0.0, 1.0e-36>}, %v: tensor<1x1xf32> {nn.name = "v", nn.range = #nn.range<0.0, 2.55e-28>}) -> (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) {
  %s = nn.constant {nn.name = "s"} dense<[[1.0, 1.0e-37]]> : tensor<1x2xf32>
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.5]]> : tensor<1x2xf32>
  %z = nn.constant {nn.name = "z"} dense<[[0.0, 0.5]]> : tensor<1x2xf32>
  %t = nn.constant {nn.name = "t"} dense<[[1.0e-10, 0.5]]> : tensor<1x2xf32>
  %b = nn.constant {nn.name = "b"} dense<[1.0e20, 0.0]> : tensor<2xf32>
  %1 = nn.matmul %x, %s {nn.name = "small", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x1xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %2 = nn.matmul %v, %w {nn.name = "still", nn.range = #nn.range<-1.0e30, 1.0e30>} : (tensor<1x1xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %3 = nn.matmul %v, %z bias %b {nn.name = "huge", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x1xf32>, tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %4 = nn.matmul %v, %t {nn.name = "float"} : (tensor<1x1xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %n1 = nn.neg %1 {nn.name = "n1", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %n2 = nn.neg %2 {nn.name = "n2", nn.range = #nn.range<-1.0e30, 1.0e30>} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %n3 = nn.neg %3 {nn.name = "n3", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  return %n1, %n2, %n3, %4 : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>
}
