#include "tools/libqopt/repair/layer_sums.h"

using qrt::invalidArgument;
using qrt::Status;
using qrt::Tensor;

namespace qopt {

// Pairs of wider layers, of some 2,000 weights a channel, would take more: what these answer for is
// what they read.
constexpr int64_t bytesOfPairs = int64_t(256) << 20;

// Sums over pairs of few terms need fewer rows; a mean is known by a quarter of them.
static int64_t rowsThatTell(const SeedLayer &layer, int64_t most) {
  constexpr int64_t ofTerm = 8, share = 4;
  return std::clamp(ofTerm * layer.terms, std::max<int64_t>(1, most / share), most);
}

Rows LayerSums::rowsThatFit(const AlikeLayers &layers, Rows wanted) {
  auto fit = [&](Rows kind) { return PairSums::bytes(*layers.front(), kind) <= bytesOfPairs; };
  if (wanted == Rows::PairsInSums && fit(Rows::PairsInSums))
    return Rows::PairsInSums;
  return wanted != Rows::Alone && fit(Rows::Pairs) ? Rows::Pairs : Rows::Alone;
}

int64_t LayerSums::bytes(const SummedLayers &layers) {
  const SeedLayer &first = *layers.layers.front();
  const Rows kind = rowsThatFit(layers.layers, layers.rows);
  return kind == Rows::Alone ? MomentSums::bytes(first) : PairSums::bytes(first, kind);
}

LayerSums::LayerSums(llvm::ArrayRef<SummedLayers> layers, int64_t samples, int64_t rowsOfLayer,
                     const qrt::Execution &execution)
    : execution(execution) {
  for (const auto &[alike, wanted, beside] : layers) {
    const int64_t enough = rowsThatTell(*alike.front(), rowsOfLayer);
    const int64_t all = wanted == Rows::Alone ? enough : 2 * rowsOfLayer; // so many each half
    const int64_t rows = std::max<int64_t>(1, all / std::max<int64_t>(1, samples));
    const Rows kind = rowsThatFit(alike, wanted);
    if (kind == Rows::Alone)
      measured.push_back({alike, MomentSums(*alike.front(), rows)});
    else
      measured.push_back({alike, PairSums(*alike.front(), rows, kind)});
  }
}

Status LayerSums::add(llvm::ArrayRef<Tensor> inputs, const Calibrator::Batch &batch, int64_t first,
                      int64_t rows, bool mixes, llvm::ArrayRef<Tensor> wanted,
                      llvm::ArrayRef<Tensor> lacks) {
  std::vector<int64_t> bad(measured.size(), -1); // sample of the batch
  auto addTo = [&](size_t i) {
    const Tensor &input = inputs[i];
    const bool bySample = input.shape()[0] % rows == 0 && !mixes;
    const int64_t leading = bySample ? input.shape()[0] / rows : input.shape()[0];
    auto beginning = [&](const Tensor &of, int64_t sample) {
      const int64_t stride = leading * (of.size() / std::max<int64_t>(1, of.shape()[0]));
      return of.values<float>().data() + sample * stride;
    };
    for (int64_t sample = 0; sample < (bySample ? batch.samples : 1) && bad[i] < 0; ++sample) {
      const float *other = wanted.empty() ? nullptr : beginning(wanted[i], sample);
      const float *lack =
          lacks.empty() || lacks[i].size() == 0 ? nullptr : beginning(lacks[i], sample);
      auto addSample = [&](auto &sums) {
        return sums.addSample(execution, input.shape(), beginning(input, sample), leading,
                              first + sample, other, lack);
      };
      if (!std::visit(addSample, measured[i].sums))
        bad[i] = sample;
    }
  };
  execution.parallelFor(int64_t(measured.size()), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      addTo(size_t(i));
  });
  for (size_t i = 0; i < bad.size(); ++i)
    if (bad[i] >= 0)
      return invalidArgument(
          "layer '" + measured[i].layers.front()->name() + "' reads a NaN or an infinity for " +
          (batch.place ? batch.place(bad[i]) : "sample " + std::to_string(first + bad[i])) +
          "; check the preprocessing and the model");
  return {};
}

std::vector<MeasuredRounding> LayerSums::round(RoundingOf how) {
  std::vector<std::vector<MeasuredRounding>> made(measured.size());
  execution.parallelFor(int64_t(measured.size()), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      Measured &of = measured[size_t(i)];
      const std::vector<Moments> moments =
          std::visit([&](auto &sums) { return sums.finish(execution); }, of.sums);
      const int64_t rows = std::visit([](auto &sums) { return sums.rowCount(); }, of.sums);
      for (const SeedLayer *layer : of.layers)
        made[size_t(i)].push_back(
            {layer, roundLayer(*layer, layer->weights(), moments, how(*layer)), rows});
    }
  });
  std::vector<MeasuredRounding> all;
  for (std::vector<MeasuredRounding> &some : made)
    std::move(some.begin(), some.end(), std::back_inserter(all));
  return all;
}

} // namespace qopt
