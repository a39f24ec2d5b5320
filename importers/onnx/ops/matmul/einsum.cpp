// Einsum: diagonals, sums, and products of two factors at a time.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/matmul/product.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace mlir;

namespace qopt::onnx {

namespace {

// A letter, or −1, −2, … for what the ellipsis stands for, from the right.
using Label = int;
using Labels = SmallVector<Label>;

struct Term {
  Value value;
  Labels labels;
};

struct Equation {
  std::vector<std::string> inputs;
  std::optional<std::string> output;
};

class Einsum {
public:
  explicit Einsum(Binder &b) : b(b) {}
  void convert();

private:
  std::optional<Equation> parse(StringRef text);
  Labels labelsOf(StringRef text, int64_t rank);
  Labels outputLabels(const Equation &equation);
  void diagonal(Term &term);
  void findSizes();
  void dropOnes(Term &term);
  void sumAlone(Term &term, const Labels &kept);
  Term joined(Term left, Term right, const Labels &kept);
  Term product(Term left, Term right, const Labels &both, const Labels &kept);
  Value arranged(const Term &term, ArrayRef<Labels> blocks, bool flat);
  void finish(const Term &term, const Labels &output);
  SmallVector<nn::Dim> sizesOf(const Labels &labels);
  nn::Dim count(const Labels &labels);

