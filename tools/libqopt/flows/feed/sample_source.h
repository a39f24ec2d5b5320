// Samples as flows take them: of files, of arrays, of whatever a host has.
//
// A binding derives from IteratedSamples: count(), where that is known, and begin(), which gives an
// iterator whose next() hands out one sample after another, a tensor for each input by name. Flows
// go through the samples several times, each time from the first, and hold a batch of them. An
// exception in an iterator goes through the flow to its caller.
#pragma once

#include "tools/libqopt/flows/feed/sample_selection.h"
#include "tools/libqopt/qopt.h"

#include <map>
#include <optional>

namespace qopt {

/// Rows [0, count) of each input's array, in the order of the inputs; an array that serves all
/// samples is there as it is.
struct SampleBatch {
  std::vector<qrt::Tensor> arrays;
  std::vector<bool> shared; // of each: serves all samples
  int64_t first = 0;        // index of its first sample among those selected
  int64_t count = 0;
};

/// Once through the samples that were selected.
class SampleStream {
public:
  virtual ~SampleStream() = default;
  /// 0: nobody knows before the last has gone by.
  virtual int64_t total() const = 0;
  /// Selected or not; likewise.
  virtual int64_t inSet() const = 0;
  /// The input's array is dealt out sample by sample; each sample has all of it, its first
  /// dimension too.
  virtual bool isDealt(size_t) const { return true; }
  virtual bool isDealtWhole(size_t) const { return false; }
  /// Returns up to `count` samples of equal shapes; none at the end. Nothing is converted.
  virtual qrt::Expected<std::optional<SampleBatch>> next(int64_t count) = 0;
  /// "samples/a.npy, sample 3", for messages.
  virtual std::string place(int64_t sample) const = 0;
  /// "samples/a.npy", of what is no one sample's.
  virtual std::string fileOf(int64_t sample) const = 0;
};

class SampleSource {
public:
  virtual ~SampleSource() = default;
  /// For a network of these inputs. Several streams may be open at once, on several threads.
  virtual qrt::Expected<std::unique_ptr<SampleStream>>
  open(std::span<const Port> inputs, const SampleSelection &selection) const = 0;
  /// Shapes of the first arrays of inputs of these names, whatever a network would take, with or
  /// without a dimension of samples: to say what is wrong with those that do not fit. Fails where
  /// there are none to tell.
  virtual qrt::Expected<std::vector<qrt::Shape>> shapesOf(std::span<const std::string>) const {
    return qrt::invalidArgument("no shapes of samples are known");
  }
};

/// A tensor for each input by name, as a sample has it: without the dimension of samples. u8 and
/// floats are raw, and normalized as the network says, unless a flow is told that they are
/// preprocessed.
using Sample = std::map<std::string, qrt::Tensor>;

class SampleIterator {
public:
  virtual ~SampleIterator() = default;
  /// Returns the next sample. It is called as often as the source has samples; if that does not
  /// know how many, until an empty one ends it.
  virtual qrt::Expected<Sample> next() = 0;
};

class IteratedSamples : public SampleSource {
public:
  virtual int64_t count() const = 0;
  /// Tells whether count() is known. If not, as of a generator, nobody asks for it: calibrate does
  /// without, flows that judge or repair refuse the source.
  virtual bool isCounted() const { return true; }
  virtual std::unique_ptr<SampleIterator> begin() const = 0;
  /// Returns what messages call the set.
  virtual std::string name() const { return "samples"; }

  qrt::Expected<std::unique_ptr<SampleStream>>
  open(std::span<const Port> inputs, const SampleSelection &selection) const override;
  qrt::Expected<std::vector<qrt::Shape>>
  shapesOf(std::span<const std::string> inputs) const override;
};

} // namespace qopt
