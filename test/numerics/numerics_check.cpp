// numerics_check FILE.mlir [--device=reference|host|opencl|…]
//
// Evaluates every function of the file and compares its results with those
// that the file states. Exit status 0: all equal, 1: not, 2: usage, 77: there
// is no such device here (ctest counts the test as skipped).
#include "runtime/core/driver.h"
#include "test/numerics/check_function.h"
#include "tools/libqopt/qopt_mlir.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;

static bool deviceIsMissing(const std::string &device) {
  if (device == "reference")
    return false;
  auto opened = qrt::openDevice(device);
  if (opened.ok())
    return false;
  llvm::outs() << "skipped: " << opened.status().message() << "\n";
  return true;
}

int main(int argc, char **argv) {
  std::string file, device = "reference";
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef argument(argv[i]);
    if (argument.consume_front("--device="))
      device = argument.str();
    else if (!argument.starts_with("-") && file.empty())
      file = argument.str();
    else
      return llvm::errs() << "numerics_check: unexpected " << argv[i] << "\n", 2;
  }
  if (file.empty())
    return llvm::errs() << "usage: numerics_check FILE.mlir [--device=NAME]\n", 2;
  if (deviceIsMissing(device))
    return 77;
  auto context = qopt::makeContext();
  context->allowUnregisteredDialects(); // the check.* attributes
  // What is verified are the functions with their constants in place.
  ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(file, config);
  if (!module)
    return 1;
  unsigned checked = 0, failed = 0;
  for (auto function : module->getOps<func::FuncOp>()) {
    std::string wrong = qopt::test::checkFunction(function, device);
    ++checked;
    failed += !wrong.empty();
    llvm::outs() << (wrong.empty() ? "ok   @" : "FAIL @") << function.getName() << "\n" << wrong;
  }
  llvm::outs() << checked << " functions on " << device << ", " << failed << " wrong\n";
  return checked == 0 || failed != 0;
}
