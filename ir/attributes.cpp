// Syntax and checks of the dialect's attributes.
#include "ir/dialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qopt::nn;

#define GET_ATTRDEF_CLASSES
#include "ir/nn_attributes.cpp.inc"

void NNDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ir/nn_attributes.cpp.inc"
      >();
}

// ---- #nn.dims<8*N+1, N> ----

LogicalResult DimsAttr::verify(function_ref<InFlightDiagnostic()> error, StringAttr symbol,
                               ArrayRef<int64_t> scales, ArrayRef<int64_t> offsets) {
  if (scales.empty() || scales.size() != offsets.size())
    return error() << "#nn.dims needs one expression per dynamic dimension";
  for (auto [scale, offset] : llvm::zip_equal(scales, offsets)) {
    int64_t first = 0;
    if (scale <= 0)
      return error() << "#nn.dims: a dynamic dimension grows with " << symbol.getValue();
    if (llvm::AddOverflow(scale, offset, first) || first < 1)
      return error() << "#nn.dims: a size is at least 1 where " << symbol.getValue() << " is 1";
  }
  return success();
}

LogicalResult DimsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                                       function_ref<InFlightDiagnostic()> error) const {
  size_t dynamic = llvm::count(shape, ShapedType::kDynamic);
  if (dynamic != getScales().size())
    return error() << "#nn.dims has " << getScales().size() << " expressions for " << dynamic
                   << " dynamic dimensions";
  return success();
}

Attribute DimsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> scales, offsets;
  StringRef symbol;
  auto parseOne = [&]() -> ParseResult {
    int64_t scale = 1, offset = 0;
    OptionalParseResult number = parser.parseOptionalInteger(scale);
    if (number.has_value() && (failed(*number) || parser.parseStar()))
      return failure();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    if (!symbol.empty() && symbol != name)
      return parser.emitError(parser.getCurrentLocation(), "one symbol serves all dimensions");
    symbol = name;
    if (succeeded(parser.parseOptionalPlus()) && parser.parseInteger(offset))
      return failure();
    scales.push_back(scale);
    offsets.push_back(offset);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parseOne))
    return {};
  return parser.getChecked<DimsAttr>(parser.getContext(),
                                     StringAttr::get(parser.getContext(), symbol), scales, offsets);
}

void DimsAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(llvm::zip_equal(getScales(), getOffsets()), printer, [&](auto pair) {
    auto [scale, offset] = pair;
    if (scale != 1)
      printer << scale << "*";
    printer << getSymbol().getValue();
    if (offset != 0)
      printer << "+" << offset;
  });
  printer << ">";
}

// ---- #nn.range<min, max> ----

LogicalResult RangeAttr::verify(function_ref<InFlightDiagnostic()> error, FloatAttr minAttr,
                                FloatAttr maxAttr) {
  double min = minAttr.getValueAsDouble(), max = maxAttr.getValueAsDouble();
  if (!std::isfinite(min) || !std::isfinite(max) || min > max)
    return error() << "#nn.range needs finite min <= max";
  return success();
}

Attribute RangeAttr::parse(AsmParser &parser, Type) {
  double min = 0, max = 0;
  if (parser.parseLess() || parser.parseFloat(min) || parser.parseComma() ||
      parser.parseFloat(max) || parser.parseGreater())
    return {};
  auto f64 = Float64Type::get(parser.getContext());
  return parser.getChecked<RangeAttr>(parser.getContext(), FloatAttr::get(f64, min),
                                      FloatAttr::get(f64, max));
}

void RangeAttr::print(AsmPrinter &printer) const {
  printer << "<" << getMin() << ", " << getMax() << ">";
}

// ---- #nn.preprocess<mean = [..], std = [..]> ----

LogicalResult PreprocessAttr::verify(function_ref<InFlightDiagnostic()> error,
                                     DenseF64ArrayAttr mean, DenseF64ArrayAttr std) {
  if (mean.empty() || mean.size() != std.size())
    return error() << "#nn.preprocess needs as many means as deviations";
  for (auto [m, s] : llvm::zip_equal(mean.asArrayRef(), std.asArrayRef()))
    if (!::std::isfinite(m) || !::std::isfinite(s) || s <= 0)
      return error() << "#nn.preprocess needs finite means and std > 0";
  return success();
}

static ParseResult parseDoubles(AsmParser &parser, StringRef keyword,
                                SmallVectorImpl<double> &values) {
  auto one = [&] { return parser.parseFloat(values.emplace_back()); };
  return failure(parser.parseKeyword(keyword) || parser.parseEqual() ||
                 parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, one));
}

Attribute PreprocessAttr::parse(AsmParser &parser, Type) {
  SmallVector<double> mean, deviation;
  if (parser.parseLess() || parseDoubles(parser, "mean", mean) || parser.parseComma() ||
      parseDoubles(parser, "std", deviation) || parser.parseGreater())
    return {};
  MLIRContext *context = parser.getContext();
  return parser.getChecked<PreprocessAttr>(context, DenseF64ArrayAttr::get(context, mean),
                                           DenseF64ArrayAttr::get(context, deviation));
}

void PreprocessAttr::print(AsmPrinter &printer) const {
  auto list = [&](ArrayRef<double> values) {
    printer << "[";
    llvm::interleaveComma(values, printer, [&](double v) { printer << v; });
    printer << "]";
  };
  printer << "<mean = ";
  list(getMean());
  printer << ", std = ";
  list(getStd());
  printer << ">";
}