  Binder &b;
  std::vector<Term> terms;
  std::map<Label, nn::Dim> sizes;
};

} // namespace

static bool contains(const Labels &labels, Label label) {
  return llvm::is_contained(labels, label);
}

static Labels filtered(const Labels &labels, llvm::function_ref<bool(Label)> keep) {
  Labels found;
  llvm::copy_if(labels, std::back_inserter(found), keep);
  return found;
}

// ---- the equation ----

std::optional<Equation> Einsum::parse(StringRef text) {
  std::string plain;
  llvm::copy_if(text, std::back_inserter(plain), [](char c) { return c != ' '; });
  auto [left, right] = StringRef(plain).split("->");
  SmallVector<StringRef> parts;
  left.split(parts, ',');
  Equation equation;
  for (StringRef part : parts)
    equation.inputs.push_back(part.str());
  if (StringRef(plain).contains("->"))
    equation.output = right.str();
  b.require(parts.size() == b.inputCount(),
            "equation '" + text + "' does not name its inputs one by one");
  return b.ok() ? std::optional(equation) : std::nullopt;
}

Labels Einsum::labelsOf(StringRef text, int64_t rank) {
  Labels labels;
  size_t dots = text.find("...");
  StringRef letters[] = {text.take_front(dots), text.substr(dots).drop_front(
                                                    std::min<size_t>(3, text.substr(dots).size()))};
  for (StringRef part : letters)
    b.require(llvm::all_of(part, [](char c) { return llvm::isAlpha(c); }),
              "equation has the term '" + text + "'");
  int64_t hidden = rank - int64_t(letters[0].size() + letters[1].size());
  b.require(dots == StringRef::npos ? hidden == 0 : hidden >= 0,
            "term '" + text + "' does not fit an input of rank " + Twine(rank));
  if (!b.ok())
    return {};
  labels.append(letters[0].begin(), letters[0].end());
  for (int64_t i = hidden; i > 0; --i)
    labels.push_back(Label(-i));
  labels.append(letters[1].begin(), letters[1].end());
  return labels;
}

// Returns the result's labels of an equation without an arrow: the ellipses' dimensions, then
// letters that stand there once, by alphabet.
Labels Einsum::outputLabels(const Equation &equation) {
  std::map<Label, int> counts; // the ellipsis' come first, from the left
  int64_t hidden = 0;
  for (const Term &term : terms)
    for (Label label : term.labels) {
      ++counts[label];
      hidden = std::max<int64_t>(hidden, -label);
    }
  if (!equation.output) {
    Labels labels;
    for (auto [label, count] : counts)
      if (label < 0 || count == 1)
        labels.push_back(label);
    return labels;
  }
  StringRef text = *equation.output;
  bool dots = text.contains("...");
  Labels labels = labelsOf(text, int64_t(text.size()) + (dots ? hidden - 3 : 0));
  for (Label label : labels)
    b.require(counts.count(label) && llvm::count(labels, label) == 1,
              "equation's result '" + text + "' has a letter twice, or one of no input");
  return labels;
}

// ---- one term ----

SmallVector<nn::Dim> Einsum::sizesOf(const Labels &labels) {
  SmallVector<nn::Dim> shape;
  for (Label label : labels)
    shape.push_back(sizes.at(label));
  return shape;
}

nn::Dim Einsum::count(const Labels &labels) {
  std::optional<nn::Dim> product = nn::productOf(sizesOf(labels));
  b.require(product.has_value(), "the input is too large");
  return product.value_or(nn::staticDim(1));
}

// A letter that stands there twice: every (n + 1)th of n² elements.
void Einsum::diagonal(Term &term) {
  for (size_t i = 0; b.ok() && i < term.labels.size(); ++i) {
    auto again = std::find(term.labels.begin() + i + 1, term.labels.end(), term.labels[i]);
    if (again == term.labels.end())
      continue;
    size_t j = size_t(again - term.labels.begin()), rank = term.labels.size();
    SmallVector<nn::Dim> shape = dimsOf(term.value);
    b.require(nn::mayBeEqual(shape[i], shape[j]), "a letter stands for two sizes")
        .support(shape[i].isStatic(), "the diagonal of a size that varies");
    Ints order = llvm::to_vector<6>(llvm::seq<int64_t>(0, rank));
    order.erase(order.begin() + j);
    order.erase(order.begin() + i);
    order.append({int64_t(i), int64_t(j)});
    if (!b.ok())
      return;
    Type element = elementOf(term.value);
    Value moved = b.part<nn::TransposeOp>("pair", element, term.value, order);
    SmallVector<nn::Dim> flat;
    Labels labels;
    for (int64_t axis : ArrayRef(order).drop_back(2)) {
      flat.push_back(shape[axis]);
      labels.push_back(term.labels[axis]);
    }
    int64_t n = shape[i].value();
    flat.push_back(nn::staticDim(n * n));
    labels.push_back(term.labels[i]);
    moved = b.reshapePart("square", moved, flat);
    Ints starts(flat.size(), 0), steps(flat.size(), 1);
    flat.back() = nn::staticDim(n);
    steps.back() = n + 1;
    term = {b.partAs<nn::SliceOp>("diagonal", flat, element, moved, starts, steps), labels};
    i = size_t(-1); // from the start: there may be more
  }
}

// A size of 1 broadcasts where another factor has more.
void Einsum::findSizes() {
  for (const Term &term : terms)
    for (auto [label, dim] : llvm::zip_equal(term.labels, dimsOf(term.value))) {
      auto [at, isNew] = sizes.emplace(label, dim);
      if (isNew || dim == nn::staticDim(1))
        continue;
      b.require(at->second == nn::staticDim(1) || nn::mayBeEqual(at->second, dim),
                "a letter stands for " + at->second.text() + " and " + dim.text());
      if (!at->second.isStatic() || at->second == nn::staticDim(1))
        at->second = dim;
    }
}

void Einsum::dropOnes(Term &term) {
  SmallVector<nn::Dim> shape = dimsOf(term.value);
  Labels labels;
  for (auto [label, dim] : llvm::zip_equal(term.labels, shape))
    if (dim != nn::staticDim(1) || sizes.at(label) == nn::staticDim(1))
      labels.push_back(label);
  if (labels.size() == term.labels.size())
    return;
  term = {b.reshapePart("spread", term.value, sizesOf(labels)), labels};
}

void Einsum::sumAlone(Term &term, const Labels &kept) {
  Ints axes;
  for (auto [i, label] : llvm::enumerate(term.labels))
    if (!contains(kept, label))
      axes.push_back(int64_t(i));
  if (axes.empty() || !b.ok())
    return;
  term.value = b.part<nn::ReduceSumOp>("sum", elementOf(term.value), term.value, axes,
                                       /*keep_dims=*/false);
  term.labels = filtered(term.labels, [&](Label label) { return contains(kept, label); });
}

// ---- two terms ----

// The term's dimensions block after block; flat: each block one dimension, else what the term lacks
// is a size of 1.
Value Einsum::arranged(const Term &term, ArrayRef<Labels> blocks, bool flat) {
  Ints order;
  SmallVector<nn::Dim> shape;
  for (const Labels &block : blocks) {
    for (Label label : block) {
      auto at = llvm::find(term.labels, label);
      if (at != term.labels.end())
        order.push_back(at - term.labels.begin());
      if (!flat)
        shape.push_back(at != term.labels.end() ? sizes.at(label) : nn::staticDim(1));
    }
    if (flat)
      shape.push_back(count(block));
  }
  Value moved = term.value;
  if (!llvm::equal(order, llvm::seq<int64_t>(0, order.size())))
    moved = b.part<nn::TransposeOp>("moved", elementOf(term.value), term.value, order);
  return b.reshapePart("factor", moved, shape);
}

Term Einsum::product(Term left, Term right, const Labels &both, const Labels &kept) {
  Labels all = both;
  for (const Labels &labels : {left.labels, right.labels})
    llvm::append_range(all, filtered(labels, [&](Label label) { return !contains(all, label); }));
  Value a = arranged(left, {all}, false), c = arranged(right, {all}, false);
  Term term = {b.part<nn::MulOp>("product", elementOf(left.value), a, c), all};
  sumAlone(term, kept);
  return term;
}

Term Einsum::joined(Term left, Term right, const Labels &kept) {
  auto inLeft = [&](Label label) { return contains(left.labels, label); };
  auto inRight = [&](Label label) { return contains(right.labels, label); };
  auto isKept = [&](Label label) { return contains(kept, label); };
  Labels shared = filtered(left.labels, inRight), batch = filtered(shared, isKept);
  Labels summed = filtered(shared, [&](Label label) { return !isKept(label); });
  if (summed.empty() || isSummedInteger(left.value))
    return product(left, right, shared, kept);
  Labels rows = filtered(left.labels, [&](Label label) { return !inRight(label); });
  Labels columns = filtered(right.labels, [&](Label label) { return !inLeft(label); });
  SmallVector<Labels> a{batch, rows, summed}, c{batch, summed, columns};
  if (batch.empty()) {
    a.erase(a.begin());
    c.erase(c.begin());
  }
  Value factorA = arranged(left, a, true), factorB = arranged(right, c, true);
  Value y = b.part<nn::MatmulOp>("product", b.f32(), factorA, factorB, Value(), false);
  Labels labels = batch;
  llvm::append_range(labels, rows);
  llvm::append_range(labels, columns);
  return {b.reshapePart("joined", y, sizesOf(labels)), labels};
}

void Einsum::finish(const Term &term, const Labels &output) {
  Ints order;
  for (Label label : output)
    order.push_back(llvm::find(term.labels, label) - term.labels.begin());
  if (llvm::equal(order, llvm::seq<int64_t>(0, order.size())))
    return b.emitReshape(term.value, sizesOf(output));
  b.emit<nn::TransposeOp>(elementOf(term.value), term.value, order);
}

void Einsum::convert() {
  std::string text;
  b.attr("equation", text).require(b.has("equation"), "has no equation");
  std::optional<Equation> equation = b.ok() ? parse(text) : std::nullopt;
  for (unsigned i = 0; b.ok() && i < b.inputCount(); ++i) {
    Value value;
    if (factor(b, i, value).ok())
      terms.push_back({value, labelsOf(equation->inputs[i], rankOf(value))});
    if (b.ok())
      b.require(elementOf(value) == elementOf(terms[0].value),
                "operands have different element types");
  }
  if (!b.ok())
    return;
  Labels output = outputLabels(*equation);
  for (Term &term : terms)
    if (b.ok())
      diagonal(term);
  if (b.ok())
    findSizes();
  for (Term &term : terms)
    if (b.ok())
      dropOnes(term);
  while (b.ok()) {
    Labels kept = output;
    for (const Term &term : ArrayRef(terms).drop_front(std::min<size_t>(2, terms.size())))
      llvm::append_range(kept, term.labels);
    Labels first = kept, second = kept;
    if (terms.size() > 1) {
      llvm::append_range(first, terms[1].labels);
      llvm::append_range(second, terms[0].labels);
      sumAlone(terms[1], second);
    }
    sumAlone(terms[0], first);
    if (terms.size() == 1 || !b.ok())
      break;
    Term both = joined(terms[0], terms[1], kept);
    terms.erase(terms.begin());
    terms[0] = both;
  }
  if (b.ok())
    finish(terms[0], output);
}

static void einsum(Binder &b) { Einsum(b).convert(); }

ArrayRef<OpEntry> einsumOps() {
  static constexpr OpEntry ops[] = {{"Einsum", einsum}};
  return ops;
}

} // namespace qopt::onnx
