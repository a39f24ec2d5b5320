#include "passes/repair/moments.h"

#include "runtime/numerics/matmul/gram.h"

#include <algorithm>
#include <bit>

namespace qopt {

static int64_t widthOf(const SeedLayer &layer) { return layer.groups * layer.terms; }

/// Rows that are added at once, for the arithmetic to be worth the traffic.
static int64_t blockRowsOf(const SeedLayer &layer) {
  return std::clamp<int64_t>((1 << 20) / widthOf(layer), 16, 256);
}

static int64_t factorOf(Rows kind) { return kind == Rows::Pairs ? 2 : 1; }

MomentSums::MomentSums(const SeedLayer &layer, int64_t rowsPerSample, Rows kind)
    : layer(layer), kind(kind), rowsPerSample(rowsPerSample), blockRows(blockRowsOf(layer)),
      row(size_t(widthOf(layer))), block(size_t(blockRows * widthOf(layer) * factorOf(kind))) {
  const auto terms = size_t(layer.terms * factorOf(kind));
  sums.assign(size_t(layer.groups),
              {std::vector<double>(terms), std::vector<double>(terms * terms)});
}

int64_t MomentSums::bytes(const SeedLayer &layer, Rows kind) {
  const int64_t width = widthOf(layer) * factorOf(kind), terms = layer.terms * factorOf(kind);
  const int64_t sums = int64_t(sizeof(double)) * width * terms;
  const int64_t waiting = int64_t(sizeof(float)) * blockRowsOf(layer) * width;
  const int64_t packed = int64_t(sizeof(double)) * blockRowsOf(layer) * terms;
  return sums + waiting + packed;
}

// The row that is looked at, as part `at` of each group's next row of the block.
void MomentSums::place(const float *row, int64_t at) {
  const int64_t parts = factorOf(kind), terms = layer.terms;
  float *to = &block[size_t((inBlock * parts + at) * terms)];
  for (int64_t group = 0; group < layer.groups; ++group)
    std::copy_n(row + group * terms, terms, to + group * blockRows * parts * terms);
}

/// Looks at all of them: without an end on the way the loop is one of vectors.
static bool areFinite(std::span<const float> values) {
  constexpr uint32_t exponent = 0x7f800000; // all ones in an infinity and in a NaN
  uint32_t bad = 0;
  for (float value : values)
    bad |= uint32_t((std::bit_cast<uint32_t>(value) & exponent) == exponent);
  return bad == 0;
}

bool MomentSums::addSample(const qrt::Execution &execution, const qrt::Shape &shape,
                           const float *from, int64_t leading, int64_t sample,
                           const float *wanted) {
  const LayerRows geometry(layer, shape);
  // The row that is read is the last part.
  const float *const parts[] = {kind == Rows::Pairs ? wanted : from, from};
  for (int64_t number : chosenRows(geometry.count(leading), rowsPerSample, sample)) {
    for (int64_t part = 0; part < factorOf(kind); ++part) {
      geometry.gather(parts[part], number, row.data());
      if (!areFinite(row))
        return false;
      place(row.data(), part);
    }
    if (++inBlock == blockRows)
      flush(execution);
  }
  return true;
}

void MomentSums::flush(const qrt::Execution &execution) {
  const int64_t terms = layer.terms * factorOf(kind);
  for (int64_t group = 0; group < layer.groups; ++group) {
    const float *from = block.data() + group * blockRows * terms;
    Moments &of = sums[size_t(group)];
    double *mean = of.mean.data();
    for (int64_t row = 0; row < inBlock; ++row)
      for (int64_t i = 0; i < terms; ++i)
        mean[i] += from[row * terms + i];
    qrt::addGram(execution, from, inBlock, terms, terms, of.second.data());
  }
  rows += inBlock;
  inBlock = 0;
}

void MomentSums::divide(Moments &of) const {
  const auto terms = int64_t(of.mean.size());
  for (int64_t i = 0; i < terms && rows > 0; ++i) {
    of.mean[size_t(i)] /= double(rows);
    for (int64_t j = 0; j <= i; ++j)
      of.second[size_t(j * terms + i)] = of.second[size_t(i * terms + j)] /= double(rows);
  }
}

// Parts the moments of rows [wanted, read] into those of each half and those between the halves.
Moments MomentSums::pairOf(Moments &of) const {
  const int64_t terms = layer.terms;
  auto block = [&](int64_t rowPart, int64_t columnPart) {
    std::vector<double> values;
    for (int64_t i = 0; i < terms; ++i) {
      auto first = of.second.begin() + (rowPart * terms + i) * 2 * terms + columnPart * terms;
      values.insert(values.end(), first, first + terms);
    }
    return values;
  };
  return {.mean = {of.mean.begin() + terms, of.mean.end()},
          .second = block(1, 1),
          .wantedMean = {of.mean.begin(), of.mean.begin() + terms},
          .wantedSecond = block(0, 0),
          .cross = block(0, 1)};
}

std::vector<Moments> MomentSums::finish(const qrt::Execution &execution) {
  flush(execution);
  for (Moments &of : sums) {
    divide(of);
    if (kind == Rows::Pairs)
      of = pairOf(of);
  }
  return std::move(sums);
}

// Gives the moments of both sets of rows together: each counts by its share of the rows.
static Moments joined(const Moments &a, const Moments &b, double shareOfA) {
  auto mean = [&](const std::vector<double> &x, const std::vector<double> &y) {
    std::vector<double> both(x.size());
    for (size_t i = 0; i < x.size(); ++i)
      both[i] = shareOfA * x[i] + (1 - shareOfA) * y[i];
    return both;
  };
  return {mean(a.mean, b.mean), mean(a.second, b.second), mean(a.wantedMean, b.wantedMean),
          mean(a.wantedSecond, b.wantedSecond), mean(a.cross, b.cross)};
}

std::vector<Moments> PairSums::finish(const qrt::Execution &execution) {
  const auto rows = double(rowCount()), first = double(parts[0].rowCount());
  std::vector<Moments> even = parts[0].finish(execution), odd = parts[1].finish(execution), all;
  for (size_t i = 0; i < even.size(); ++i) {
    all.push_back(joined(even[i], odd[i], rows > 0 ? first / rows : 1));
    if (first > 0 && first < rows)
      all.back().parts = {std::move(even[i]), std::move(odd[i])};
  }
  return all;
}

} // namespace qopt
