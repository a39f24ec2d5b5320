// Syntax and checks of the dialect's attributes.
#include "ir/dialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/ScopeExit.h"
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

// ---- #nn.dims<8*N+1, (H+1)/2> ----

LogicalResult DimsAttr::verify(function_ref<InFlightDiagnostic()> error,
                               ArrayRef<StringAttr> symbols, ArrayRef<int64_t> code) {
  if (code.empty())
    return error() << "#nn.dims needs one expression per dynamic dimension";
  for (const Dim &dim : decodeDims(symbols, code))
    if (dim.isStatic())
      return error() << "#nn.dims: a dynamic dimension depends on a symbol";
  return success();
}

LogicalResult DimsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                                       function_ref<InFlightDiagnostic()> error) const {
  size_t dynamic = llvm::count(shape, ShapedType::kDynamic), sizes = this->sizes().size();
  if (dynamic != sizes)
    return error() << "#nn.dims has " << sizes << " expressions for " << dynamic
                   << " dynamic dimensions";
  return success();
}

namespace {
/// Sums of products of numbers, symbols, parentheses and max(a, b); a / b is rounded down.
class DimParser {
public:
  explicit DimParser(AsmParser &parser) : parser(parser) {}

  FailureOr<Dim> sum() {
    FailureOr<Dim> total =
        succeeded(parser.parseOptionalMinus()) ? joined(multiply, Dim(-1), product()) : product();
    while (succeeded(total)) {
      if (succeeded(parser.parseOptionalPlus()))
        total = joined(add, *total, product());
      else if (succeeded(parser.parseOptionalMinus()))
        total = joined(subtract, *total, product());
      else
        break;
    }
    return total;
  }

private:
  using Join = std::optional<Dim>(const Dim &, const Dim &);

  FailureOr<Dim> joined(Join *join, const Dim &a, FailureOr<Dim> b) {
    if (failed(b))
      return failure();
    std::optional<Dim> dim = join(a, *b);
    if (!dim)
      return parser.emitError(parser.getCurrentLocation(),
                              "#nn.dims: too large, or a divisor that may be 0");
    return *dim;
  }

  FailureOr<Dim> product() {
    FailureOr<Dim> total = factor();
    while (succeeded(total)) {
      if (succeeded(parser.parseOptionalStar()))
        total = joined(multiply, *total, factor());
      else if (succeeded(parser.parseOptionalSlash()))
        total = joined(quotient, *total, factor());
      else
        break;
    }
    return total;
  }

  FailureOr<Dim> factor() {
    constexpr unsigned deepest = 64;
    if (++depth > deepest)
      return parser.emitError(parser.getCurrentLocation(), "#nn.dims: nests too deep");
    llvm::scope_exit up([&] { --depth; });
    int64_t number = 0;
    OptionalParseResult isNumber = parser.parseOptionalInteger(number);
    if (isNumber.has_value())
      return failed(*isNumber) ? FailureOr<Dim>(failure()) : Dim(number);
    if (succeeded(parser.parseOptionalLParen())) {
      FailureOr<Dim> inner = sum();
      return failed(inner) || parser.parseRParen() ? FailureOr<Dim>(failure()) : inner;
    }
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    if (name != "max" || failed(parser.parseOptionalLParen()))
      return Dim::symbol(name.str());
    FailureOr<Dim> a = sum();
    if (failed(a) || parser.parseComma())
      return failure();
    FailureOr<Dim> both = joined(greatest, *a, sum());
    return failed(both) || parser.parseRParen() ? FailureOr<Dim>(failure()) : both;
  }

  AsmParser &parser;
  unsigned depth = 0;
};
} // namespace

Attribute DimsAttr::parse(AsmParser &parser, Type) {
  SmallVector<Dim> sizes;
  auto one = [&]() -> ParseResult {
    FailureOr<Dim> size = DimParser(parser).sum();
    if (failed(size))
      return failure();
    sizes.push_back(*size);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, one))
    return {};
  EncodedDims encoded = encodeDims(parser.getContext(), sizes);
  return parser.getChecked<DimsAttr>(parser.getContext(), encoded.symbols, encoded.code);
}

void DimsAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(sizes(), printer, [&](const Dim &size) { printer << size.text(); });
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

llvm::hash_code qrt::hash_value(const ImageSteps &steps) {
  return llvm::hash_combine(steps.resize.height, steps.resize.width, steps.interpolation,
                            steps.crop.height, steps.crop.width, steps.channels);
}

LogicalResult PreprocessAttr::verify(function_ref<InFlightDiagnostic()> error,
                                     DenseF64ArrayAttr mean, DenseF64ArrayAttr std,
                                     ImageSteps image) {
  if (::std::string why = whyUnusable(mean.asArrayRef(), std.asArrayRef()); !why.empty())
    return error() << "#nn.preprocess " << why;
  if (mean.empty() && image.isDefault())
    return error() << "#nn.preprocess says nothing";
  if (::std::string why = whyUnusable(image); !why.empty())
    return error() << "#nn.preprocess: " << why;
  return success();
}

static ParseResult parseDoubles(AsmParser &parser, StringRef keyword,
                                SmallVectorImpl<double> &values) {
  auto one = [&] { return parser.parseFloat(values.emplace_back()); };
  return failure(parser.parseKeyword(keyword) || parser.parseEqual() ||
                 parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, one));
}

// resize = "256", one of imageSettings.
static ParseResult parseStep(AsmParser &parser, ImageSteps &image) {
  StringRef name;
  std::string value;
  SMLoc where = parser.getCurrentLocation();
  if (parser.parseKeyword(&name) || parser.parseEqual() || parser.parseString(&value))
    return failure();
  if (!llvm::is_contained(imageSettings, std::string_view(name)))
    return parser.emitError(where) << "#nn.preprocess has no '" << name << "'";
  if (std::string why = setStep(image, name, value); !why.empty())
    return parser.emitError(where) << name << " = \"" << value << "\": " << why;
  return success();
}

Attribute PreprocessAttr::parse(AsmParser &parser, Type) {
  SmallVector<double> mean, deviation;
  ImageSteps image;
  if (parser.parseLess() || parseDoubles(parser, "mean", mean) || parser.parseComma() ||
      parseDoubles(parser, "std", deviation))
    return {};
  while (succeeded(parser.parseOptionalComma()))
    if (parseStep(parser, image))
      return {};
  if (parser.parseGreater())
    return {};
  MLIRContext *context = parser.getContext();
  return parser.getChecked<PreprocessAttr>(context, DenseF64ArrayAttr::get(context, mean),
                                           DenseF64ArrayAttr::get(context, deviation), image);
}

void PreprocessAttr::print(AsmPrinter &printer) const {
  auto list = [&](ArrayRef<double> values) {
    printer << "[";
    llvm::interleaveComma(values, printer, [&](double v) { printer.printFloat(APFloat(v)); });
    printer << "]";
  };
  printer << "<mean = ";
  list(getMean());
  printer << ", std = ";
  list(getStd());
  for (const auto &[name, value] : settingsOf(getImage()))
    printer << ", " << name << " = \"" << value << "\"";
  printer << ">";
}
