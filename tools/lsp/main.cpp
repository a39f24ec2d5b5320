// qopt-lsp-server: MLIR's language server for networks, in a process of its own behind a relay that
// adds what it does not know: layers, scales, ranges, and what quantization says of them.
#include "tools/lsp/relay.h"

#include "ir/dialect.h"
#include "tools/io/exit_code.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

static constexpr llvm::StringLiteral help =
    "qopt-lsp-server: networks in MLIR's text, for editors\n"
    "Usage: qopt-lsp-server\n\n"
    "Speaks the Language Server Protocol on standard input and output. Hovering shows layers, "
    "shapes,\n"
    "scales, zero points and measured ranges; errors come as one types, and why layers would not "
    "be\n"
    "integers; definitions and uses are found.\n\n"
    "  --help      This text\n"
    "  --version   The version\n";

static int serveMlir(std::array<int, 2> input, std::array<int, 2> output) {
  dup2(input[0], STDIN_FILENO);
  dup2(output[1], STDOUT_FILENO);
  for (int end : {input[0], input[1], output[0], output[1]})
    close(end);
  mlir::DialectRegistry registry;
  registry.insert<qopt::nn::NNDialect, mlir::func::FuncDialect, mlir::quant::QuantDialect>();
  char name[] = "qopt-lsp-server";
  char quiet[] = "--log=error";
  char *arguments[] = {name, quiet, nullptr};
  return failed(mlir::MlirLspServerMain(2, arguments, registry));
}

/// Returns the server's exit code, or 1 if a signal ended it.
static int exitCodeOf(pid_t server) {
  int status = 0;
  while (waitpid(server, &status, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static int fail(llvm::StringRef what) {
  llvm::errs() << "qopt-lsp-server: error: " << what << "\n";
  return 1;
}

int main(int argc, char **argv) {
  if (argc > 1 && llvm::StringRef(argv[1]) == "--help") {
    llvm::outs() << help;
    return 0;
  }
  if (argc > 1 && llvm::StringRef(argv[1]) == "--version") {
    llvm::outs() << "qopt-lsp-server " QOPT_VERSION "\n";
    return 0;
  }
  if (argc > 1) {
    fail(std::string("it takes no argument ") + argv[1] + "; see qopt-lsp-server --help");
    return qopt::Usage;
  }
  std::signal(SIGPIPE, SIG_IGN); // an end that is gone is an error of write
  std::array<int, 2> input{}, output{};
  if (pipe(input.data()) || pipe(output.data()))
    return fail("no pipe can be made");
  const pid_t server = fork();
  if (server < 0)
    return fail("no process can be started");
  if (server == 0)
    return serveMlir(input, output);
  close(input[0]);
  close(output[1]);
  qopt::lsp::Relay(STDIN_FILENO, STDOUT_FILENO, output[0], input[1]).run();
  return exitCodeOf(server);
}
