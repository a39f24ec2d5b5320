#include "runtime/numerics/matmul/packing.h"
#include "runtime/numerics/matmul/packed_bytes.h"
#include "runtime/numerics/matmul/tile_product.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace qrt {

/// Returns whether bf16 is multiplied as it is. A run of whole pairs has no element behind it that
/// a zero of B would have to cancel: an infinity would make it a NaN.
static bool takesHalves(const PackedWeights &packed, const Execution &execution, ElementType a,
                        ElementType b) {
  return a == ElementType::BF16 && b == ElementType::BF16 && packed.run % 2 == 0 &&
         execution.order != FloatOrder::Fixed &&
         tileFunction(execution.isa, GemmFamily::PairHalves);
}

void chooseFamily(PackedWeights &packed, const Execution &execution, QuantizedInput input,
                  QuantizedInput bType) {
  packed.isa = execution.isa;
  packed.input = input;
  // B − z of other types needs nine bits: pairs of 16.
  bool eightBitB = bType.type == ElementType::I8 && bType.zeroPoint == 0;
  if (takesHalves(packed, execution, input.type, bType.type)) {
    packed.family = GemmFamily::PairHalves;
    packed.stage = StageKind::Keep16;
    packed.stagedWidth = 2;
  } else if (isFloat(input.type)) {
    bool fast = execution.order != FloatOrder::Fixed;
    packed.family = fast ? GemmFamily::F32Fast : GemmFamily::F32Fixed;
    packed.stage = StageKind::Copy;
    packed.stagedWidth = 4;
  } else if (input.type == ElementType::I16) {
    packed.family = GemmFamily::Wide;
    packed.stage = StageKind::Subtract32;
    packed.stagedWidth = 4;
  } else if (eightBitB && gemmKernels(execution.isa).gemm[int(GemmFamily::Dot8)]) {
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
  const GemmKernels &kernels = gemmKernels(packed.isa);
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

int64_t PackedWeights::stagedPad(int32_t zeroPoint) const {
  if (negatedSums.empty())
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
  const bool finishes = depthwiseRows                      ? depthwiseFinishes
                        : family == GemmFamily::PairHalves ? true
                                                           : gemmKernels(isa).finishes[int(family)];
  if (!finishes)
    return std::nullopt;
  return isFloat(input.type) ? FinishKind::Bound : FinishKind::Requantize;
}

int64_t bytesOf(const PackedWeights &packed) {
  return int64_t(packed.data.size() +
                 (packed.negatedSums.size() + packed.init.size()) * sizeof(int32_t));
}

void PackedWeights::prepareInit() { fillInit(*this, input.zeroPoint, init); }

std::span<const int32_t> PackedWeights::initFor(int32_t zeroPoint,
                                                std::vector<int32_t> &own) const {
  if (negatedSums.empty() || zeroPoint == input.zeroPoint)
    return init;
  fillInit(*this, zeroPoint, own);
  return own;
}

namespace {

constexpr int64_t widestPanel = 64; // columns

/// Packs one panel after the other, a unit's elements of k one row at a time.
template <class Tag> class PanelPacker {
  using T = typename Tag::Storage;

public:
  PanelPacker(PackedWeights &packed, const PackSource &source)
      : packed(packed), source(source), values(static_cast<const T *>(source.values)) {}

  void pack(int64_t matrix, const PackedWeights::Panel &panel) {
    width = panel.vectors * gemmKernels(packed.isa).vectorLanes;
    count = std::min(width, packed.columns - panel.column);
    assert(width <= widestPanel);
    auto *out = reinterpret_cast<uint32_t *>(packed.data.as<char>() +
                                             size_t(matrix) * packed.matrixBytes + panel.offset);
    int32_t *negatedSums =
        packed.family == GemmFamily::Dot8
            ? &packed.negatedSums[size_t(matrix * packed.paddedColumns + panel.column)]
            : nullptr;
    const int elements = unitElements(packed);
    for (int64_t s = 0; s < packed.segments; ++s)
      for (int64_t u = 0; u < packed.units; ++u, out += width) {
        std::fill_n(out, width, 0u);
        for (int e = 0; e < elements && u * elements + e < packed.run; ++e)
          add(out, e, source.locate(matrix, s, u * elements + e, panel.column), negatedSums);
      }
  }

private:
  /// Element e of each column's unit.
  void add(uint32_t *out, int e, PackedColumns columns, int32_t *negatedSums) {
    const T *from = values + columns.first;
    if constexpr (Tag::type == ElementType::BF16)
      if (packed.family == GemmFamily::PairHalves) {
        for (int64_t c = 0; c < count; ++c)
          out[c] |= uint32_t(std::bit_cast<uint16_t>(from[c * columns.stride])) << (e * 16);
        return;
      }
    if constexpr (isFloat(Tag::type)) {
      for (int64_t c = 0; c < count; ++c)
        out[c] = std::bit_cast<uint32_t>(float(from[c * columns.stride]));
    } else {
      const int bits = packed.stagedWidth * 8;
      const uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
      for (int64_t c = 0; c < count; ++c) {
        const uint32_t value = uint32_t(int32_t(from[c * columns.stride]) - source.zeroPoint);
        out[c] |= (value & mask) << (e * bits);
        if (negatedSums)
          negatedSums[c] = int32_t(uint32_t(negatedSums[c]) - value);
      }
    }
  }

  PackedWeights &packed;
  const PackSource &source;
  const T *values;
  int64_t width = 0, count = 0;
};

} // namespace

void packPanels(const Execution &execution, PackedWeights &packed, const PackSource &source) {
  layOutPanels(packed);
  if (packed.family == GemmFamily::Dot8)
    packed.negatedSums.assign(size_t(packed.matrices * packed.paddedColumns), 0);
  const int64_t panels = int64_t(packed.panels.size());
  const int64_t work = packed.segments * packed.run * widestPanel;
  visitElementType(source.type, [&](auto tag) {
    execution.parallelFor(packed.matrices * panels, 64 * 1024 / std::max<int64_t>(work, 1) + 1,
                          [&](int64_t begin, int64_t end) {
                            PanelPacker<decltype(tag)> packer(packed, source);
                            for (int64_t i = begin; i < end; ++i)
                              packer.pack(i / panels, packed.panels[size_t(i % panels)]);
                          });
  });
  if (packed.family == GemmFamily::Dot8)
    packed.prepareInit();
}

void multiplyBlock(const PackedWeights &packed, std::span<const int32_t> init, int64_t matrix,
                   size_t firstPanel, size_t lastPanel, const char *base,
                   std::span<const int64_t> rowOffsets, std::span<const int64_t> segmentOffsets,
                   void *acc, int64_t accStride, const std::optional<Finish> &finish) {
  GemmFn gemm = gemmKernels(packed.isa).gemm[int(packed.family)];
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
      own = finish->from(column);
    args.finish = own ? &*own : nullptr;
    gemm(args, panel.vectors);
  }
}

BlockShape chooseBlock(const PackedWeights &packed) {
  int lanes = gemmKernels(packed.isa).vectorLanes;
  size_t widest = size_t(packed.panels.front().vectors * lanes);
  size_t panels = std::clamp<size_t>(256 / widest, 1, packed.panels.size());
  int64_t columns = int64_t(panels * widest);
  // Each pair of tiles of rows reads all panels again, and mostly finishes in registers.
  if (TileProduct::serves(packed))
    return {panels, std::clamp<int64_t>(16384 / columns / 32 * 32, 64, 256)};
  return {panels, std::clamp<int64_t>(4096 / columns, 24, 240)};
}

} // namespace qrt
