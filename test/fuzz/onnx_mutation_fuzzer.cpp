// Damaged ONNX models must be refused in words or imported into a module that
// verifies and runs: never a crash, a hang, or silence.
//
//   onnx_mutation_fuzzer [cases [seed [first case]]]
#include "importers/onnx/import.h"
#include "ir/keys.h"
#include "ir/reference/evaluator.h"
#include "test/fuzz/onnx_mutations.h"
#include "test/fuzz/onnx_seeds.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include <csignal>
#include <cstdio>
#include <unistd.h>

using namespace mlir;
using namespace qopt;
using namespace qopt::onnx::test;
namespace proto = qopt::onnx::proto;

#if defined(__SANITIZE_ADDRESS__)
extern "C" void __sanitizer_set_death_callback(void (*)());
#endif

static char current[128]; // what is running, for the last words

static void lastWords() {
  if (write(STDERR_FILENO, current, strlen(current)) < 0)
    _exit(2);
}
static void die(int) {
  lastWords();
  _exit(1);
}

// Once for all cases; a case that takes this long hangs.
static constexpr unsigned secondsPerCase = 20;

static void watch() {
  std::signal(SIGALRM, die);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_set_death_callback(lastWords);
#else
  for (int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL})
    std::signal(signal, die);
#endif
}

static std::string damaged(const ModelBuilder &seed, Random &random) {
  proto::ModelProto model = seed.model;
  // Mostly one change: several together seldom get past the first check.
  for (uint64_t i = random() % 3 == 0 ? 1 + random() % 4 : 1; i > 0; --i)
    mutateField(model, random);
  std::string bytes = model.SerializeAsString();
  if (random() % 8 == 0)
    mutateBytes(bytes, random);
  return bytes;
}

// Damage may ask for much work: only what is done in a moment is run.
static bool isSmall(func::FuncOp function, int64_t batch) {
  constexpr int64_t most = 1 << 20;
  auto fits = [&](Type type) {
    double count = 1;
    for (int64_t size : nn::shapeAt(type, batch))
      count *= double(size);
    return count <= double(most);
  };
  if (!llvm::all_of(function.getArgumentTypes(), fits))
    return false;
  int64_t work = 0;
  WalkResult result = function.walk([&](Operation *op) {
    for (Type type : llvm::concat<Type>(llvm::to_vector(op->getOperandTypes()),
                                        llvm::to_vector(op->getResultTypes())))
      if (!fits(type))
        return WalkResult::interrupt();
    if (auto cost = dyn_cast<nn::CostOpInterface>(op)) {
      nn::OpCost one = cost.cost(batch);
      if (one.multiplyAdds > most || one.elements > most)
        return WalkResult::interrupt();
      work += one.multiplyAdds + one.elements;
    }
    return work > 4 * most ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

static bool runs(func::FuncOp function, Random &random) {
  constexpr int64_t batch = 2;
  if (!llvm::all_of(function.getArgumentTypes(),
                    [](Type type) { return nn::storageType(type).has_value(); }) ||
      !isSmall(function, batch))
    return true;
  std::vector<qrt::Tensor> inputs;
  for (Type type : function.getArgumentTypes()) {
    qrt::Tensor tensor = qrt::Tensor::allocate(*nn::storageType(type), nn::shapeAt(type, batch));
    if (tensor.type() == qrt::ElementType::F32)
      for (float &value : tensor.mutableValues<float>())
        value = random() % 64 == 0 ? NAN : float(int64_t(random() % 2001) - 1000) / 250;
    inputs.push_back(std::move(tensor));
  }
  return succeeded(nn::evaluate(function, inputs));
}

namespace {
struct Tally {
  unsigned imported = 0, unsupported = 0, refused = 0;
};
} // namespace

// An empty string, or what went wrong.
static std::string runCase(MLIRContext &context, const std::string &path, Random &random,
                           Tally &tally) {
  std::vector<std::string> said;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
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
  if (!runs(nn::entryOf(*module), random))
    return "the evaluator refuses: " + (said.empty() ? "in silence" : said[0]);
  return "";
}

int main(int argc, char **argv) {
  uint64_t cases = argc > 1 ? strtoull(argv[1], nullptr, 10) : 2000;
  uint64_t seed = argc > 2 ? strtoull(argv[2], nullptr, 10) : 20261121;
  uint64_t first = argc > 3 ? strtoull(argv[3], nullptr, 10) : 0;
  std::printf("onnx_mutation_fuzzer: %llu cases from %llu, seed %llu\n", (unsigned long long)cases,
              (unsigned long long)first, (unsigned long long)seed);
  std::fflush(stdout);
  watch();
  TemporaryFolder folder;
  writeFile(folder.file("weights.bin"), std::string(16, '\1'));
  std::vector<ModelBuilder> seeds = seedModels();
  Tally tally;
  std::unique_ptr<MLIRContext> context;
  for (uint64_t i = first; i < first + cases; ++i) {
    if (!context || i % 64 == 0) // constants live as long as their context
      context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
    std::snprintf(current, sizeof current, "case %llu of seed %llu\n", (unsigned long long)i,
                  (unsigned long long)seed);
    alarm(secondsPerCase);
    Random random(seed * 1000003 + i);
    writeFile(folder.file("model.onnx"), damaged(seeds[i % seeds.size()], random));
    std::string wrong = runCase(*context, folder.file("model.onnx"), random, tally);
    if (!wrong.empty()) {
      std::fprintf(stderr, "%s%s\n", current, wrong.c_str());
      return 1;
    }
  }
  std::printf("%u imported, %u not supported, %u refused\n", tally.imported, tally.unsupported,
              tally.refused);
  // Damage that is always noticed, or never, tests nothing.
  bool mixed = tally.imported > 0 && tally.unsupported > 0 && tally.refused > 0;
  return mixed || cases < 100 ? 0 : 1;
}
