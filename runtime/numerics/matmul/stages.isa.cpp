// An anchor's input rewritten element by element: widened, its sign flipped, its zero point taken
// off.
#include "runtime/numerics/execution/simd.h"
#include "runtime/numerics/matmul/stage_kernels.h"
#include "runtime/numerics/types/narrow_float.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {

namespace {

void copyWords(void *target, const void *source, int64_t count, int32_t) {
  std::memcpy(target, source, size_t(count) * 4);
}
void copyHalves(void *target, const void *source, int64_t count, int32_t) {
  std::memcpy(target, source, size_t(count) * 2);
}
void copyBytes(void *target, const void *source, int64_t count, int32_t) {
  std::memcpy(target, source, size_t(count));
}

void flipSign(void *target, const void *source, int64_t count, int32_t) {
  uint8_t *__restrict t = static_cast<uint8_t *>(target);
  const uint8_t *__restrict s = static_cast<const uint8_t *>(source);
  for (int64_t i = 0; i < count; ++i)
    t[i] = s[i] ^ 0x80;
}

template <class To, class From>
void subtract(void *target, const void *source, int64_t count, int32_t zeroPoint) {
  To *__restrict t = static_cast<To *>(target);
  const From *__restrict s = static_cast<const From *>(source);
  for (int64_t i = 0; i < count; ++i)
    t[i] = To(To(s[i]) - To(zeroPoint));
}

template <class From> void widen(void *target, const void *source, int64_t count, int32_t) {
  float *__restrict t = static_cast<float *>(target);
  const From *__restrict s = static_cast<const From *>(source);
  for (int64_t i = 0; i < count; ++i)
    t[i] = s[i];
}

} // namespace

void fillStages(StageKernels &kernels) {
  auto stage = [&](StageKind kind, ElementType type) -> StageFn & {
    return kernels.stage[int(kind)][int(type)];
  };
  stage(StageKind::Copy, ElementType::F32) = copyWords;
  stage(StageKind::Copy, ElementType::F16) = widen<Float16>;
  stage(StageKind::Copy, ElementType::BF16) = widen<BFloat16>;
  stage(StageKind::Keep16, ElementType::BF16) = copyHalves;
  stage(StageKind::Copy, ElementType::U8) = copyBytes;
  stage(StageKind::FlipSign8, ElementType::I8) = flipSign;
  stage(StageKind::Subtract16, ElementType::I8) = subtract<int16_t, int8_t>;
  stage(StageKind::Subtract16, ElementType::U8) = subtract<int16_t, uint8_t>;
  stage(StageKind::Subtract32, ElementType::I16) = subtract<int32_t, int16_t>;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
