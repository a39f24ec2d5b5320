#include "tools/libqopt/load/bytecode_sum.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <array>

namespace qopt {

// MLIR's header: four bytes, its version, the producer's name and a zero. A reader takes no notice
// of the name, so that a file with a sum is bytecode as any other.
static constexpr size_t nameBegin = 5, longestName = 256;
static constexpr llvm::StringLiteral marker = " sum=";
static constexpr size_t digits = 16;

/// Returns where the sum's digits begin; none where the producer wrote no sum.
static std::optional<size_t> placeOfSum(llvm::StringRef bytecode) {
  const llvm::StringRef name =
      bytecode.drop_front(std::min(nameBegin, bytecode.size())).take_front(longestName);
  const size_t end = name.find('\0');
  if (end == llvm::StringRef::npos || end < marker.size() + digits ||
      !name.take_front(end - digits).ends_with(marker))
    return std::nullopt;
  return nameBegin + end - digits;
}

/// XXH3 of what lies before the digits and of what lies behind them, and of both.
static std::string sumAround(llvm::StringRef bytecode, size_t place) {
  std::array<uint8_t, 16> parts;
  auto sumOf = [](llvm::StringRef bytes) { return llvm::xxh3_64bits(bytes); };
  llvm::support::endian::write64le(parts.data(), sumOf(bytecode.take_front(place)));
  llvm::support::endian::write64le(parts.data() + 8, sumOf(bytecode.drop_front(place + digits)));
  return llvm::utohexstr(llvm::xxh3_64bits(parts), /*LowerCase=*/true, digits);
}

// A copy is written. Bytecode records the order in which a value's readers are listed, where a
// reader of the file would make another one: without a copy the bytes of one network would show
// which passes went before. The digits' place is kept while the bytecode is written, since weights
// are aligned by what lies before.
mlir::LogicalResult writeSummed(mlir::ModuleOp module, llvm::StringRef producer,
                                std::string &bytecode) {
  bytecode.clear();
  llvm::raw_string_ostream stream(bytecode);
  const std::string name = (producer + marker + std::string(digits, '0')).str();
  assert(name.size() < longestName && "a producer's name is short");
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  if (mlir::failed(mlir::writeBytecodeToFile(*copy, stream, mlir::BytecodeWriterConfig(name))))
    return mlir::failure();
  const std::optional<size_t> place = placeOfSum(bytecode);
  assert(place && "the producer's name stands where MLIR's header has it");
  bytecode.replace(*place, digits, sumAround(bytecode, *place));
  return mlir::success();
}

bool isAsWritten(llvm::StringRef bytecode) {
  const std::optional<size_t> place = placeOfSum(bytecode);
  return !place || bytecode.substr(*place, digits) == sumAround(bytecode, *place);
}

} // namespace qopt
