#include "test/fuzz/backend_seeds.h"

#include "test/importers/onnx/backend/test_case.h"

#include <filesystem>

namespace qopt::onnx::test {

std::vector<proto::ModelProto> backendSeeds(const std::string &root) {
  constexpr size_t mostBytes = 1 << 15; // of larger ones most damage goes to the weights
  std::vector<proto::ModelProto> seeds;
  if (!std::filesystem::exists(root))
    return seeds;
  for (const backend::TestCase &test : backend::readTests(root, "")) {
    if (!test.outOfScope.empty() || test.sets.empty())
      continue;
    proto::ModelProto model = backend::baked(test, test.sets[0], backend::Baking::AllButFirst);
    if (model.ByteSizeLong() <= mostBytes)
      seeds.push_back(std::move(model));
  }
  return seeds;
}

} // namespace qopt::onnx::test
