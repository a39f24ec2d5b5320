#include "passes/repair/moments.h"

#include "runtime/numerics/matmul/gram.h"

#include <algorithm>
#include <bit>

namespace qopt {

static int64_t widthOf(const SeedLayer &layer) { return layer.groups * layer.terms; }

/// Rows that are added at once, for the arithmetic to be worth the traffic: sums of one group are
/// large, and those of many are small beside rows that wait, which a second-level cache then holds.
static int64_t blockRowsOf(const SeedLayer &layer) {
  const int64_t most = layer.groups == 1 ? 1 << 20 : 1 << 18;
  return std::clamp<int64_t>(most / widthOf(layer), 16, 256);
}

static int64_t partsOf(Rows kind) { return kind == Rows::Alone ? 1 : 2; }

/// Elements of a row of one group that are multiplied by each other: what is wanted, what is read.
static int64_t readOf(const SeedLayer &layer, Rows kind) { return layer.terms * partsOf(kind); }

/// And those that are multiplied by these alone: what lacks.
static int64_t lackingOf(const SeedLayer &layer, Rows kind) {
  return kind == Rows::PairsInSums ? layer.outputs / layer.groups : 0;
}

static int64_t columnsOf(const SeedLayer &layer, Rows kind) {
  return readOf(layer, kind) + lackingOf(layer, kind);
}

MomentSums::MomentSums(const SeedLayer &layer, int64_t rowsPerSample, Rows kind)
    : layer(layer), kind(kind), rowsPerSample(rowsPerSample), blockRows(blockRowsOf(layer)),
      row(size_t(widthOf(layer))), result(size_t(layer.outputs)),
      block(size_t(blockRows * layer.groups * columnsOf(layer, kind))) {
  const auto read = size_t(readOf(layer, kind)), lacking = size_t(lackingOf(layer, kind));
  sums.assign(size_t(layer.groups), {.mean = std::vector<double>(read),
                                     .second = std::vector<double>(read * read),
                                     .lack = {.mean = std::vector<double>(lacking),
                                              .square = std::vector<double>(lacking),
                                              .read = std::vector<double>(lacking * read)}});
}

int64_t MomentSums::bytes(const SeedLayer &layer, Rows kind) {
  const int64_t columns = columnsOf(layer, kind), width = layer.groups * columns;
  const int64_t sums = int64_t(sizeof(double)) * width * readOf(layer, kind);
  const int64_t waiting = int64_t(sizeof(float)) * blockRowsOf(layer) * width;
  const int64_t packed = int64_t(sizeof(double)) * blockRowsOf(layer) * columns;
  return sums + waiting + packed;
}

/// Looks at all of them: without an end on the way the loop is one of vectors.
static bool areFinite(std::span<const float> values) {
  constexpr uint32_t exponent = 0x7f800000; // all ones in an infinity and in a NaN
  uint32_t bad = 0;
  for (float value : values)
    bad |= uint32_t((std::bit_cast<uint32_t>(value) & exponent) == exponent);
  return bad == 0;
}

// Puts a part of the row that is looked at, which `gather` writes, by group to column `at` of each
// group's next row of the block; false where one of its elements is no number. Of one group it is
// written where it belongs.
bool MomentSums::place(std::vector<float> &part, int64_t at,
                       llvm::function_ref<void(float *to)> gather) {
  const int64_t columns = columnsOf(layer, kind);
  float *to = &block[size_t(inBlock * columns + at)];
  float *const from = layer.groups == 1 ? to : part.data();
  gather(from);
  if (!areFinite({from, part.size()}))
    return false;
  const auto count = int64_t(part.size()) / layer.groups;
  for (int64_t group = 0; group < layer.groups && from != to; ++group)
    std::copy_n(from + group * count, count, to + group * blockRows * columns);
  return true;
}

bool MomentSums::addSample(const qrt::Execution &execution, const qrt::Shape &shape,
                           const float *from, int64_t leading, int64_t sample, const float *wanted,
                           const float *lack) {
  const LayerRows geometry(layer, shape);
  const float *const parts[] = {kind == Rows::Alone ? from : wanted, from};
  for (int64_t number : chosenRows(geometry.count(leading), rowsPerSample, sample)) {
    for (int64_t part = 0; part < partsOf(kind); ++part) {
      if (!place(row, part * layer.terms,
                 [&](float *to) { geometry.gather(parts[part], number, to); }))
        return false;
    }
    if (kind == Rows::PairsInSums) {
      if (!place(result, 2 * layer.terms,
                 [&](float *to) { geometry.gatherResult(lack, number, layer.outputs, to); }))
        return false;
    }
    if (++inBlock == blockRows)
      flush(execution);
  }
  return true;
}

void MomentSums::flush(const qrt::Execution &execution) {
  const int64_t columns = columnsOf(layer, kind), read = readOf(layer, kind);
  for (int64_t group = 0; group < layer.groups; ++group) {
    const float *from = block.data() + group * blockRows * columns;
    Moments &of = sums[size_t(group)];
    double *mean = of.mean.data();
    for (int64_t row = 0; row < inBlock; ++row)
      for (int64_t i = 0; i < read; ++i)
        mean[i] += from[row * columns + i];
    qrt::addGram(execution, from, inBlock, columns, read, of.second.data());
    if (columns > read)
      addLack(execution, from, of.lack);
  }
  rows += inBlock;
  inBlock = 0;
}

void MomentSums::addLack(const qrt::Execution &execution, const float *from, LackMoments &of) {
  const int64_t columns = columnsOf(layer, kind), read = readOf(layer, kind);
  for (int64_t row = 0; row < inBlock; ++row)
    for (int64_t i = read; i < columns; ++i) {
      const double lack = from[row * columns + i];
      of.mean[size_t(i - read)] += lack;
      of.square[size_t(i - read)] += lack * lack;
    }
  qrt::addProducts(execution, inBlock, columns, {from + read, columns - read}, {from, read},
                   of.read.data());
}

void MomentSums::divide(Moments &of) const {
  const auto terms = int64_t(of.mean.size());
  if (rows > 0)
    for (std::vector<double> *all : {&of.lack.mean, &of.lack.square, &of.lack.read})
      for (double &sum : *all)
        sum /= double(rows);
  for (int64_t i = 0; i < terms && rows > 0; ++i) {
    of.mean[size_t(i)] /= double(rows);
    for (int64_t j = 0; j <= i; ++j)
      of.second[size_t(j * terms + i)] = of.second[size_t(i * terms + j)] /= double(rows);
  }
}

// Parts the moments of rows [wanted, read, lacking] into those of each part and those between them.
Moments MomentSums::pairOf(Moments &of) const {
  const int64_t terms = layer.terms, columns = readOf(layer, kind);
  auto block = [&](const std::vector<double> &from, int64_t firstRow, int64_t rows,
                   int64_t firstColumn) {
    std::vector<double> values;
    for (int64_t i = firstRow; i < firstRow + rows; ++i) {
      auto first = from.begin() + i * columns + firstColumn;
      values.insert(values.end(), first, first + terms);
    }
    return values;
  };
  const int64_t lacking = lackingOf(layer, kind);
  return {.mean = {of.mean.begin() + terms, of.mean.end()},
          .second = block(of.second, terms, terms, terms),
          .wantedMean = {of.mean.begin(), of.mean.begin() + terms},
          .wantedSecond = block(of.second, 0, terms, 0),
          .cross = block(of.second, 0, terms, terms),
          .lack = {.mean = std::move(of.lack.mean),
                   .square = std::move(of.lack.square),
                   .read = block(of.lack.read, 0, lacking, terms),
                   .wanted = block(of.lack.read, 0, lacking, 0)}};
}

std::vector<Moments> MomentSums::finish(const qrt::Execution &execution) {
  flush(execution);
  for (Moments &of : sums) {
    divide(of);
    if (kind != Rows::Alone)
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
  return {mean(a.mean, b.mean),
          mean(a.second, b.second),
          mean(a.wantedMean, b.wantedMean),
          mean(a.wantedSecond, b.wantedSecond),
          mean(a.cross, b.cross),
          {mean(a.lack.mean, b.lack.mean), mean(a.lack.square, b.lack.square),
           mean(a.lack.read, b.lack.read), mean(a.lack.wanted, b.lack.wanted)}};
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
