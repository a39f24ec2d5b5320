#include "ir/types/dims.h"

#include "ir/types/attributes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace qopt::nn {

// ---- types ----

SymbolicShape symbolicShape(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  SymbolicShape shape = llvm::map_to_vector<4>(tensor.getShape(), staticDim);
  if (tensor.hasStaticShape())
    return shape;
  auto dims = dyn_cast_or_null<DimsAttr>(tensor.getEncoding());
  assert(dims && "verifier: a dynamic dimension has its expression");
  SmallVector<Dim> sizes = dims.sizes();
  auto next = sizes.begin();
  for (auto [dim, size] : llvm::zip_equal(shape, tensor.getShape()))
    if (ShapedType::isDynamic(size))
      dim = *next++;
  return shape;
}

std::vector<int64_t> shapeAt(Type type, int64_t batch) {
  std::vector<int64_t> sizes;
  for (const Dim &dim : symbolicShape(type))
    sizes.push_back(dim.at(batch));
  return sizes;
}

RankedTensorType tensorType(ArrayRef<Dim> shape, Type element) {
  SmallVector<int64_t> sizes;
  SmallVector<Dim> dynamic;
  for (const Dim &dim : shape) {
    sizes.push_back(dim.isStatic() ? dim.value() : ShapedType::kDynamic);
    if (!dim.isStatic())
      dynamic.push_back(dim);
  }
  Attribute encoding;
  if (!dynamic.empty())
    encoding = DimsAttr::get(element.getContext(), dynamic);
  return RankedTensorType::get(sizes, element, encoding);
}

void collectSymbols(Type type, std::set<std::string> &names) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.hasStaticShape())
    return;
  for (const Dim &dim : symbolicShape(type))
    dim.collectSymbols(names);
}

// ---- equality that symbols decide ----

bool mayBeEqual(const Dim &a, const Dim &b) {
  if (std::optional<bool> known = isEqual(a, b))
    return *known;
  // Sizes in one symbol, both linear, agree at one value of it at most.
  std::optional<Dim> difference = subtract(a, b);
  return difference && !difference->extent();
}

bool mayBeEqual(ArrayRef<Dim> a, ArrayRef<Dim> b) {
  return llvm::all_of_zip(a, b, [](const Dim &x, const Dim &y) { return mayBeEqual(x, y); });
}

std::optional<SymbolicShape> broadcastShapes(ArrayRef<Dim> a, ArrayRef<Dim> b) {
  if (a.size() < b.size())
    std::swap(a, b);
  SymbolicShape result(a.begin(), a.end());
  size_t shift = a.size() - b.size();
  for (size_t i = 0; i < b.size(); ++i) {
    Dim &mine = result[shift + i];
    if (b[i] == staticDim(1))
      continue;
    if (mine == staticDim(1))
      mine = b[i];
    else if (!mayBeEqual(mine, b[i]))
      return std::nullopt;
    else if (b[i].isStatic())
      mine = b[i];
  }
  return result;
}

// ---- encoding: a size is its number, the number of its terms, and each term's coefficient, number
// of factors and factors: a symbol's index, or −1 (quotient), −2 (greatest) and two sizes ----

static constexpr int64_t quotientCode = -1, greatestCode = -2;

static int64_t codeOf(MLIRContext *context, StringRef symbol, EncodedDims &out) {
  auto name = StringAttr::get(context, symbol);
  auto place = llvm::find(out.symbols, name);
  if (place != out.symbols.end())
    return place - out.symbols.begin();
  out.symbols.push_back(name);
  return int64_t(out.symbols.size()) - 1;
}

static void encode(MLIRContext *context, const Dim &dim, EncodedDims &out) {
  llvm::append_values(out.code, dim.constant(), int64_t(dim.growing().size()));
  for (const Dim::Term &term : dim.growing()) {
    llvm::append_values(out.code, term.coefficient, int64_t(term.factors.size()));
    for (const Dim::Factor &factor : term.factors) {
      if (factor.kind == Dim::Factor::Kind::Symbol) {
        out.code.push_back(codeOf(context, factor.symbol, out));
        continue;
      }
      bool divides = factor.kind == Dim::Factor::Kind::Quotient;
      out.code.push_back(divides ? quotientCode : greatestCode);
      encode(context, factor.operands->first, out);
      encode(context, factor.operands->second, out);
    }
  }
}

EncodedDims encodeDims(MLIRContext *context, ArrayRef<Dim> dims) {
  EncodedDims out;
  for (const Dim &dim : dims)
    encode(context, dim, out);
  return out;
}

namespace {
/// Reads sizes off a code that `encodeDims` wrote.
struct Decoder {
  ArrayRef<StringAttr> symbols;
  ArrayRef<int64_t> code;

  int64_t next() {
    int64_t value = code.front();
    code = code.drop_front();
    return value;
  }
  Dim::Factor factor() {
    int64_t kind = next();
    if (kind >= 0)
      return {Dim::Factor::Kind::Symbol, symbols[kind].str(), nullptr};
    Dim a = size(), b = size();
    return {kind == quotientCode ? Dim::Factor::Kind::Quotient : Dim::Factor::Kind::Greatest, "",
            std::make_shared<const std::pair<Dim, Dim>>(std::move(a), std::move(b))};
  }
  Dim size() {
    int64_t number = next();
    std::vector<Dim::Term> terms{size_t(next())};
    for (Dim::Term &term : terms) {
      term.coefficient = next();
      for (int64_t left = next(); left > 0; --left)
        term.factors.push_back(factor());
    }
    return *Dim::of(std::move(terms), number);
  }
};
} // namespace

SmallVector<Dim> decodeDims(ArrayRef<StringAttr> symbols, ArrayRef<int64_t> code) {
  Decoder decoder{symbols, code};
  SmallVector<Dim> dims;
  while (!decoder.code.empty())
    dims.push_back(decoder.size());
  return dims;
}

} // namespace qopt::nn
