// What ONNX Runtime calls in the place of the nodes of a part.
#pragma once

#include "tools/onnxruntime/compiled_part.h"

namespace qopt::ort {

class Computation : public ComputeInfo {
public:
  /// `fused` is the node in their place; `place` names it in errors.
  Computation(const Api &api, const Node *fused, std::shared_ptr<CompiledPart> part,
              std::string place);

private:
  void run(KernelContext *context) const;
  qrt::Tensor input(KernelContext *context, size_t index) const;
  void write(KernelContext *context, size_t index, const qrt::Tensor &made) const;

  const Api &api;
  std::shared_ptr<CompiledPart> part;
  std::string place;
  std::vector<size_t> inputs;                 // of the fused node, in the model's order
  std::vector<std::optional<size_t>> outputs; // none: nobody reads it
};

} // namespace qopt::ort
