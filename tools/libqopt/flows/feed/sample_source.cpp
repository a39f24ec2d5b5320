#include "tools/libqopt/flows/feed/sample_source.h"

#include <cstring>

using namespace qrt;

namespace qopt {
namespace {

/// The tensors of several samples, one behind the other.
Tensor stacked(const std::vector<Tensor> &rows) {
  Shape shape = rows.front().shape();
  shape.insert(shape.begin(), int64_t(rows.size()));
  Tensor all = Tensor::allocate(rows.front().type(), shape);
  auto *to = static_cast<char *>(all.mutableData());
  for (const Tensor &row : rows) {
    std::memcpy(to, row.data(), row.bytes());
    to += row.bytes();
  }
  return all;
}

class IteratedStream : public SampleStream {
public:
  IteratedStream(const IteratedSamples &source, std::span<const Port> inputs,
                 const SampleSelection &selection)
      : iterator(source.begin()), selection(selection), set(source.name()),
        all(source.isCounted() ? std::optional(source.count()) : std::nullopt) {
    for (const Port &port : inputs)
      ports.push_back(port);
  }

  int64_t total() const override {
    return all ? std::min(selection.most, selection.countIn(*all)) : 0;
  }
  int64_t inSet() const override { return all.value_or(0); }
  std::string place(int64_t sample) const override {
    return set + ", sample " + std::to_string(selection.sampleAt(sample));
  }
  std::string fileOf(int64_t) const override { return set; }
  Expected<std::optional<SampleBatch>> next(int64_t count) override;

private:
  /// No further one is wanted, or there is none.
  bool isOver() const {
    return hasEnded || taken >= selection.most || (all && taken >= total()) ||
           (selection.chosen && taken >= int64_t(selection.chosen->size()));
  }
  /// The next one that is selected, in the order of the inputs; none where a source ends that does
  /// not count its samples.
  Expected<std::vector<Tensor>> take();
  Expected<std::vector<Tensor>> inOrder(const Sample &sample) const;

  std::unique_ptr<SampleIterator> iterator;
  SampleSelection selection;
  std::string set;
  std::optional<int64_t> all;    // of the set, where that is known
  int64_t passed = 0, taken = 0; // of the set; selected
  bool hasEnded = false;
  std::vector<Port> ports;
  std::optional<std::vector<Tensor>> ahead; // of other shapes than those before it
};

Expected<std::vector<Tensor>> IteratedStream::inOrder(const Sample &sample) const {
  std::vector<Tensor> tensors;
  for (const Port &port : ports) {
    auto found = sample.find(port.name);
    if (found == sample.end())
      return invalidArgument(place(taken) + ": has no tensor for input '" + port.name + "'");
    if (found->second.shape().size() + 1 != port.shape.size())
      return invalidArgument(place(taken) + ": input '" + port.name + "' has shape " +
                             shapeToString(found->second.shape()) + "; a sample of it has " +
                             std::to_string(port.shape.size() - 1) + " dimensions");
    for (size_t i = 1; i < port.shape.size(); ++i)
      if (port.shape[i].isStatic() && port.shape[i].value() != found->second.shape()[i - 1])
        return invalidArgument(place(taken) + ": input '" + port.name + "' has shape " +
                               shapeToString(found->second.shape()) + "; the network takes " +
                               nn::toString(port.shape));
    tensors.push_back(found->second);
  }
  return tensors;
}

Expected<std::vector<Tensor>> IteratedStream::take() {
  while (!all || passed < *all) {
    auto sample = iterator->next();
    if (!sample)
      return sample.status();
    if (sample->empty() && all)
      break;
    if (sample->empty()) {
      hasEnded = true;
      if (passed && selection.chosen)
        return invalidArgument(set + ": ends after " + std::to_string(passed) +
                               " samples: there is no sample " +
                               std::to_string(selection.sampleAt(taken)));
      return passed ? Expected(std::vector<Tensor>())
                    : invalidArgument(set + ": holds no samples; give a hundred like those of use");
    }
    if (selection.has(passed++))
      return inOrder(*sample);
  }
  return invalidArgument(set + ": ends after " + std::to_string(passed) + " of the " +
                         std::to_string(*all) + " samples that it counts");
}

bool haveSameForm(const std::vector<Tensor> &a, const std::vector<Tensor> &b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i].shape() != b[i].shape() || a[i].type() != b[i].type())
      return false;
  return true;
}

Expected<std::optional<SampleBatch>> IteratedStream::next(int64_t count) {
  std::vector<std::vector<Tensor>> rows;
  SampleBatch batch;
  batch.first = taken - (ahead ? 1 : 0);
  if (ahead)
    rows.push_back(*std::exchange(ahead, std::nullopt));
  while (int64_t(rows.size()) < count && !isOver()) {
    auto row = take();
    if (!row)
      return row.status();
    if (row->empty())
      break;
    ++taken;
    if (!rows.empty() && !haveSameForm(rows.front(), *row)) {
      ahead = std::move(*row);
      break;
    }
    rows.push_back(std::move(*row));
  }
  if (rows.empty())
    return std::optional<SampleBatch>();
  for (size_t i = 0; i < ports.size(); ++i) {
    std::vector<Tensor> column;
    for (const std::vector<Tensor> &row : rows)
      column.push_back(row[i]);
    batch.arrays.push_back(stacked(column));
  }
  batch.shared.assign(ports.size(), false);
  batch.count = int64_t(rows.size());
  return std::optional(std::move(batch));
}

} // namespace

Expected<std::unique_ptr<SampleStream>>
IteratedSamples::open(std::span<const Port> inputs, const SampleSelection &selection) const {
  if (isCounted() && count() < 1)
    return invalidArgument(name() + ": holds no samples; give a hundred like those of use");
  const std::optional<int64_t> all = isCounted() ? std::optional(count()) : std::nullopt;
  if (Status status = selection.check(name(), all); !status.ok())
    return status;
  return std::unique_ptr<SampleStream>(std::make_unique<IteratedStream>(*this, inputs, selection));
}

Expected<std::vector<Shape>> IteratedSamples::shapesOf(std::span<const std::string> inputs) const {
  if (isCounted() && count() < 1)
    return invalidArgument(name() + ": holds no samples");
  auto first = begin()->next();
  if (!first)
    return first.status();
  std::vector<Shape> shapes;
  for (const std::string &input : inputs) {
    auto found = first->find(input);
    if (found == first->end())
      return invalidArgument(name() + ": has no tensor for input '" + input + "'");
    shapes.push_back(found->second.shape());
  }
  return shapes;
}

} // namespace qopt
