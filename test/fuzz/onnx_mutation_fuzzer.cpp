// Damaged ONNX models must be refused in words or imported into a module that
// verifies and runs: never a crash, a hang, or silence.
//
//   onnx_mutation_fuzzer [cases [seed [first case [folder of ONNX's backend tests]]]]
//
// Exit status 77 where that folder is named and absent.
#include "importers/onnx/import.h"
#include "ir/values/keys.h"
#include "test/fuzz/backend_seeds.h"
#include "test/fuzz/onnx_seeds.h"
#include "test/fuzz/proto_mutations.h"
#include "test/fuzz/run_small.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include <cstdio>

using namespace mlir;
using namespace qopt;
using namespace qopt::test;
using namespace qopt::onnx::test;
namespace proto = qopt::onnx::proto;

static constexpr const char *operators[] = {"Conv",    "Gemm",          "Reshape", "Concat",
                                            "Slice",   "Softmax",       "Split",   "Gather",
                                            "Squeeze", "QuantizeLinear"};

static std::string damaged(proto::ModelProto model, Random &random) {
  // Mostly one change: several together seldom get past the first check.
  for (uint64_t i = random() % 3 == 0 ? 1 + random() % 4 : 1; i > 0; --i)
    mutateField(model, operators, random);
  std::string bytes = model.SerializeAsString();
  if (random() % 8 == 0)
    mutateBytes(bytes, random);
  return bytes;
}

namespace {
struct Tally {
  unsigned imported = 0, unsupported = 0, refused = 0;
};
} // namespace

static std::vector<proto::ModelProto> ownSeeds() {
  std::vector<proto::ModelProto> seeds;
  for (ModelBuilder &seed : seedModels())
    seeds.push_back(std::move(seed.model));
  return seeds;
}

// Noise may be an index, too.
static bool isOfTheData(const std::vector<std::string> &said) {
  return !said.empty() && said[0].find("lies outside its tensor") != std::string::npos;
}

// An empty string, or what went wrong.
static std::string runCase(MLIRContext &context, const std::string &path, Random &random,
                           Tally &tally) {
  std::vector<std::string> said;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error) // DOUBLE is warned of
      said.push_back(diagnostic.str());
    return success();
  });
  onnx::ImportFailure failure = onnx::ImportFailure::None;
  OwningOpRef<ModuleOp> module = onnx::importFile(&context, path, {}, failure);
  if (!module) {
    ++(failure == onnx::ImportFailure::Unsupported ? tally.unsupported : tally.refused);
    if (failure == onnx::ImportFailure::None || said.empty())
      return "refused in silence";
    if (failure == onnx::ImportFailure::BadFile && said.size() != 1)
      return "more than one error: " + said[1];
    return "";
  }
  ++tally.imported;
  if (failure != onnx::ImportFailure::None || !said.empty())
    return "imported with a complaint";
  if (failed(verify(*module)))
    return "the module does not verify: " + said[0];
  if (!runsIfSmall(nn::entryOf(*module), random) && !isOfTheData(said))
    return "the evaluator refuses: " + (said.empty() ? "in silence" : said[0]);
  return "";
}

int main(int argc, char **argv) {
  uint64_t cases = argc > 1 ? strtoull(argv[1], nullptr, 10) : 2000;
  uint64_t seed = argc > 2 ? strtoull(argv[2], nullptr, 10) : 20261121;
  uint64_t first = argc > 3 ? strtoull(argv[3], nullptr, 10) : 0;
  std::vector<proto::ModelProto> seeds = argc > 4 ? backendSeeds(argv[4]) : ownSeeds();
  if (seeds.empty()) {
    std::printf("no models in %s\n", argv[4]);
    return 77;
  }
  std::printf("onnx_mutation_fuzzer: %llu cases from %llu, seed %llu\n", (unsigned long long)cases,
              (unsigned long long)first, (unsigned long long)seed);
  std::fflush(stdout);
  watch();
  TemporaryFolder folder;
  writeFile(folder.file("weights.bin"), std::string(16, '\1'));
  Tally tally;
  std::unique_ptr<MLIRContext> context;
  for (uint64_t i = first; i < first + cases; ++i) {
    if (!context || i % 64 == 0) // constants live as long as their context
      context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
    beginCase(i, seed);
    Random random(seed * 1000003 + i);
    writeFile(folder.file("model.onnx"), damaged(seeds[i % seeds.size()], random));
    std::string wrong = runCase(*context, folder.file("model.onnx"), random, tally);
    if (!wrong.empty()) {
      std::fprintf(stderr, "%s%s\n", currentCase(), wrong.c_str());
      return 1;
    }
  }
  std::printf("%u imported, %u not supported, %u refused\n", tally.imported, tally.unsupported,
              tally.refused);
  // Damage that is always noticed, or never, tests nothing.
  bool mixed = tally.imported > 0 && tally.unsupported > 0 && tally.refused > 0;
  return mixed || cases < 100 ? 0 : 1;
}
