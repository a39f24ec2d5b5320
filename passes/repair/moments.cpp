#include "passes/repair/moments.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>

namespace qopt {

static int64_t widthOf(const SeedLayer &layer) { return layer.groups * layer.terms; }

MomentSums::MomentSums(const SeedLayer &layer, int64_t rowsPerSample)
    : layer(layer), rowsPerSample(rowsPerSample),
      blockRows(std::clamp<int64_t>((1 << 20) / widthOf(layer), 16, 256)),
      block(size_t(blockRows * widthOf(layer))), sums(size_t(widthOf(layer))),
      products(size_t(widthOf(layer) * layer.terms)) {}

int64_t MomentSums::bytes(const SeedLayer &layer) {
  return int64_t(sizeof(double)) * widthOf(layer) * (layer.terms + 256);
}

bool MomentSums::addSample(const qrt::Shape &shape, const float *from, int64_t leading,
                           int64_t sample) {
  const LayerRows geometry(layer, shape);
  const int64_t width = geometry.width();
  for (int64_t row : chosenRows(geometry.count(leading), rowsPerSample, sample)) {
    double *to = &block[size_t(inBlock * width)];
    geometry.gather(from, row, to);
    if (!std::all_of(to, to + width, [](double x) { return std::isfinite(x); }))
      return false;
    if (++inBlock == blockRows)
      flush();
  }
  return true;
}

void MomentSums::flush() {
  using Matrix = Eigen::MatrixXd;
  const int64_t width = widthOf(layer), terms = layer.terms;
  // A row is a column here.
  Eigen::Map<const Matrix> all(block.data(), width, inBlock);
  Eigen::Map<Eigen::VectorXd>(sums.data(), width) += all.rowwise().sum();
  for (int64_t group = 0; group < layer.groups; ++group) {
    Eigen::Map<Matrix> product(&products[size_t(group * terms * terms)], terms, terms);
    product.selfadjointView<Eigen::Lower>().rankUpdate(all.middleRows(group * terms, terms));
  }
  rows += inBlock;
  inBlock = 0;
}

std::vector<Moments> MomentSums::finish() {
  if (inBlock > 0)
    flush();
  const int64_t terms = layer.terms;
  std::vector<Moments> moments;
  for (int64_t group = 0; group < layer.groups; ++group) {
    const double *sum = &sums[size_t(group * terms)];
    const double *product = &products[size_t(group * terms * terms)];
    Moments of{std::vector<double>(size_t(terms)), std::vector<double>(size_t(terms * terms))};
    for (int64_t i = 0; i < terms && rows > 0; ++i) {
      of.mean[size_t(i)] = sum[i] / double(rows);
      for (int64_t j = 0; j <= i; ++j) // the lower triangle, by columns
        of.second[size_t(i * terms + j)] = of.second[size_t(j * terms + i)] =
            product[j * terms + i] / double(rows);
    }
    moments.push_back(std::move(of));
  }
  return moments;
}

} // namespace qopt
