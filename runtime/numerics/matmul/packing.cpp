#include "runtime/numerics/matmul/packing.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace qrt {

void chooseFamily(PackedWeights &packed, const Execution &execution, QuantizedInput input,
                  QuantizedInput bType) {
  packed.isa = execution.isa;
  packed.input = input;
  // B − z of other types needs nine bits: pairs of 16.
  bool eightBitB = bType.type == ElementType::I8 && bType.zeroPoint == 0;
  if (isFloat(input.type)) {
    bool fast = execution.order == FloatOrder::Fast;
    packed.family = fast ? GemmFamily::F32Fast : GemmFamily::F32Fixed;
    packed.stage = StageKind::Copy;
    packed.stagedWidth = 4;
  } else if (input.type == ElementType::I16) {
    packed.family = GemmFamily::Wide;
    packed.stage = StageKind::Subtract32;
    packed.stagedWidth = 4;
  } else if (eightBitB && kernelsFor(execution.isa).gemm[int(GemmFamily::Dot8)]) {
    assert(is8Bit(input.type));
    packed.family = GemmFamily::Dot8;
    packed.stage = input.type == ElementType::I8 ? StageKind::FlipSign8 : StageKind::Copy;
    packed.stagedWidth = 1;
  } else {
    packed.family = GemmFamily::Pair16;
    packed.stage = StageKind::Subtract16;
    packed.stagedWidth = 2;
  }
}

static int unitElements(const PackedWeights &packed) { return 4 / packed.stagedWidth; }

static void layOutPanels(PackedWeights &packed) {
  const Kernels &kernels = kernelsFor(packed.isa);
  int lanes = kernels.vectorLanes;
  int64_t vectors = (packed.columns + lanes - 1) / lanes;
  packed.paddedColumns = vectors * lanes;
  packed.units = (packed.run + unitElements(packed) - 1) / unitElements(packed);
  packed.panels.clear();
  size_t offset = 0;
  for (int64_t v = 0; v < vectors;) {
    int width = int(std::min<int64_t>(kernels.maxVectors, vectors - v));
    packed.panels.push_back({v * lanes, width, offset});
    offset += size_t(packed.segments * packed.units * width * lanes * 4);
    v += width;
  }
  packed.matrixBytes = offset;
  packed.data.reserve(std::max<size_t>(64, offset * size_t(packed.matrices)));
}

/// The four bytes that stand for unit `u` of one column.
static uint32_t packUnit(const PackedWeights &packed, const PackSource &source, int64_t matrix,
                         int64_t segment, int64_t u, int64_t column) {
  int elements = unitElements(packed);
  uint32_t bits = 0;
  for (int e = 0; e < elements; ++e) {
    int64_t k = u * elements + e;
    if (k >= packed.run || column >= packed.columns)
      break;
    if (packed.family == GemmFamily::F32Fixed || packed.family == GemmFamily::F32Fast) {
      float value = source.asFloat(matrix, segment, k, column);
      std::memcpy(&bits, &value, sizeof bits);
    } else {
      uint32_t value = uint32_t(source.asInteger(matrix, segment, k, column));
      uint32_t mask = packed.stagedWidth == 4 ? ~0u : (1u << packed.stagedWidth * 8) - 1;
      bits |= (value & mask) << (e * packed.stagedWidth * 8);
    }
  }
  return bits;
}

int64_t PackedWeights::stagedPad(int32_t zeroPoint) const {
  if (family != GemmFamily::Dot8)
    return 0;
  return zeroPoint + (stage == StageKind::FlipSign8 ? 128 : 0);
}

/// Σ (q − z)·w = Σ q·w − z·Σw: the second sum, for kernels that read q itself. Modulo 2^32, as the
/// accumulation is.
static void fillInit(const PackedWeights &packed, int32_t zeroPoint, std::vector<int32_t> &init) {
  uint32_t pad = uint32_t(packed.stagedPad(zeroPoint));
  init.resize(packed.negatedSums.size());
  for (size_t i = 0; i < init.size(); ++i)
    init[i] = int32_t(pad * uint32_t(packed.negatedSums[i]));
}

