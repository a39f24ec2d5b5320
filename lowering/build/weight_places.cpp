#include "lowering/build/weight_places.h"

#include "ir/ops.h"
#include "ir/ops/zero_points.h"
#include "ir/scalar_body.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "lowering/emit/tensor/made_for_weights.h"

#include <limits>
#include <map>
#include <set>

using namespace mlir;
using namespace qopt::nn;
using qrt::WeightPlace;

namespace qopt {

UsesByName usesOfConstants(func::FuncOp function) {
  UsesByName uses;
  for (ConstantOp constant : function.getOps<ConstantOp>())
    if (StringRef name = nameOf(constant); !name.empty())
      uses[name] = size_t(llvm::range_size(constant->getUses()));
  return uses;
}

// ---- what reads a constant ----

/// Integers that a constant may hold without the proofs of who reads it.
struct Bounds {
  int64_t low = std::numeric_limits<int64_t>::min(), high = std::numeric_limits<int64_t>::max();
  void meet(int64_t least, int64_t most) {
    low = std::max(low, least);
    high = std::min(high, most);
  }
};

static Bounds declaredRange(Type type) {
  if (auto element = dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(type)))
    return {element.getStorageTypeMin(), element.getStorageTypeMax()};
  return {};
}

/// The body computes with its values, and does not load them.
static bool isReadByValue(OpOperand &use) {
  Operation *op = use.getOwner();
  auto scalar = dyn_cast<ScalarBodyOpInterface>(op);
  if (!scalar || isa<CompositeOpInterface>(op))
    return false;
  if (auto conv = dyn_cast<Conv2dOp>(op); conv && &use == &conv.getWeightsMutable())
    return false;
  if (auto product = dyn_cast<MatmulOp>(op); product && &use == &product.getBMutable())
    return false;
  return llvm::none_of(bodyOf(op).program.inputs, [&](const qrt::ScalarInput &input) {
    return (input.kind == qrt::ScalarInputKind::Tensor ||
            input.kind == qrt::ScalarInputKind::Indexed) &&
           input.index == use.getOperandNumber();
  });
}

/// A product of bytes: its factors, its bias, and how many terms each of its sums has.
struct ByteProduct {
  Value weights, bias;
  int64_t terms;
};
static std::optional<ByteProduct> byteProduct(Operation *op) {
  ByteProduct product;
  Value input;
  if (auto conv = dyn_cast<Conv2dOp>(op)) {
    input = conv.getInput();
    product = {conv.getWeights(), conv.getBias(), 0};
    auto type = cast<RankedTensorType>(product.weights.getType());
    product.terms = type.hasStaticShape() && type.getDimSize(0)
                        ? type.getNumElements() / type.getDimSize(0)
                        : -1;
  } else if (auto matmul = dyn_cast<MatmulOp>(op)) {
    input = matmul.getA();
    product = {matmul.getB(), matmul.getBias(), 0};
    product.terms = cast<RankedTensorType>(input.getType()).getShape().back();
  } else {
    return std::nullopt;
  }
  std::optional<QuantParams> steps = quantParams(input.getType());
  if (!steps || !qrt::is8Bit(steps->storage) || product.terms < 0)
    return std::nullopt;
  return product;
}

/// Returns how large integers of the bias may be, so that no sum passes 32 bits, whatever the
/// product's factors are (A4); negative where none is small enough.
static int64_t roomOfBias(const ByteProduct &product) {
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  const Bounds factor = declaredRange(product.weights.getType());
  int64_t largest = 0;
  for (int64_t zero : zeroPointsOf(product.weights.getType()))
    largest = std::max({largest, 255 * (zero - std::max<int64_t>(factor.low, -255)),
                        255 * (std::min<int64_t>(factor.high, 255) - zero)});
  return product.terms > most / largest ? -1 : most - product.terms * largest;
}

/// Returns whether every integer of the stored bias is within ±room. No bias, or one of floats,
/// passes.
static bool isBiasWithin(const ByteProduct &product, int64_t room) {
  if (!product.bias)
    return true;
  std::optional<qrt::Tensor> bias = constantTensor(product.bias);
  if (!bias || bias->type() != qrt::ElementType::I32)
    return bias && qrt::isFloat(bias->type());
  return llvm::all_of(bias->values<int32_t>(),
                      [&](int32_t b) { return std::abs(int64_t(b)) <= room; });
}

/// Returns whether the verifier's proof that sums fit 32 bits (A4) holds for all values that the
/// operand may have within `bounds`; the bounds of a bias shrink to what the proof leaves it.
static bool meetProof(OpOperand &use, Bounds &bounds) {
  std::optional<ByteProduct> product = byteProduct(use.getOwner());
  if (!product)
    return isQuantized(use.get().getType());
  const int64_t room = roomOfBias(*product);
  if (room < 0)
    return false;
  if (use.get() != product->bias)
    return isQuantized(use.get().getType()) && isBiasWithin(*product, room);
  bounds.meet(-room, room);
  return true;
}

// ---- places ----

/// Returns why `constant` is not changed alone as its readers in `lowered` stand; "" where it may
/// be.
static std::string whyFixed(ConstantOp constant, size_t usesBefore, WeightPlace &place) {
  if (qrt::elementCount(place.shape) < 2)
    return "it is one number, which stands in the code of what reads it";
  if (size_t(llvm::range_size(constant->getUses())) < usesBefore)
    return "the compiler made another constant of it";
  Bounds bounds = declaredRange(constant.getType());
  for (OpOperand &use : constant->getUses()) {
    if (isReadByValue(use))
      return "layer '" + layerName(use.getOwner()) + "' computes with its values";
    if (!qrt::isFloat(place.type) && !meetProof(use, bounds))
      return "what is proved of layer '" + layerName(use.getOwner()) + "' rests on its values";
  }
  if (!qrt::isFloat(place.type)) {
    place.low = bounds.low;
    place.high = bounds.high;
  }
  return "";
}

