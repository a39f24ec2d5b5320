// RUN: qopt %s --emit=program --device=host | FileCheck %s
// RUN: qopt %s --emit=kernels --device=opencl | FileCheck %s --check-prefix=KERNELS

// A product of plain integers and what dynamic quantization does to it are one node; the zero point
// of the run is a parameter of the kernel, that of a constant a number.
// CHECK: n0 'y' {{.*}}: matmul {{.*}}a b0 u8 z=b1, b c0 i8 z=3, {{.*}}IntToF32 acc; {{.*}}MulF {{.*}}AddF
// CHECK-NOT: n1

// KERNELS: #define INPUT_ZERO ((i32)zero_INPUT[0])
// KERNELS: #define WEIGHT_ZERO 3
// KERNELS: #define EPILOGUE_PARAMS , GLOBAL_CONST u8 *PRODUCED zero_INPUT, GLOBAL_CONST f32 *PRODUCED tensor0
!x = tensor<?x3xui8, #nn.dims<N>>
!f = tensor<?x2xf32, #nn.dims<N>>
func.func @dynamic(%x: !x, %zero: tensor<ui8>, %scale: tensor<f32>, %bias: tensor<2xf32>) -> !f {
  %w = nn.constant {nn.name = "w"} dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi8>
  %wz = nn.constant {nn.name = "wz"} dense<3> : tensor<i8>
  %acc = nn.matmul %x, %w input_zero %zero weights_zero %wz {nn.name = "acc"} : (!x, tensor<3x2xi8>, tensor<ui8>, tensor<i8>) -> tensor<?x2xi32, #nn.dims<N>>
  %f = nn.cast %acc {nn.name = "f"} : (tensor<?x2xi32, #nn.dims<N>>) -> !f
  %m = nn.mul %f, %scale {nn.name = "m"} : (!f, tensor<f32>) -> !f
  %y = nn.add %m, %bias {nn.name = "y"} : (!f, tensor<2xf32>) -> !f
  return %y : !f
}
