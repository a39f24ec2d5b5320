// Damaged Caffe networks, or damaged weights beside sound ones, must be refused in words or
// imported into a module that verifies and runs: never a crash, a hang, or silence.
//
//   caffe_mutation_fuzzer text|weights [cases [seed [first case]]]
#include "importers/caffe/import.h"
#include "ir/values/keys.h"
#include "test/fuzz/caffe_mutations.h"
#include "test/fuzz/caffe_seeds.h"
#include "test/fuzz/proto_mutations.h"
#include "test/fuzz/run_small.h"

#include "llvm/Support/FileSystem.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include <cstdio>
#include <fstream>

using namespace mlir;
using namespace qopt;
using namespace qopt::test;
namespace proto = qopt::caffe::proto;

// As text, or as the message that it is; both are printed by protobuf in places.
static void damageText(std::string &text, const std::string &donor, Random &random) {
  google::protobuf::LogSilencer quiet; // damaged twice, it may not parse
  proto::NetParameter net;
  if (random() % 4 || !google::protobuf::TextFormat::ParseFromString(text, &net))
    return mutateNet(text, donor, random);
  mutateField(net, caffeWords, random);
  google::protobuf::TextFormat::PrintToString(net, &text);
}

static std::string damagedWeights(proto::WeightsParameter weights, Random &random) {
  google::protobuf::LogSilencer quiet; // of names that are no UTF-8
  if (random() % 4)
    mutateField(weights, caffeWords, random);
  std::string bytes = weights.SerializeAsString();
  if (random() % 4 == 0)
    mutateBytes(bytes, random);
  return bytes;
}

namespace {
struct Files {
  Files() {
    if (llvm::sys::fs::createUniqueDirectory("qopt-caffe", folder))
      abort(); // no temporary files: nothing can be tested
  }
  ~Files() { llvm::sys::fs::remove_directories(folder); }
  std::string put(const std::string &name, const std::string &bytes) const {
    std::string path = (folder + "/" + name).str();
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  llvm::SmallString<128> folder;
};

struct Tally {
  unsigned imported = 0, unsupported = 0, refused = 0;
};
} // namespace

// An empty string, or what went wrong.
static std::string runCase(MLIRContext &context, const std::string &net, const std::string &weights,
                           Random &random, Tally &tally) {
  std::vector<std::string> said;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      said.push_back(diagnostic.str());
    return success();
  });
  ImportOptions options;
  options.weights = weights;
  options.freesBatch = random() % 8 == 0;
  ImportFailure failure = ImportFailure::None;
  OwningOpRef<ModuleOp> module = caffe::importFile(&context, net, options, failure);
  if (!module) {
    ++(failure == ImportFailure::Unsupported ? tally.unsupported : tally.refused);
    if (failure == ImportFailure::None || said.empty())
      return "refused in silence";
    if (failure == ImportFailure::BadFile && said.size() != 1)
      return "more than one error: " + said[1];
    return "";
  }
  ++tally.imported;
  if (failure != ImportFailure::None || !said.empty())
    return "imported with a complaint";
  if (failed(verify(*module)))
    return "the module does not verify: " + said[0];
  // Noise may be an index, too.
  bool runs = runsIfSmall(nn::entryOf(*module), random);
  bool isOfTheData = !said.empty() && said[0].find("lies outside its tensor") != std::string::npos;
  return runs || isOfTheData ? ""
                             : "the evaluator refuses: " + (said.empty() ? "in silence" : said[0]);
}

int main(int argc, char **argv) {
  std::string what = argc > 1 ? argv[1] : "";
  uint64_t cases = argc > 2 ? strtoull(argv[2], nullptr, 10) : 2000;
  uint64_t seed = argc > 3 ? strtoull(argv[3], nullptr, 10) : 20261123;
  uint64_t first = argc > 4 ? strtoull(argv[4], nullptr, 10) : 0;
  if (what != "text" && what != "weights")
    return std::fprintf(stderr, "caffe_mutation_fuzzer text|weights [cases [seed [first]]]\n"), 2;
  std::printf("caffe_mutation_fuzzer: %s, %llu cases from %llu, seed %llu\n", argv[1],
              (unsigned long long)cases, (unsigned long long)first, (unsigned long long)seed);
  std::fflush(stdout);
  watch();
  const std::vector<CaffeSeed> seeds = caffeSeeds();
  Files files;
  Tally tally;
  std::unique_ptr<MLIRContext> context;
  for (uint64_t i = first; i < first + cases; ++i) {
    if (!context || i % 64 == 0) // constants live as long as their context
      context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
    beginCase(i, seed);
    Random random(seed * 1000003 + i);
    const CaffeSeed &sound = seeds[i % seeds.size()];
    std::string text = sound.text, weights = sound.weights.SerializeAsString();
    if (what == "weights")
      weights = damagedWeights(sound.weights, random);
    else // mostly one change: several together seldom get past the first check
      for (uint64_t n = random() % 3 == 0 ? 1 + random() % 4 : 1; n > 0; --n)
        damageText(text, seeds[below(random, seeds.size())].text, random);
    std::string wrong = runCase(*context, files.put("net.prototxt", text),
                                files.put("net.caffemodel", weights), random, tally);
    if (!wrong.empty())
      return std::fprintf(stderr, "%s%s\n", currentCase(), wrong.c_str()), 1;
  }
  std::printf("%u imported, %u not supported, %u refused\n", tally.imported, tally.unsupported,
              tally.refused);
  // Damage that is always noticed, or never, tests nothing.
  bool mixed = tally.imported > 0 && tally.refused > 0;
  return mixed || cases < 100 ? 0 : 1;
}
