// The scheme where none is asked for: mixed. A range that leans to one side has a zero point, one that does not is signed, and
// one without negative values unsigned.
// RUN: qopt %s --insert-quant=range=x=-1:4,fc=-3:9 | FileCheck %s --check-prefix=LEANS
// RUN: qopt %s --insert-quant=range=x=-3:4,fc=-3:9 | FileCheck %s --check-prefix=SIGNED
// RUN: qopt %s --insert-quant=range=x=0:4,fc=-3:9 | FileCheck %s --check-prefix=UNSIGNED
// RUN: qopt %s --insert-quant="scheme=signs range=x=-1:4,fc=-3:9" | FileCheck %s --check-prefix=SIGNS
// RUN: qopt %s --insert-quant="profile=trt range=x=-1:4,fc=-3:9" | FileCheck %s --check-prefix=SIGNS

// s = 5/255, z = −128 + 1/s; s = 4/127; s = 4/255
// LEANS: nn.quantize {{.*}}!quant.uniform<i8:f32, 0.0196078{{[0-9]*}}:-77>
// SIGNED: nn.quantize {{.*}}!quant.uniform<i8:f32, 0.0314960{{[0-9]*}}>
// UNSIGNED: nn.quantize {{.*}}!quant.uniform<u8:f32, 0.0156862{{[0-9]*}}>
// SIGNS: nn.quantize {{.*}}!quant.uniform<i8:f32, 0.0314960{{[0-9]*}}>

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %y = nn.matmul %x, %w {nn.name = "fc"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
