// What a text in MLIR's syntax says of a network, for people who edit it.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>
#include <vector>

namespace qopt::lsp {

/// As the protocol counts: lines and bytes in them, both from 0.
struct Place {
  int line = 0, column = 0;
};

/// What a pass says of a layer, at the operation's name.
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

  /// Of the operation or value there, as Markdown: layer, shape, stored type, scale, zero point,
  /// range that was measured, of an operation also of what it reads. "" where there is neither, or
  /// nothing of ours.
  std::string describe(Place place) const;

  /// Why layers would not be integers: what insert-quant says of a network with ranges, absorb-qdq
  /// of one with conversions. The text stays as it is.
  std::vector<Remark> quantizationRemarks() const;

private:
  struct Part;
  std::vector<std::unique_ptr<Part>> parts;
};

} // namespace qopt::lsp
