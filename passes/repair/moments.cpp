#include "passes/repair/moments.h"

#include "runtime/numerics/matmul/gram.h"

#include <algorithm>
#include <cmath>

namespace qopt {

static int64_t widthOf(const SeedLayer &layer) { return layer.groups * layer.terms; }

/// Rows that are added at once, for the arithmetic to be worth the traffic.
static int64_t blockRowsOf(const SeedLayer &layer) {
  return std::clamp<int64_t>((1 << 20) / widthOf(layer), 16, 256);
}

MomentSums::MomentSums(const SeedLayer &layer, int64_t rowsPerSample)
    : layer(layer), rowsPerSample(rowsPerSample), blockRows(blockRowsOf(layer)),
      block(size_t(blockRows * widthOf(layer))) {
  const auto terms = size_t(layer.terms);
  sums.assign(size_t(layer.groups),
              {std::vector<double>(terms), std::vector<double>(terms * terms)});
}

int64_t MomentSums::bytes(const SeedLayer &layer) {
  const int64_t sums = int64_t(sizeof(double)) * widthOf(layer) * layer.terms;
  const int64_t waiting = int64_t(sizeof(float)) * blockRowsOf(layer) * widthOf(layer);
  const int64_t packed = int64_t(sizeof(double)) * blockRowsOf(layer) * layer.terms;
  return sums + waiting + packed;
}

bool MomentSums::addSample(const qrt::Execution &execution, const qrt::Shape &shape,
                           const float *from, int64_t leading, int64_t sample) {
  const LayerRows geometry(layer, shape);
  const int64_t width = geometry.width();
  for (int64_t row : chosenRows(geometry.count(leading), rowsPerSample, sample)) {
    float *to = &block[size_t(inBlock * width)];
    geometry.gather(from, row, to);
    if (!std::all_of(to, to + width, [](float x) { return std::isfinite(x); }))
      return false;
    if (++inBlock == blockRows)
      flush(execution);
  }
  return true;
}

void MomentSums::flush(const qrt::Execution &execution) {
  const int64_t width = widthOf(layer), terms = layer.terms;
  for (int64_t group = 0; group < layer.groups; ++group) {
    const float *from = block.data() + group * terms;
    Moments &of = sums[size_t(group)];
    for (int64_t row = 0; row < inBlock; ++row)
      for (int64_t i = 0; i < terms; ++i)
        of.mean[size_t(i)] += from[row * width + i];
    qrt::addGram(execution, from, inBlock, width, terms, of.second.data());
  }
  rows += inBlock;
  inBlock = 0;
}

std::vector<Moments> MomentSums::finish(const qrt::Execution &execution) {
  flush(execution);
  const int64_t terms = layer.terms;
  for (Moments &of : sums)
    for (int64_t i = 0; i < terms && rows > 0; ++i) {
      of.mean[size_t(i)] /= double(rows);
      for (int64_t j = 0; j <= i; ++j)
        of.second[size_t(j * terms + i)] = of.second[size_t(i * terms + j)] /= double(rows);
    }
  return std::move(sums);
}

} // namespace qopt
