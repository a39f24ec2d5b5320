// A part whose tensors lie in a card's memory: the program reads and writes them there.
#pragma once

#include "tools/onnxruntime/computation.h"

namespace qopt::ort {

/// Ok where the part's program can run so: Unsupported, saying why, where a tensor would have to be
/// turned or packed on the way.
qrt::Status checkOnCard(const CompiledPart &part);

/// The part is one that checkOnCard takes, of the card whose memory ONNX Runtime's tensors lie in.
/// A run ends with the card's work.
class CardComputation : public Computation {
public:
  using Computation::Computation;

private:
  using Held = std::vector<std::shared_ptr<qrt::DeviceBytes>>; // until the run has ended
  /// The tensors of a run: its inputs, then the outputs that ONNX Runtime gave memory for.
  struct Placed {
    std::vector<qrt::Tensor> tensors;
    Held held;
  };
  void run(KernelContext *context) const override;
  qrt::Tensor inputOnCard(KernelContext *context, size_t index, Held &held) const;
  qrt::Expected<qrt::Tensor> outputOnCard(KernelContext *context, size_t index,
                                          qrt::ElementType type, const qrt::Shape &shape,
                                          Placed &placed) const;
  /// Returns bytes of the card's that nobody else has.
  qrt::Expected<qrt::Tensor> scratch(qrt::ElementType type, const qrt::Shape &shape,
                                     Held &held) const;
};

} // namespace qopt::ort
