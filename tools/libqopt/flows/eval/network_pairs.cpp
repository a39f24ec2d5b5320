#include "tools/libqopt/flows/eval/network_pairs.h"

#include "ir/values/origin.h"

namespace qopt::run {

// Each network normalizes the samples as it was imported to.
void warnOfPreprocessing(const Subject &subject, const Subject &other) {
  auto normalization = [](const Subject &of) {
    std::vector<nn::Preprocess> all;
    for (const Port &port : of.model->inputs())
      all.push_back(port.preprocess);
    return all;
  };
  if (normalization(subject) != normalization(other))
    subject.reports->warn(subject.path + " and " + other.path +
                          " normalize their samples differently (--mean, --std and others of their "
                          "imports), so that they do not compute on the same numbers: import both "
                          "with the same options");
}

/// nn.source, or "" where nobody knows it, as of a .qart file.
static llvm::StringRef sourceOf(const Loaded &model) {
  auto source =
      model.module ? model.module.get()->getAttrOfType<mlir::StringAttr>(nn::sourceAttr) : nullptr;
  return source ? source.getValue() : "";
}

void warnOfSources(const Loaded &model, const Loaded &other) {
  const llvm::StringRef own = sourceOf(model), others = sourceOf(other);
  if (!own.empty() && !others.empty() && own != others)
    model.reports->warn(model.path + " and " + other.path +
                        " were imported from different model files: the figures compare two "
                        "networks, and do not tell what quantization lost");
}

} // namespace qopt::run
