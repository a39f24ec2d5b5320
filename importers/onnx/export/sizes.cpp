// Sizes that inputs decide, computed in the graph.
#include "importers/onnx/export/graph_writer.h"

using namespace mlir;

namespace qopt::onnx {

std::string GraphWriter::number(int64_t value) {
  const int64_t one[] = {value};
  return draft.constant("size/" + std::to_string(value),
                        qrt::Tensor::fromValues<int64_t>({1}, one));
}

std::string GraphWriter::joined(StringRef type, const std::string &a, const std::string &b) {
  std::string name = ("size/" + type).str();
  return draft.node(type, name, {a, b}, {draft.uniqueValue(name)});
}

// Read from the first input that has it as a size, alone or times a number and with one added.
std::string GraphWriter::symbolOf(const std::string &name) {
  for (auto [input, argument] : llvm::zip_equal(inputs, entry.getArguments()))
    for (auto [i, dim] : llvm::enumerate(nn::symbolicShape(argument))) {
      std::set<std::string> symbols;
      dim.collectSymbols(symbols);
      std::optional<qrt::Extent> linear = dim.extent();
      if (symbols != std::set<std::string>{name} || !linear || linear->multiple != 1)
        continue;
      std::string shape = "size/" + name + "/shape";
      shape = draft.node("Shape", shape, {input}, {draft.uniqueValue(shape)});
      std::string size = "size/" + name;
      size = draft.node("Gather", size, {shape, number(int64_t(i))}, {draft.uniqueValue(size)});
      if (linear->offset)
        size = joined("Sub", size, number(linear->offset));
      return linear->scale == 1 ? size : joined("Div", size, number(linear->scale));
    }
  return ""; // every symbol is an input's: docs/decisions/ir/dynamic-dims.md
}

std::string GraphWriter::compute(const nn::Dim::Factor &factor) {
  using Kind = nn::Dim::Factor::Kind;
  if (factor.kind == Kind::Symbol)
    return sizeOf(nn::Dim::symbol(factor.symbol));
  return joined(factor.kind == Kind::Quotient ? "Div" : "Max", sizeOf(factor.operands->first),
                sizeOf(factor.operands->second));
}

std::string GraphWriter::compute(const nn::Dim &dim) {
  if (dim.isStatic())
    return number(dim.value());
  std::string sum;
  for (const nn::Dim::Term &term : dim.growing()) {
    std::string product;
    for (const nn::Dim::Factor &factor : term.factors) {
      std::string value = compute(factor);
      product = product.empty() ? value : joined("Mul", product, value);
    }
    if (term.coefficient != 1)
      product = joined("Mul", product, number(term.coefficient));
    sum = sum.empty() ? product : joined("Add", sum, product);
  }
  return dim.constant() ? joined("Add", sum, number(dim.constant())) : sum;
}

std::string GraphWriter::sizeOf(const nn::Dim &dim) {
  std::string text = dim.text();
  auto known = sizes.find(text);
  if (known != sizes.end())
    return known->second;
  bool isSymbol = dim == nn::Dim::symbol(text);
  std::string name = isSymbol ? symbolOf(text) : compute(dim);
  return sizes[text] = name;
}

} // namespace qopt::onnx
