// io=quantized: the entry takes and returns integers, also where a layer at the border stays float.
// RUN: qopt %s --insert-quant="range=x=-1:1,y=0:2 io=quantized" --fold-dequant | FileCheck %s

// CHECK: func.func @main(%[[X:.*]]: tensor<2x2x!quant.uniform<i8:f32, 0.0078740{{[0-9]*}}>> {{.*}}, %[[I:.*]]: tensor<2xi64> {{.*}}) -> (tensor<2x2x!quant.uniform<u8:f32, 0.0078431{{[0-9]*}}>>, tensor<2x2x!quant.uniform<u8:f32, 3.906250e-03>>, tensor<2xi64>)
// CHECK: %[[Y:.*]] = nn.matmul %[[X]], {{.*}} -> tensor<2x2x!quant.uniform<u8
// CHECK: %[[B:.*]] = nn.dequantize %[[Y]]
// CHECK: %[[S:.*]] = nn.softmax %[[B]]
// CHECK: %[[Q:.*]] = nn.quantize %[[S]]
// CHECK: return %[[Y]], %[[Q]], %[[I]]

func.func @main(%x: tensor<2x2xf32> {nn.name = "x"}, %i: tensor<2xi64> {nn.name = "i"}) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi64>) {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [-1.0, 0.5]]> : tensor<2x2xf32>
  %y = nn.matmul %x, %w {nn.name = "y"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = nn.softmax %y {axis = 1 : i64, nn.name = "s"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y, %s, %i : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi64>
}
