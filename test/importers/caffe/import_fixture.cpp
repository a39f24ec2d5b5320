#include "test/importers/caffe/import_fixture.h"

#include "ir/reference/evaluator.h"
#include "ir/values/keys.h"
#include "test/importers/temporary_folder.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using qopt::test::TemporaryFolder;
using qopt::test::writeFile;

namespace qopt::caffe::test {

// ---- arrays ----

int64_t countOf(const Numbers &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

int64_t Array::offset(const Numbers &at) const {
  int64_t offset = 0;
  for (size_t i = 0; i < shape.size(); ++i)
    offset = offset * shape[i] + at[i];
  return offset;
}

float Array::orZero(const Numbers &place) const {
  for (size_t i = 0; i < shape.size(); ++i)
    if (place[i] < 0 || place[i] >= shape[i])
      return 0;
  return at(place);
}

Array zeros(const Numbers &shape) { return {shape, Floats(size_t(countOf(shape)))}; }

Array noise(const Numbers &shape, uint64_t seed) {
  Array array = zeros(shape);
  uint64_t state = seed * 2654435761u + 12345;
  for (float &value : array.values) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    value = float(int64_t(state >> 44) - (1 << 19)) / float(1 << 18);
  }
  return array;
}

Array tensorToArray(const qrt::Tensor &tensor) {
  EXPECT_EQ(tensor.type(), qrt::ElementType::F32);
  return {tensor.shape(), Floats(tensor.values<float>().begin(), tensor.values<float>().end())};
}

Weights &Weights::layer(const std::string &name, const std::vector<Array> &blobs) {
  proto::WeightsLayer &layer = *message.add_layer();
  layer.set_name(name);
  for (const Array &array : blobs) {
    proto::BlobProto &blob = *layer.add_blobs();
    blob.mutable_shape()->mutable_dim()->Add(array.shape.begin(), array.shape.end());
    blob.mutable_data()->Add(array.values.begin(), array.values.end());
  }
  return *this;
}

// ---- imports ----

static std::string put(const TemporaryFolder &folder, const std::string &name,
                       const std::string &bytes) {
  writeFile(folder.file(name), bytes);
  return folder.file(name);
}

Import::Import(const std::string &text, const ImportOptions &options) {
  TemporaryFolder folder;
  import(put(folder, "net.prototxt", text), options);
}

Import::Import(const std::string &text, const Weights &weights, const ImportOptions &options) {
  TemporaryFolder folder;
  ImportOptions both = options;
  both.weights = put(folder, "net.caffemodel", weights.bytes());
  import(put(folder, "net.prototxt", text), both);
}

Import Import::ofFiles(const std::string &path, const std::string &weights,
                       const ImportOptions &options) {
  Import result;
  ImportOptions both = options;
  both.weights = weights;
  result.import(path, both);
  return result;
}

Import Import::ofText(const std::string &text, const std::string &weights,
                      const ImportOptions &options) {
  TemporaryFolder folder;
  return ofFiles(put(folder, "net.prototxt", text), weights, options);
}

void Import::import(const std::string &path, const ImportOptions &options) {
  context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    diagnostics.push_back(diagnostic.str());
    severities.push_back(diagnostic.getSeverity());
    auto place = dyn_cast<FileLineColLoc>(diagnostic.getLocation());
    places.emplace_back(place ? place.getLine() : 0, place ? place.getColumn() : 0);
    return success();
  });
  module = importFile(context.get(), path, options, failure);
}

bool Import::says(const std::string &text) const {
  return llvm::any_of(diagnostics, [&](const std::string &diagnostic) {
    return diagnostic.find(text) != std::string::npos;
  });
}

std::string Import::said() const { return llvm::join(diagnostics, "\n"); }

std::vector<Array> Import::runAll(const std::vector<Array> &inputs) {
  EXPECT_TRUE(module) << said();
  if (!module)
    return {};
  std::vector<qrt::Tensor> tensors;
  for (const Array &input : inputs)
    tensors.push_back(
        qrt::Tensor::fromValues<float>(input.shape, std::span<const float>(input.values)));
  FailureOr<std::vector<qrt::Tensor>> outputs = nn::evaluate(nn::entryOf(*module), tensors);
  EXPECT_TRUE(succeeded(outputs));
  std::vector<Array> arrays;
  if (succeeded(outputs))
    for (const qrt::Tensor &output : *outputs)
      arrays.push_back(tensorToArray(output));
  return arrays;
}

Array Import::run(const std::vector<Array> &inputs) {
  std::vector<Array> outputs = runAll(inputs);
  return outputs.empty() ? Array() : outputs.front();
}

unsigned Import::count(const std::string &operation) {
  unsigned found = 0;
  if (module)
    module->walk([&](Operation *op) { found += op->getName().getStringRef() == operation; });
  return found;
}

std::vector<std::string> Import::inputs() {
  return module ? nn::inputNames(nn::entryOf(*module)) : std::vector<std::string>();
}
std::vector<std::string> Import::outputs() {
  return module ? nn::outputNames(nn::entryOf(*module)) : std::vector<std::string>();
}
std::string Import::inputType(unsigned index) {
  std::string text;
  if (module)
    llvm::raw_string_ostream(text) << nn::entryOf(*module).getArgumentTypes()[index];
  return text;
}

// ---- one layer ----

std::string oneLayer(const std::string &type, const std::vector<Numbers> &inputs,
                     const std::string &rest, unsigned tops) {
  std::string text, layer = "layer { name: 'y' type: '" + type + "'";
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::string name = "x" + std::to_string(i);
    text += "input: '" + name + "' input_shape {";
    for (int64_t size : inputs[i])
      text += " dim: " + std::to_string(size);
    text += " }\n";
    layer += " bottom: '" + name + "'";
  }
  for (unsigned i = 0; i < tops; ++i)
    layer += " top: 'y" + (i ? std::to_string(i) : "") + "'";
  return text + layer + " " + rest + " }\n";
}

Array runLayer(const std::string &type, const std::vector<Array> &inputs, const std::string &rest,
               const std::vector<Array> &blobs) {
  std::vector<Numbers> shapes;
  for (const Array &input : inputs)
    shapes.push_back(input.shape);
  std::string text = oneLayer(type, shapes, rest);
  return blobs.empty() ? Import(text).run(inputs)
                       : Import(text, Weights().layer("y", blobs)).run(inputs);
}

void expectRefused(const std::string &type, const std::vector<Numbers> &inputs,
                   const std::string &rest, const std::string &words,
                   const std::vector<Array> &blobs) {
  std::string text = oneLayer(type, inputs, rest);
  Import import = blobs.empty() ? Import(text) : Import(text, Weights().layer("y", blobs));
  EXPECT_FALSE(import.module) << type << " " << rest;
  EXPECT_NE(import.failure, ImportFailure::None);
  EXPECT_TRUE(import.says(words)) << type << " " << rest << "\n" << import.said();
  EXPECT_TRUE(import.says("'y'")) << import.said();
  EXPECT_EQ(import.diagnostics.size(), 1u) << import.said();
}

void expectArray(const Array &have, const Array &expected, float tolerance) {
  ASSERT_EQ(have.shape, expected.shape);
  ASSERT_EQ(have.values.size(), expected.values.size());
  float largest = 1;
  for (float value : expected.values)
    largest = std::max(largest, std::isfinite(value) ? std::fabs(value) : 0);
  for (size_t i = 0; i < expected.values.size(); ++i)
    ASSERT_NEAR(have.values[i], expected.values[i], tolerance * largest) << "element " << i;
}

} // namespace qopt::caffe::test
