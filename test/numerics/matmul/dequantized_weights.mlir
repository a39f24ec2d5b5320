// Constants dequantized at run time feed float layers: a Q/DQ model that stays partly float.
!w = !quant.uniform<i8<-127:127>:f32, 0.5>
!b = !quant.uniform<i32:f32, 0.25>

// y = w·x + b for one pixel: w = [[0.5, 1.0], [-1.5, 2.0]], b = [1.0, -0.5].
func.func @conv(
    %x: tensor<1x2x1x1xf32> {check.input = dense<[[[[2.0]], [[4.0]]]]> : tensor<1x2x1x1xf32>},
    %w: tensor<2x2x1x1x!w> {check.constant = dense<[[[[1]], [[2]]], [[[-3]], [[4]]]]> : tensor<2x2x1x1xi8>},
    %b: tensor<2x!b> {check.constant = dense<[4, -2]> : tensor<2xi32>})
    -> (tensor<1x2x1x1xf32> {check.expected = dense<[[[[6.0]], [[4.5]]]]> : tensor<1x2x1x1xf32>}) {
  %wf = nn.dequantize %w : (tensor<2x2x1x1x!w>) -> tensor<2x2x1x1xf32>
  %bf = nn.dequantize %b : (tensor<2x!b>) -> tensor<2xf32>
  %y = nn.conv2d %x, %wf bias %bf : (tensor<1x2x1x1xf32>, tensor<2x2x1x1xf32>, tensor<2xf32>) -> tensor<1x2x1x1xf32>
  return %y : tensor<1x2x1x1xf32>
}
