// ONNX Runtime calls a Computation in the place of the nodes of a part.
#pragma once

#include "tools/onnxruntime/compiled_part.h"

namespace qopt::ort {

class Computation : public ComputeInfo {
public:
  /// `fused` is the node in their place; the part's `place` names it in errors.
  Computation(const Api &api, const Node *fused, std::shared_ptr<CompiledPart> part);
  virtual ~Computation() = default;

protected:
  const Api &api;
  std::shared_ptr<CompiledPart> part;
  std::vector<size_t> inputs;                 // of the fused node, in the model's order
  std::vector<std::optional<size_t>> outputs; // none: nobody reads it

  virtual void run(KernelContext *context) const;
  /// Calls `run(model, isBegun)` with the part's own model, or, where that refuses the sizes of
  /// `given` (maySizesHelp), with one that is compiled for them. A compiled program refuses sizes
  /// before it asks for its outputs, of which `run` tells by setting `isBegun`: what fails behind
  /// that is the data's. The reference asks for its outputs when it has computed them, and names no
  /// cause: there an error of the data costs one import with the sizes, which are refused from then
  /// on or run into the same error. Returns what `run` returned; none where the outputs have no
  /// elements, which ONNX Runtime then has. Throws a Failure where nothing takes the sizes.
  template <typename Run>
  auto runFitting(KernelContext *context, const std::vector<qrt::Tensor> &given,
                  const Run &run) const
      -> std::optional<decltype(run(*part->model, std::declval<bool &>()))> {
    bool isBegun = false;
    auto stated = keptFor(given);
    if (!stated) {
      auto result = run(*part->model, isBegun);
      if (result || isBegun || !maySizesHelp(given, result.status()))
        return result;
      stated = statedFor(given, result.status());
    }
    if (stated->model)
      return run(*stated->model, isBegun);
    giveEmpty(context, *stated);
    return std::nullopt;
  }
  const Value *valueOf(KernelContext *context, size_t index) const;
  qrt::Tensor input(KernelContext *context, size_t index) const;
  /// Returns ONNX Runtime's memory for an output, a buffer that is bound perhaps; null where
  /// nobody reads the output, and where it has no elements.
  void *outputOf(KernelContext *context, size_t index, const qrt::Shape &shape) const;

private:
  /// Tells whether a run that was refused so may succeed where these sizes are stated: other
  /// errors, as of memory that ran out, are the run's own.
  bool maySizesHelp(const std::vector<qrt::Tensor> &given, const qrt::Status &why) const;
  /// Returns the part compiled for these very sizes, where it is kept already; null: it is not.
  std::shared_ptr<CompiledPart> keptFor(const std::vector<qrt::Tensor> &given) const;
  /// Returns it, compiled now if need be: `why` says how the part's own program has refused these.
  /// Throws a Failure where nothing takes them.
  std::shared_ptr<CompiledPart> statedFor(const std::vector<qrt::Tensor> &given,
                                          const qrt::Status &why) const;
  /// Gives the outputs of a part that has nothing to compute.
  void giveEmpty(KernelContext *context, const CompiledPart &stated) const;
  std::string whyOther(const std::vector<qrt::Tensor> &given) const;
  /// Runs; an error that names no node, as ONNX Runtime's own, is told with the part's place.
  void runNamed(KernelContext *context) const;
  /// Returns whether ONNX Runtime takes the output as the program makes it.
  bool isWrittenInPlace(size_t index, qrt::ElementType made) const;
  qrt::Expected<qrt::Tensor> memoryFor(KernelContext *context, size_t index, qrt::ElementType type,
                                       const qrt::Shape &shape) const;
  void pack(KernelContext *context, size_t index, const qrt::Tensor &made) const;
};

} // namespace qopt::ort
