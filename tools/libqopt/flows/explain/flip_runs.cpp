#include "tools/libqopt/flows/explain/flip_runs.h"

#include <cstring>

using namespace qrt;

namespace qopt::run {

/// Returns one sample's part of an input that grows with the samples, or all of one that does not.
static Tensor rowOf(const Tensor &tensor, const Port &port, int64_t rows, int64_t row) {
  if (port.shape.empty() || port.shape[0].isStatic())
    return tensor;
  Shape shape = tensor.shape();
  shape[0] /= rows;
  Tensor part = Tensor::allocate(tensor.type(), shape);
  std::memcpy(part.mutableData(),
              static_cast<const char *>(tensor.data()) + size_t(row) * part.bytes(), part.bytes());
  return part;
}

Status FlipRuns::add(llvm::ArrayRef<Tensor> inputs, int64_t rows,
                     llvm::ArrayRef<Shares::Flipped> more) {
  llvm::ArrayRef<Port> ports = attribution.program.model->inputs();
  for (const Shares::Flipped &flip : more) {
    waiting.emplace_back();
    for (auto [tensor, port] : llvm::zip_first(inputs, ports))
      waiting.back().push_back(rowOf(tensor, port, rows, flip.row));
    flips.push_back(flip);
    if (int64_t(flips.size()) >= batch)
      if (Status status = finish(); !status.ok())
        return status;
  }
  return {};
}

Tensor FlipRuns::joined(size_t input) const {
  const Tensor &first = waiting.front()[input];
  const Port &port = attribution.program.model->inputs()[input];
  if (port.shape.empty() || port.shape[0].isStatic())
    return first;
  Shape shape = first.shape();
  shape[0] *= int64_t(waiting.size());
  Tensor all = Tensor::allocate(first.type(), shape);
  for (auto [i, sample] : llvm::enumerate(waiting))
    std::memcpy(static_cast<char *>(all.mutableData()) + i * first.bytes(), sample[input].data(),
                first.bytes());
  return all;
}

/// Returns a direction that is 1 at the class that each sample has now, and −1 at that which it
/// had.
Tensor FlipRuns::margins() const {
  const int64_t classes = attribution.outputs[output].shape[1].value();
  Tensor along = Tensor::allocate(ElementType::F32, {int64_t(flips.size()), classes});
  auto values = along.mutableValues<float>();
  for (auto [i, flip] : llvm::enumerate(flips)) {
    values[size_t(int64_t(i) * classes + flip.to)] = 1;
    values[size_t(int64_t(i) * classes + flip.from)] = -1;
  }
  return along;
}

Status FlipRuns::finish() {
  if (flips.empty())
    return {};
  std::vector<Tensor> own;
  for (size_t input = 0; input < waiting.front().size(); ++input)
    own.push_back(joined(input));
  std::vector<AskedDirection> asked(attribution.outputs.size());
  asked[output].direction = margins();
  auto results = attribution.program.model->run(
      attribution.inputs(std::move(own), int64_t(flips.size()), asked));
  if (!results)
    return results.status();
  shares.addMargins(*results, flips);
  waiting.clear();
  flips.clear();
  return {};
}

} // namespace qopt::run
