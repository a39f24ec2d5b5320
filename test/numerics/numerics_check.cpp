// numerics_check [--device=reference|host|opencl|…] FILE.mlir … [GoogleTest's flags]
//
// Each function of each file is a case, FILE.FUNCTION: it is evaluated, and its results are
// compared with those that the file states. A line "// DEVICES: reference host" says on which
// devices alone a file runs. Exit status 0: all equal, 1: not, 2: usage, 77: there is no such
// device here (ctest counts the test as skipped).
#include "runtime/core/driver.h"
#include "test/numerics/check_function.h"
#include "tools/libqopt/qopt_mlir.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace {

struct Arguments {
  std::string device = "reference";
  std::vector<std::string> files;
};

class FunctionTest : public testing::Test {
public:
  FunctionTest(func::FuncOp function, std::string device)
      : function(function), device(std::move(device)) {}

private:
  void TestBody() override {
    std::string wrong = qopt::test::checkFunction(function, device);
    EXPECT_TRUE(wrong.empty()) << wrong;
  }

  func::FuncOp function;
  std::string device;
};

/// False where there is none. It stays open: all cases share what drivers keep of an open device.
bool openFor(const Arguments &arguments, std::unique_ptr<qrt::Device> &device) {
  if (arguments.device == "reference")
    return true;
  auto opened = qrt::openDevice(arguments.device);
  if (opened.ok()) {
    device = std::move(*opened);
    return true;
  }
  llvm::outs() << opened.status().message() << "\n";
  return false;
}

/// Nothing after a message where an argument is not known, or no file is named.
std::optional<Arguments> readArguments(int argc, char **argv) {
  Arguments arguments;
  for (llvm::StringRef argument : llvm::ArrayRef(argv, size_t(argc)).drop_front()) {
    if (argument.consume_front("--device="))
      arguments.device = argument.str();
    else if (!argument.starts_with("-"))
      arguments.files.push_back(argument.str());
    else
      return llvm::errs() << "numerics_check: unexpected " << argument << "\n", std::nullopt;
  }
  if (arguments.files.empty())
    return llvm::errs() << "usage: numerics_check [--device=NAME] FILE.mlir …\n", std::nullopt;
  return arguments;
}

/// Returns whether the file's DEVICES line names only other devices.
bool isForOthers(llvm::StringRef text, llvm::StringRef device) {
  constexpr llvm::StringLiteral says = "\n// DEVICES:";
  const size_t at = text.find(says);
  if (at == llvm::StringRef::npos)
    return false;
  llvm::SmallVector<llvm::StringRef> named;
  text.drop_front(at + says.size()).split('\n').first.split(named, ' ');
  return !llvm::is_contained(named, device);
}

/// A file without functions tests nothing, and is refused.
bool registerFunctions(ModuleOp module, const std::string &file, const std::string &device) {
  const std::string suite = llvm::sys::path::stem(file).str();
  auto functions = module.getOps<func::FuncOp>();
  for (func::FuncOp function : functions)
    testing::RegisterTest(suite.c_str(), function.getName().str().c_str(), nullptr, nullptr,
                          file.c_str(), 1,
                          [=]() -> testing::Test * { return new FunctionTest(function, device); });
  return !functions.empty();
}

} // namespace

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  std::optional<Arguments> arguments = readArguments(argc, argv);
  if (!arguments)
    return 2;
  std::unique_ptr<qrt::Device> device;
  if (!openFor(*arguments, device))
    return 77;
  auto context = qopt::makeContext();
  context->allowUnregisteredDialects(); // the check.* attributes
  // The functions are verified later, with their constants in place.
  ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  std::vector<OwningOpRef<ModuleOp>> modules;
  for (const std::string &file : arguments->files) {
    auto text = llvm::MemoryBuffer::getFile(file);
    if (!text)
      return llvm::errs() << file << ": " << text.getError().message() << "\n", 1;
    if (isForOthers((*text)->getBuffer(), arguments->device))
      continue;
    modules.push_back(parseSourceString<ModuleOp>((*text)->getBuffer(), config, file));
    if (!modules.back())
      return 1;
    if (!registerFunctions(*modules.back(), file, arguments->device))
      return llvm::errs() << file << ": has no function\n", 1;
  }
  return RUN_ALL_TESTS();
}
