#include "tools/libqopt/report/drawing/kinds.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt::drawing {

static constexpr KindFacts kinds[] = {
    {Kind::Int8, "int8", "8-bit integers", "#b7e1cd", "#1f5d43"},
    {Kind::Int16, "int16", "16-bit integers", "#a8d5e5", "#1d566b"},
    {Kind::Half, "half", "narrow floats", "#fde293", "#6b5410"},
    {Kind::Float, "float", "f32", "#f8c9b4", "#7a3b22"},
    {Kind::Conversion, "conversion", "conversions", "#e6dcf5", "#4a3a66"},
    {Kind::Plain, "plain", "plain integers, truths", "#d5dae0", "#454d56"},
    {Kind::Port, "port", "inputs and outputs", "#f1f3f4", "#2d3339"},
};

llvm::ArrayRef<KindFacts> allKinds() { return kinds; }

const KindFacts &factsOf(Kind kind) {
  return *llvm::find_if(kinds, [&](const KindFacts &of) { return of.kind == kind; });
}

static std::string rulesFor(llvm::StringLiteral KindFacts::*colour) {
  std::string rules;
  for (const KindFacts &of : kinds)
    rules += ("." + of.name + " rect { fill: " + of.*colour + "; }\n").str();
  return rules;
}

std::string fillRules() {
  return rulesFor(&KindFacts::light) + "@media (prefers-color-scheme: dark) {\n" +
         rulesFor(&KindFacts::dark) + "}\n";
}

std::string kindProperties() {
  std::string rules;
  for (const KindFacts &of : kinds)
    rules +=
        ("." + of.name + " { --kind: light-dark(" + of.light + ", " + of.dark + "); }\n").str();
  return rules;
}

} // namespace qopt::drawing
