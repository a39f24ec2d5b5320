// Kinds of layers by what they compute with. A layer has its kind's colour.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace qopt::drawing {

enum class Kind { Int8, Int16, Half, Float, Conversion, Plain, Port };

struct KindFacts {
  Kind kind;
  llvm::StringLiteral name;        // a class of CSS
  llvm::StringLiteral title;       // for a legend: "8-bit integers"
  llvm::StringLiteral light, dark; // fills; eyes that tell red from green badly see them apart
};

/// Returns the kinds in a legend's order.
llvm::ArrayRef<KindFacts> allKinds();
const KindFacts &factsOf(Kind kind);

/// CSS of a file: a rule for each kind's boxes, on light and dark grounds.
std::string fillRules();
/// CSS of a page that has both schemes: the property --kind of each kind's class.
std::string kindProperties();

} // namespace qopt::drawing
