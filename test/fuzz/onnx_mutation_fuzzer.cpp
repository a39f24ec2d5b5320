// Damaged ONNX models must be refused in words or imported into a module that
// verifies and runs: never a crash, a hang, or silence.
//
//   onnx_mutation_fuzzer [cases [seed [first case [folder of ONNX's backend tests]]]]
//
// Exit status 77 where that folder is named and absent.
#include "importers/onnx/import.h"
#include "test/fuzz/backend_seeds.h"
#include "test/fuzz/import_case.h"
#include "test/fuzz/onnx_seeds.h"
#include "test/fuzz/proto_mutations.h"

#include <cstdio>

using namespace qopt;
using namespace qopt::test;
using namespace qopt::onnx::test;
namespace proto = qopt::onnx::proto;

static constexpr const char *operators[] = {"Conv",    "Gemm",          "Reshape", "Concat",
                                            "Slice",   "Softmax",       "Split",   "Gather",
                                            "Squeeze", "QuantizeLinear"};

static std::string damaged(proto::ModelProto model, Random &random) {
  for (uint64_t n = changes(random); n > 0; --n)
    mutateField(model, operators, random);
  std::string bytes = model.SerializeAsString();
  if (random() % 8 == 0)
    mutateBytes(bytes, random);
  return bytes;
}

static std::vector<proto::ModelProto> ownSeeds() {
  std::vector<proto::ModelProto> seeds;
  for (ModelBuilder &seed : seedModels())
    seeds.push_back(std::move(seed.model));
  return seeds;
}

int main(int argc, char **argv) {
  const Cases cases = readCases(argc, argv, 1, {2000, 20261121});
  const std::vector<proto::ModelProto> seeds = argc > 4 ? backendSeeds(argv[4]) : ownSeeds();
  if (seeds.empty()) {
    std::printf("no models in %s\n", argv[4]);
    return 77;
  }
  TemporaryFolder folder;
  writeFile(folder.file("weights.bin"), std::string(16, '\1'));
  ImportJudge judge;
  auto run = [&](uint64_t i, Random &random) {
    const std::string path = folder.file("model.onnx");
    writeFile(path, damaged(seeds[i % seeds.size()], random));
    return judge.judge(
        [&](mlir::MLIRContext *context, ImportFailure &failure) {
          return onnx::importFile(context, path, {}, failure);
        },
        random);
  };
  if (int status = runCases("onnx_mutation_fuzzer", cases, run))
    return status;
  return reportOutcomes(cases, {{"imported", judge.imported},
                                {"not supported", judge.unsupported},
                                {"refused", judge.refused}});
}
