// Schemes and profiles (P2, P4), and what is wrong with options.
// RUN: qopt %s --insert-quant="region=all profile=trt" | FileCheck %s --check-prefix=TRT
// RUN: qopt %s --insert-quant="profile=ort-cpu" | FileCheck %s --check-prefix=ORT
// RUN: qopt %s --insert-quant="profile=ort-cpu weight-bits=8" | FileCheck %s --check-prefix=VNNI
// RUN: qopt %s --insert-quant="region=all scheme=affine" | FileCheck %s --check-prefix=AFFINE
// RUN: qopt %s --insert-quant="region=all range=x=-2:3,sum=0:12" | FileCheck %s --check-prefix=RANGE
// RUN: echo '{"version": 1, "ranges": {"x": [0, 8], "sum": [-4, 4]}}' > %t.json
// RUN: qopt %s --insert-quant="region=all calibration=%t.json range=sum=0:12" | FileCheck %s --check-prefix=FILE
// RUN: qopt %s --insert-quant="region=all float=sum why=sum" 2>&1 | FileCheck %s --check-prefix=FLOAT
// RUN: qopt %s --insert-quant="region=all bits=16 scheme=mixed" 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: qopt %s --insert-quant="region=all" --fold-dequant | not qopt - --insert-quant="region=all" 2>&1 | FileCheck %s --check-prefix=IDLE
// RUN: not qopt %s --insert-quant="float=y" 2>&1 | FileCheck %s --check-prefix=FLOATKEY
// RUN: not qopt %s --insert-quant="region=all profile=tpu" 2>&1 | FileCheck %s --check-prefix=PROFILE
// RUN: not qopt %s --insert-quant="region=all scheme=unsigned" 2>&1 | FileCheck %s --check-prefix=SCHEME
// RUN: not qopt %s --insert-quant="region=all profile=trt scheme=affine" 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not qopt %s --insert-quant="region=all range=x=1" 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not qopt %s --insert-quant="region=all range=x=2:1" 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not qopt %s --insert-quant="region=all range=x=nan:1" 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: not qopt %s --insert-quant="region=all range=y=0:1" 2>&1 | FileCheck %s --check-prefix=KEY

// Signed only; the bias is f32.
// TRT: nn.quantize {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0314960{{.*}}>>
// TRT: nn.matmul {{.*}} tensor<2xf32>) -> tensor<1x2x!quant.uniform<i8:f32, 0.01574{{.*}}>>
// TRT: nn.sigmoid {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.007874{{.*}}>>
// Weights of 7 bits, absmax / 63 (P6), unless 8 are asked for.
// ORT: nn.constant {nn.name = "w"} {{.*}} : tensor<2x2x!quant.uniform<i8<-63:63>:f32:1, {0.0476190{{.*}},0.0634920{{.*}}}>>
// ORT: "0x40000000151F3F3F"
// VNNI: nn.constant {nn.name = "w"} {{.*}} : tensor<2x2x!quant.uniform<i8<-127:127>:f32:1,
// (max − min)/255 and its zero point; sigmoid 1/256 with −128.
// AFFINE: nn.quantize {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 0.0156{{.*}}:-128>>
// AFFINE: nn.sigmoid {{.*}} -> tensor<1x2x!quant.uniform<i8:f32, 3.906250e-03:-128>>
// RANGE: %{{.*}}: tensor<1x2xf32> {nn.name = "x", nn.range = #nn.range<-2{{.*}}, 3{{.*}}>}
// RANGE: nn.matmul {{.*}} tensor<2xi32>) -> tensor<1x2x!quant.uniform<u8:f32, 0.0470{{.*}}>>
// RANGE: nn.sigmoid {{.*}} -> tensor<1x2x!quant.uniform<u8:f32, 3.906250e-03>>
// FILE: nn.quantize {{.*}} -> tensor<1x2x!quant.uniform<u8:f32, 0.0313725{{.*}}>>
// FILE: nn.matmul {{.*}} -> tensor<1x2x!quant.uniform<u8:f32, 0.0470{{.*}}>>
// IDLE: error: insert-quant: is quantized already (1 of 1 layers integer): start from the float network
// FLOAT: remark: 'sum' is {{.*}} 'sum' stays float: option float says so
// FLOAT: nn.matmul {{.*}} bias {{.*}} -> tensor<1x2xf32>
// One side of zero alone: no unsigned type of 16 bits, so a zero point.
// WIDE: nn.quantize {{.*}} -> tensor<1x2x!quant.uniform<i16:f32, 6.103{{.*}}E-5:-32768>>
// FLOATKEY: error: {{.*}}insert-quant: float: the module has no value 'y'
// PROFILE: error: {{.*}}insert-quant: no profile 'tpu'; there are: qopt, trt, ort-cpu, tflite
// SCHEME: error: {{.*}}insert-quant: profile qopt has no scheme 'unsigned'
// BOTH: error: {{.*}}insert-quant: profile trt has no scheme 'affine'
// FORM: error: {{.*}}insert-quant: range 'x=1' is not key=min:max
// ORDER: error: {{.*}}insert-quant: range 'x=2:1' has its minimum above its maximum
// NAN: error: {{.*}}insert-quant: range 'x=nan:1' is not finite
// KEY: error: {{.*}}insert-quant: range of 'y': the module has no value 'y'
func.func @main(%x: tensor<1x2xf32> {nn.name = "x", nn.range = #nn.range<0.0, 4.0>}) -> tensor<1x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = nn.constant {nn.name = "b"} dense<1.0> : tensor<2xf32>
  %s = nn.matmul %x, %w bias %b {nn.name = "sum", nn.range = #nn.range<-1.0, 2.0>} : (tensor<1x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %y = nn.sigmoid %s {nn.name = "y_sigmoid"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
