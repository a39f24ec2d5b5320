#include "tools/libqopt/report/drawing/markup.h"
#include "tools/libqopt/report/drawing/svg.h"

#include "llvm/Support/JSON.h"

namespace qopt::drawing {

/// Returns the text in double quotes as Graphviz reads them: quotes and backslashes escaped, so
/// that no "\n" or "\N" of a name is taken for an escape.
static std::string quoted(llvm::StringRef text) {
  std::string result = "\"";
  for (char c : llvm::json::fixUTF8(text)) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return result + "\"";
}

void writeDot(llvm::raw_ostream &stream, const DrawnNetwork &network, llvm::StringRef title) {
  stream
      << "digraph " << quoted(title)
      << " {\n  rankdir=TB;\n  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", "
         "fontsize=10];\n";
  for (size_t i = 0; i < network.layers.size(); ++i) {
    const LayerFacts &layer = network.layers[i];
    std::string label;
    for (const std::string &line : labelOf(layer)) {
      std::string own = quoted(line);
      label += (label.empty() ? "" : "\\n") + own.substr(1, own.size() - 2);
    }
    stream << "  l" << i << " [label=\"" << label << "\", tooltip=" << quoted(layer.name)
           << ", fillcolor=\"" << factsOf(layer.kind).light << "\"];\n";
  }
  for (const Edge &edge : network.edges)
    stream << "  l" << edge.from << " -> l" << edge.to << ";\n";
  stream << "}\n";
}

} // namespace qopt::drawing
