#include "runtime/numerics/windows/depthwise.h"
#include "runtime/numerics/matmul/packing.h"
#include "runtime/numerics/windows/window_sweep.h"

namespace qrt {

bool isDepthwise(const Conv2dShape &shape, QuantizedInput input) {
  return shape.groups > 1 && shape.groups == shape.inChannels && !shape.inPitch &&
         shape.groups == shape.outChannels && input.type != ElementType::I16;
}

/// Taps outermost, channels contiguous; 8-bit weights widened to i32.
PackedWeightsPtr packDepthwise(const Execution &execution, const Conv2dShape &shape,
                               QuantizedInput input, QuantizedInput weightType,
                               const void *weights) {
  auto packed = std::make_shared<PackedWeights>();
  chooseFamily(*packed, execution, input, {}); // as widened, no s8
  packed->depthwise = true;
  int64_t taps = shape.window.kernel[0] * shape.window.kernel[1];
  packed->data.reserve(size_t(taps * shape.inChannels * 4));
  visitElementType(weightType.type, [&](auto tag) {
    using Weight = typename decltype(tag)::Storage;
    using Value = std::conditional_t<isFloat(decltype(tag)::type), float, int32_t>;
    for (int64_t tap = 0; tap < taps; ++tap)
      for (int64_t c = 0; c < shape.inChannels; ++c)
        packed->data.as<Value>()[tap * shape.inChannels + c] =
            Value(static_cast<const Weight *>(weights)[c * taps + tap]) -
            Value(weightType.zeroPoint);
  });
  return packed;
}

void depthwiseConv2d(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                     QuantizedInput input, const void *x, const PackedWeights &weights,
                     const BlockProgram &program, const Epilogue &epilogue) {
  TapKind kind = weights.family == GemmFamily::F32Fast ? TapKind::DotFast : TapKind::Dot;
  WindowSweep sweep{shape.in,
                    shape.out,
                    shape.inChannels,
                    shape.window,
                    input,
                    kernelsFor(weights.isa).tap[int(kind)][int(input.type)],
                    4,
                    weights.data.as<void>()};
  sweepWindows(execution, sweep, samples, x, program, epilogue);
}

} // namespace qrt
