#include "tools/io/exit_code.h"

#include "llvm/Support/raw_ostream.h"

namespace qopt {

int report(const qrt::Status &status) {
  if (status.ok())
    return Success;
  const std::string &text = status.message();
  bool marked = text.find("error: ") != std::string::npos;
  llvm::errs() << (marked ? "" : "error: ") << text << "\n";
  return status.code() == qrt::StatusCode::Unsupported ? Unsupported : Failure;
}

} // namespace qopt
