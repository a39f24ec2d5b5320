// Operations that exporters spell out become the ones that are known by a name.
#include "passes/passes.h"
#include "passes/recognize/spelled.h"

namespace qopt {
#define GEN_PASS_DEF_RECOGNIZECOMPOSITES
#include "passes/passes.h.inc"
namespace {

struct RecognizeComposites : impl::RecognizeCompositesBase<RecognizeComposites> {
  using RecognizeCompositesBase::RecognizeCompositesBase;
  void runOnOperation() override {
    Rewrites rewrites(&getContext());
    addActivations(rewrites);
    addNorms(rewrites);
    addAttention(rewrites);
    if (failed(std::move(rewrites).apply(getOperation(), {explain, without})))
      signalPassFailure();
  }
};

} // namespace
} // namespace qopt
