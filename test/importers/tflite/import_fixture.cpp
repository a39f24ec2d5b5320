#include "test/importers/tflite/import_fixture.h"

#include "ir/reference/evaluator.h"
#include "ir/values/keys.h"
#include "test/importers/temporary_folder.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using qopt::test::TemporaryFolder;
using qopt::test::writeFile;

namespace qopt::tflite::test {

using mlir::MLIRContext;
using mlir::RankedTensorType;
using mlir::succeeded;

Import::Import(const std::string &bytes, const ImportOptions &options) {
  TemporaryFolder folder;
  writeFile(folder.file("model.tflite"), bytes);
  context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  mlir::ScopedDiagnosticHandler handler(context.get(), [&](mlir::Diagnostic &diagnostic) {
    diagnostics.push_back(diagnostic.str());
    return mlir::success();
  });
  module = importFile(context.get(), folder.file("model.tflite"), options, failure);
}

bool Import::says(const std::string &text) const {
  return llvm::any_of(diagnostics, [&](const std::string &diagnostic) {
    return diagnostic.find(text) != std::string::npos;
  });
}

std::string Import::said() const { return llvm::join(diagnostics, "\n"); }

std::vector<qrt::Tensor> Import::runAll(const std::vector<qrt::Tensor> &inputs) {
  EXPECT_TRUE(module) << said();
  if (!module)
    return {};
  mlir::FailureOr<std::vector<qrt::Tensor>> outputs = nn::evaluate(nn::entryOf(*module), inputs);
  EXPECT_TRUE(succeeded(outputs));
  return succeeded(outputs) ? *outputs : std::vector<qrt::Tensor>();
}

Floats Import::run(const std::vector<Floats> &inputs) {
  EXPECT_TRUE(module) << said();
  if (!module)
    return {};
  std::vector<qrt::Tensor> tensors;
  for (auto [type, values] : llvm::zip_equal(nn::entryOf(*module).getArgumentTypes(), inputs)) {
    llvm::ArrayRef<int64_t> shape = llvm::cast<RankedTensorType>(type).getShape();
    tensors.push_back(qrt::Tensor::fromValues<float>({shape.begin(), shape.end()},
                                                     std::span<const float>(values)));
  }
  std::vector<qrt::Tensor> outputs = runAll(tensors);
  EXPECT_FALSE(outputs.empty());
  if (outputs.empty())
    return {};
  EXPECT_EQ(outputs.front().type(), qrt::ElementType::F32);
  auto values = std::as_const(outputs.front()).values<float>();
  return {values.begin(), values.end()};
}

unsigned Import::count(const std::string &operation) {
  unsigned found = 0;
  if (module)
    module->walk([&](mlir::Operation *op) { found += op->getName().getStringRef() == operation; });
  return found;
}

std::vector<std::string> Import::inputs() {
  return module ? nn::inputNames(nn::entryOf(*module)) : std::vector<std::string>();
}
std::vector<std::string> Import::outputs() {
  return module ? nn::outputNames(nn::entryOf(*module)) : std::vector<std::string>();
}

void expectRefused(const ModelBuilder &model, ImportFailure failure, const std::string &words) {
  Import import(model);
  EXPECT_FALSE(import.module);
  EXPECT_EQ(import.failure, failure);
  EXPECT_TRUE(import.says(words)) << words << "\n" << import.said();
}

void expectFloats(const Floats &have, const Floats &expected) {
  ASSERT_EQ(have.size(), expected.size());
  float largest = 0;
  for (float value : expected)
    largest = std::max(largest, std::abs(value));
  for (size_t i = 0; i < have.size(); ++i)
    EXPECT_NEAR(have[i], expected[i], 1e-6f * std::max(largest, 1.0f)) << "element " << i;
}

} // namespace qopt::tflite::test
