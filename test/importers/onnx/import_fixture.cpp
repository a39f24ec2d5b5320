#include "test/importers/onnx/import_fixture.h"

#include "ir/reference/evaluator.h"
#include "ir/values/keys.h"

#include <numeric>

using namespace mlir;

namespace qopt::onnx::test {

// ---- imports ----

Import::Import(const ModelBuilder &builder, const ImportOptions &options) {
  TemporaryFolder folder;
  writeFile(folder.file("model.onnx"), builder.bytes());
  import(folder.file("model.onnx"), options);
}
Import::Import(const std::string &path, const ImportOptions &options) { import(path, options); }

void Import::import(const std::string &path, const ImportOptions &options) {
  context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    diagnostics.push_back(diagnostic.str());
    return success();
  });
  module = importFile(context.get(), path, options, failure);
}

bool Import::says(const std::string &text) const {
  return llvm::any_of(diagnostics, [&](const std::string &diagnostic) {
    return diagnostic.find(text) != std::string::npos;
  });
}

std::vector<qrt::Tensor> Import::runAll(const std::vector<qrt::Tensor> &inputs) {
  EXPECT_TRUE(module) << (diagnostics.empty() ? "" : diagnostics[0]);
  if (!module)
    return {};
  FailureOr<std::vector<qrt::Tensor>> outputs = nn::evaluate(nn::entryOf(*module), inputs);
  EXPECT_TRUE(succeeded(outputs));
  return succeeded(outputs) ? *outputs : std::vector<qrt::Tensor>();
}

qrt::Tensor Import::run(const std::vector<qrt::Tensor> &inputs) {
  std::vector<qrt::Tensor> outputs = runAll(inputs);
  return outputs.empty() ? qrt::Tensor() : outputs.front();
}

unsigned Import::count(const std::string &operation) {
  unsigned found = 0;
  if (module)
    module->walk([&](Operation *op) { found += op->getName().getStringRef() == operation; });
  return found;
}

std::vector<std::string> Import::keys() {
  std::vector<std::string> names;
  if (module)
    module->walk([&](Operation *op) {
      for (Value result : op->getResults())
        if (std::string key = nn::keyOf(result); !key.empty())
          names.push_back(key);
    });
  return names;
}

static std::string text(Type type) {
  std::string result;
  llvm::raw_string_ostream(result) << type;
  return result;
}
std::string Import::inputType(unsigned index) {
  return module ? text(nn::entryOf(*module).getArgumentTypes()[index]) : "";
}
std::string Import::outputType(unsigned index) {
  return module ? text(nn::entryOf(*module).getResultTypes()[index]) : "";
}

// ---- tensors ----

qrt::Tensor tensor(const Numbers &shape, const Floats &values) {
  return qrt::Tensor::fromValues<float>(shape, std::span<const float>(values));
}

qrt::Tensor counting(const Numbers &shape) {
  Floats values(qrt::elementCount(shape));
  std::iota(values.begin(), values.end(), 1.0f);
  return tensor(shape, values);
}

qrt::Tensor longs(const Numbers &shape, const Numbers &values) {
  return qrt::Tensor::fromValues<int64_t>(shape, values);
}
Floats valuesOf(const qrt::Tensor &tensor) {
  return Floats(tensor.values<float>().begin(), tensor.values<float>().end());
}

Numbers integersOf(const qrt::Tensor &tensor) {
  EXPECT_TRUE(qrt::isInteger(tensor.type()));
  return qrt::visitValues(tensor,
                          [](auto values) { return Numbers(values.begin(), values.end()); });
}

void expectTensor(const qrt::Tensor &tensor, const Numbers &shape, const Floats &values,
                  float tolerance) {
  ASSERT_EQ(tensor.type(), qrt::ElementType::F32);
  ASSERT_EQ(tensor.shape(), shape);
  Floats have = valuesOf(tensor);
  ASSERT_EQ(have.size(), values.size());
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(have[i], values[i], tolerance) << "element " << i;
}

} // namespace qopt::onnx::test