std::optional<FinishKind> PackedWeights::finish() const {
  if (!kernelsFor(isa).finishes[int(family)])
    return std::nullopt;
  return isFloat(input.type) ? FinishKind::Bound : FinishKind::Requantize;
}

void PackedWeights::prepareInit() { fillInit(*this, input.zeroPoint, init); }

std::span<const int32_t> PackedWeights::initFor(int32_t zeroPoint,
                                                std::vector<int32_t> &own) const {
  if (family != GemmFamily::Dot8 || zeroPoint == input.zeroPoint)
    return init;
  fillInit(*this, zeroPoint, own);
  return own;
}

static void packSums(PackedWeights &packed, const PackSource &source) {
  packed.negatedSums.assign(size_t(packed.matrices * packed.paddedColumns), 0);
  for (int64_t m = 0; m < packed.matrices; ++m)
    for (int64_t c = 0; c < packed.columns; ++c) {
      uint32_t sum = 0;
      for (int64_t s = 0; s < packed.segments; ++s)
        for (int64_t k = 0; k < packed.run; ++k)
          sum += uint32_t(source.asInteger(m, s, k, c));
      packed.negatedSums[size_t(m * packed.paddedColumns + c)] = int32_t(-sum);
    }
  packed.prepareInit();
}

void packPanels(PackedWeights &packed, const PackSource &source) {
  layOutPanels(packed);
  int lanes = kernelsFor(packed.isa).vectorLanes;
  for (int64_t m = 0; m < packed.matrices; ++m)
    for (const PackedWeights::Panel &panel : packed.panels) {
      uint32_t *out = reinterpret_cast<uint32_t *>(packed.data.as<char>() +
                                                   size_t(m) * packed.matrixBytes + panel.offset);
      for (int64_t s = 0; s < packed.segments; ++s)
        for (int64_t u = 0; u < packed.units; ++u)
          for (int64_t c = 0; c < panel.vectors * lanes; ++c)
            *out++ = packUnit(packed, source, m, s, u, panel.column + c);
    }
  if (packed.family == GemmFamily::Dot8)
    packSums(packed, source);
}

void multiplyBlock(const PackedWeights &packed, std::span<const int32_t> init, int64_t matrix,
                   size_t firstPanel, size_t lastPanel, const char *base,
                   std::span<const int64_t> rowOffsets, std::span<const int64_t> segmentOffsets,
                   void *acc, int64_t accStride, const std::optional<Finish> &finish) {
  GemmFn gemm = kernelsFor(packed.isa).gemm[int(packed.family)];
  for (size_t p = firstPanel; p < lastPanel; ++p) {
    const PackedWeights::Panel &panel = packed.panels[p];
    int64_t column = panel.column - packed.panels[firstPanel].column;
    GemmArgs args;
    args.base = base;
    args.rowOffsets = rowOffsets.data();
    args.rowCount = int64_t(rowOffsets.size());
    args.segmentOffsets = segmentOffsets.data();
    args.segments = packed.segments;
    args.units = packed.units;
    args.panel = packed.data.as<char>() + size_t(matrix) * packed.matrixBytes + panel.offset;
    args.init = init.empty() ? nullptr : init.data() + matrix * packed.paddedColumns + panel.column;
    args.acc = static_cast<char *>(acc) + column * packed.accWidth();
    args.accStride = accStride;
    std::optional<Finish> own;
    if (finish)
      own = finish->from(0, column);
    args.finish = own ? &*own : nullptr;
    gemm(args, panel.vectors);
  }
}

BlockShape chooseBlock(const PackedWeights &packed) {
  int lanes = kernelsFor(packed.isa).vectorLanes;
  size_t widest = size_t(packed.panels.front().vectors * lanes);
  size_t panels = std::clamp<size_t>(256 / widest, 1, packed.panels.size());
  int64_t columns = int64_t(panels * widest);
  return {panels, std::clamp<int64_t>(4096 / columns, 24, 240)};
}

} // namespace qrt
