// Describes the network in a text of MLIR's syntax, for people who edit it.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>
#include <vector>

namespace qopt::lsp {

/// A place as the protocol counts: lines and bytes in them, both from 0.
struct Place {
  int line = 0, column = 0;
};

/// A pass's remark about a layer, at the operation's name.
struct Remark {
  Place begin, end;
  std::string text;
};

/// A text, parsed once. Parts between lines "// -----" are modules of their own, and one that does
/// not parse says nothing.
class NetworkText {
public:
  explicit NetworkText(llvm::StringRef text);
  ~NetworkText();
  NetworkText(NetworkText &&) noexcept;
  NetworkText &operator=(NetworkText &&) noexcept;

  /// Describes the operation or value there, as Markdown: layer, shape, stored type, scale, zero
  /// point, range that was measured; for an operation also its operands. "" where there is neither,
  /// or nothing of ours.
  std::string describe(Place place) const;

  /// Returns why layers would not be integers, as insert-quant says it of a network with ranges,
  /// and absorb-qdq of one with conversions. The text stays as it is.
  std::vector<Remark> quantizationRemarks() const;

private:
  struct Part;
  std::vector<std::unique_ptr<Part>> parts;
};

} // namespace qopt::lsp
