#include "test/fuzz/mlir_seeds.h"

#include "importers/onnx/import.h"
#include "ir/ops.h"
#include "test/fuzz/onnx_seeds.h"
#include "tools/libqopt/qopt_mlir.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <algorithm>
#include <filesystem>

using namespace mlir;

namespace qopt::test {

static MlirSeed seedOf(ModuleOp module) {
  MlirSeed seed;
  llvm::raw_string_ostream text(seed.text), bytecode(seed.bytecode);
  module->print(text);
  (void)writeBytecodeToFile(module, bytecode);
  return seed;
}

/// Each function as a module of its own, without the check.* attributes that a
/// file's reader would not know.
static bool addFunctions(const std::string &file, std::vector<MlirSeed> &seeds) {
  auto context = makeContext();
  context->allowUnregisteredDialects();
  // Some take as arguments what must be constant: those functions alone are no modules.
  ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  ScopedDiagnosticHandler silent(context.get(), [](Diagnostic &) {});
  Module all = parseSourceFile<ModuleOp>(file, config);
  if (!all)
    return false;
  for (auto function : all->getOps<func::FuncOp>()) {
    Module one = ModuleOp::create(function.getLoc());
    auto copy = cast<func::FuncOp>(function->clone());
    one->push_back(copy);
    copy.setName("main");
    copy.removeArgAttrsAttr();
    copy.removeResAttrsAttr();
    if (succeeded(verify(*one)))
      seeds.push_back(seedOf(*one));
  }
  return true;
}

static bool addNetworks(std::vector<MlirSeed> &seeds) {
  qopt::onnx::test::TemporaryFolder folder;
  qopt::onnx::test::writeFile(folder.file("weights.bin"), std::string(16, '\1'));
  for (const auto &network : qopt::onnx::test::seedModels()) {
    auto context = makeContext();
    qopt::onnx::test::writeFile(folder.file("model.onnx"), network.model.SerializeAsString());
    auto module = loadModule(*context, folder.file("model.onnx"));
    if (!module.ok()) {
      llvm::errs() << module.status().message() << '\n';
      return false;
    }
    seeds.push_back(seedOf(**module));
  }
  return true;
}

std::vector<MlirSeed> mlirSeeds() {
  std::vector<std::string> files;
  const std::filesystem::path cases(QOPT_SOURCE_DIR "/test/numerics"); // a folder a family
  for (const auto &entry : std::filesystem::recursive_directory_iterator(cases))
    if (entry.path().extension() == ".mlir")
      files.push_back(entry.path());
  if (files.empty()) {
    llvm::errs() << "no seeds under " << cases.string() << '\n';
    return {};
  }
  std::sort(files.begin(), files.end()); // a case is the same everywhere
  std::vector<MlirSeed> seeds;
  for (const std::string &file : files)
    if (!addFunctions(file, seeds))
      return {};
  return addNetworks(seeds) ? seeds : std::vector<MlirSeed>();
}

} // namespace qopt::test
