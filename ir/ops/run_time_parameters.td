// Scales and zero points as operands: products of plain integers.
#ifndef QOPT_IR_RUN_TIME_PARAMETERS
#define QOPT_IR_RUN_TIME_PARAMETERS

include "ir/dialect.td"

// Operands that several operations share, how they are written, and what they mean.
class NN_OperandGroup {
  dag operands;
  string format;
  string description;
}

def NN_RunTimeParameters : NN_OperandGroup {
  let operands = (ins Optional<AnyRankedTensor>:$input_zero,
                      Optional<AnyRankedTensor>:$weights_zero,
                      Optional<AnyRankedTensor>:$input_scale,
                      Optional<AnyRankedTensor>:$weights_scale,
                      Optional<AnyRankedTensor>:$result_scale,
                      Optional<AnyRankedTensor>:$result_zero);
  let format = [{
    (`input_zero` $input_zero^)? (`weights_zero` $weights_zero^)?
    (`input_scale` $input_scale^)? (`weights_scale` $weights_scale^)?
    (`result_scale` $result_scale^)? (`result_zero` $result_zero^)?
  }];
  let description = [{

    Plain integers: quantized with parameters that are known when it runs (D1, D2).
    acc = Σ (q_x − z_x)·(q_w − z_w) + bias, in i32 (16-bit input: i64); an absent
    zero point is 0. The result is acc; or f32(acc)·m, m = s_x·s_w[c]; or, on 8 or
    16 bits, clamp(rint(f32(acc)·m) + z_y), m = (s_x/s_y)·s_w[c], where NaN gives
    z_y. A float bias makes it fma(f32(acc), m, b[c]), of a quantized result
    b[c]/s_y. All in f32. The operands stand in this order:
    ```mlir
    %y = nn.matmul %a, %b bias %c input_zero %za weights_zero %zb input_scale %sa
        weights_scale %sb result_scale %sy result_zero %zy
        : (tensor<2x3xui8>, tensor<3x4xi8>, tensor<4xi32>, tensor<ui8>, tensor<i8>,
           tensor<f32>, tensor<4xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x4xui8>
    ```
  }];
}

#endif