static std::string whyNoPlace(ArrayRef<uint32_t> constants, const ProgramBuilder &builder,
                              const WeightPlace &place) {
  if (constants.empty())
    return "the compiler made other numbers of it";
  for (uint32_t constant : constants) {
    if (builder.program.constants[constant].value.type() != place.type)
      return "the compiler widened it";
    if (builder.isOfCompiler(constant))
      return "its bytes are also those of a constant that the compiler made";
  }
  return "";
}

static std::string firstReader(ConstantOp constant) {
  return constant->use_empty() ? "" : layerName(*constant->user_begin());
}

static WeightPlace placeOf(ConstantOp constant) {
  WeightPlace place;
  place.name = nameOf(constant).str();
  place.type = *storageType(constant.getType());
  ArrayRef<int64_t> shape = constant.getType().getShape();
  place.shape.assign(shape.begin(), shape.end());
  return place;
}

/// A constant that is not changed alone, and why.
using FixedConstants = std::map<uint32_t, std::string>;

/// Names whose bytes lie where those of a fixed one do are fixed, too, and with them all their
/// constants.
static void fixNeighbours(std::vector<WeightPlace> &places, FixedConstants fixed) {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (WeightPlace &place : places) {
      auto found = llvm::find_if(place.constants, [&](uint32_t c) { return fixed.contains(c); });
      if (found == place.constants.end())
        continue;
      place.why = fixed.at(*found);
      for (uint32_t constant : place.constants)
        fixed.emplace(constant, "its bytes are also those of '" + place.name +
                                    "', which is not changed alone: " + place.why);
      place.constants.clear();
      isChanged = true;
    }
  }
}

std::vector<WeightPlace> weightPlaces(const UsesByName &before, func::FuncOp network,
                                      func::FuncOp lowered, const ProgramBuilder &builder) {
  llvm::StringMap<ConstantOp> now;
  for (ConstantOp constant : lowered.getOps<ConstantOp>())
    if (StringRef name = nameOf(constant); !name.empty())
      now[name] = constant;
  std::vector<WeightPlace> places;
  FixedConstants fixed;
  for (ConstantOp constant : network.getOps<ConstantOp>()) {
    StringRef name = nameOf(constant);
    if (name.empty())
      continue;
    WeightPlace place = placeOf(constant);
    place.layer = firstReader(constant);
    ConstantOp own = now.lookup(name);
    place.why = own ? whyFixed(own, before.lookup(name), place)
                    : "the compiler made another constant of it";
    auto found = builder.placesOfWeights().find(name);
    ArrayRef<uint32_t> constants;
    if (found != builder.placesOfWeights().end())
      constants = found->second;
    if (place.why.empty())
      place.why = whyNoPlace(constants, builder, place);
    if (place.why.empty())
      place.constants.assign(constants.begin(), constants.end());
    else
      for (uint32_t index : constants)
        fixed.emplace(index, "its bytes are also those of '" + place.name +
                                 "', which is not changed alone: " + place.why);
    places.push_back(std::move(place));
  }
  fixNeighbours(places, std::move(fixed));
  return places;
}

// ---- kernels ----

ConstantsOfNodes constantsOfCalls(const qrt::Program &calls) {
  ConstantsOfNodes read(calls.nodes.size());
  const auto add = [](std::vector<uint32_t> &to, const auto &operand) {
    if constexpr (std::is_same_v<std::decay_t<decltype(operand)>, qrt::Operand>) {
      if (operand.space == qrt::Operand::Space::Constant)
        to.push_back(operand.index);
    } else {
      to.push_back(operand);
    }
  };
  for (size_t i = 0; i < calls.nodes.size(); ++i)
    if (auto *call = std::get_if<qrt::Call>(&calls.nodes[i].work))
      std::visit(
          [&](const auto &one) {
            qrt::visitOperands(one, [&](const auto &operand) { add(read[i], operand); });
          },
          *call);
  return read;
}

// A launch that reads what was computed of constants, or does not read all that its call did, was
// made for their values.
void fixWeightsOfKernels(std::vector<WeightPlace> &places, const qrt::Program &program,
                         size_t calls, const ConstantsOfNodes &ofCalls) {
  std::map<uint32_t, uint32_t> sources; // of what load steps make
  for (const qrt::LoadStep &load : program.loads)
    sources[qrt::targetOf(load)] = qrt::sourceOf(load);
  auto canonical = [&](uint32_t constant) {
    for (auto it = sources.find(constant); it != sources.end(); it = sources.find(constant))
      constant = it->second;
    return constant;
  };
  FixedConstants fixed;
  for (size_t i = 0; i < program.nodes.size(); ++i)
    qrt::visitLaunches(program.nodes[i], [&](const qrt::Launch &launch) {
      std::set<uint32_t> read, asked;
      for (const qrt::LaunchArgument &argument : launch.arguments)
        if (auto *operand = std::get_if<qrt::Operand>(&argument);
            operand && operand->space == qrt::Operand::Space::Constant)
          read.insert(canonical(operand->index));
      for (uint32_t constant : ofCalls[i])
        asked.insert(canonical(constant));
      const bool isMadeFor =
          llvm::any_of(read, [&](uint32_t constant) { return constant >= calls; }) ||
          (launch.hasKernel() && isMadeForWeights(program.kernels[launch.kernel]));
      for (uint32_t constant : asked)
        if (isMadeFor || !read.contains(constant))
          fixed.emplace(constant, "the kernel of layer '" + program.nodes[i].name +
                                      "' was made for its values");
    });
  fixNeighbours(places, std::move(fixed));
}

} // namespace qopt
