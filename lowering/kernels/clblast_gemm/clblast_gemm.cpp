// Products of f32 by CLBlast, on any OpenCL device where it is found and who compiles allows it:
// its gemm leaves the sums where the result lies, and a kernel does in place what follows
// (docs/decisions/lowering/blas-libraries.md).
#include "lowering/emit/extents.h"
#include "lowering/emit/products/matmul.h"
#include "lowering/emit/products/reasons.h"

namespace qopt::kernels::clblast_gemm {
namespace {

using qrt::Conv2dCall;
using qrt::ElementType;
using qrt::Extent;
using qrt::MatmulCall;

/// A matrix has its rows `pitch` apart; matrices lie at two strides. All are in elements.
struct Place {
  int64_t offset = 0, pitch = 0;
  Extent outer = {}; // from matrix to matrix; of `inner` matrices where there are several
  int64_t inner = 0;
};

/// C[rows, columns] = A · B for outer · inner matrices.
struct Product {
  Extent outer, rows;
  int64_t inner, columns, depth;
  Place a, b, c;
  bool transposedB, sharedB;
};

Extent fixed(int64_t size) { return {0, size, 1}; }

Product productOf(const Conv2dCall &call) {
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t pixels = shape.out[0] * shape.out[1];
  const auto result = call.epilogue.result.value_or(qrt::EpilogueStrides{
      .sample = pixels * shape.outChannels, .pixel = shape.outChannels, .channel = 1});
  return {.outer = call.samples,
          .rows = fixed(pixels),
          .inner = 1,
          .columns = shape.outChannels,
          .depth = shape.inChannels,
          .a = {0, shape.pixelPitch(), fixed(pixels * shape.pixelPitch())},
          .b = {0, shape.inChannels, fixed(0)},
          .c = {call.epilogue.offset, result.pixel, fixed(result.sample)},
          .transposedB = true,
          .sharedB = true};
}

Product productOf(const MatmulCall &call) {
  const qrt::MatmulShape &shape = call.shape;
  const qrt::MatmulStrides s = qrt::stridesOf(shape, 1);
  Product product{
      .outer = call.batch,
      .rows = call.rows,
      .inner = s.inner,
      .columns = shape.n,
      .depth = shape.k,
      .a = {s.aOffset, s.a[2], fixed(s.a[0]), s.a[1]},
      .b = {s.bOffset, s.b[2], fixed(shape.sharedB ? 0 : s.b[0]), shape.sharedB ? 0 : s.b[1]},
      .c = {},
      .transposedB = s.b[3] != 1,
      .sharedB = shape.sharedB};
  if (!shape.strides)
    product.a.outer = timesExtent(call.rows, shape.k);
  if (product.transposedB)
    product.b.pitch = s.b[3];
  if (const auto &result = call.epilogue.result)
    product.c = {call.epilogue.offset, result->pixel, fixed(result->sample), result->inner};
  else // a matrix behind the other, whichever stride tells them apart
    product.c = {0, shape.n, timesExtent(call.rows, shape.n * s.inner), call.rows.at(1) * shape.n};
  return product;
}

/// Rows of all matrices as those of one, where they lie so.
std::optional<Extent> rowsTogether(const Product &product) {
  const auto follow = [&](const Place &place) {
    return place.outer == timesExtent(product.rows, place.pitch);
  };
  const bool isOne = product.outer == fixed(1);
  if (product.inner != 1 ||
      (!isOne && (!product.sharedB || !follow(product.a) || !follow(product.c))))
    return std::nullopt;
  return timesExtent(product.outer, product.rows);
}

// ---- why not ----

std::string whyTypeNot(ElementType a, ElementType b) {
  const bool hasHalves = a == ElementType::F16 || b == ElementType::F16;
  return firstReason({unless(!hasHalves, "sums halves in halves, where sums of products are f32"),
                      whyTypesNot({ElementType::F32}, {a, b})});
}

/// The library leaves sums of f32 where the result lies.
std::string whyResultNot(const CallSite &site) {
  return unless(site.isDraft() || site.resultType() == ElementType::F32,
                "needs a result of f32, which its sums are");
}

std::string whyPlaceNot(const Product &product) {
  const int64_t b = product.transposedB ? product.depth : product.columns;
  const bool growBoth = !timesExtent(product.outer, product.rows);
  return firstReason(
      {unless(product.a.pitch >= product.depth && product.b.pitch >= b &&
                  product.c.pitch >= product.columns,
              "needs rows that do not overlap"),
       unless(!growBoth, "needs matrices or rows that are as many at each batch"),
       unless(product.inner == 1 || product.rows.isStatic(), "needs rows that are as many at each "
                                                             "batch")});
}

std::string whyWindowNot(const qrt::Conv2dShape &shape) {
  constexpr std::array<int64_t, 2> single{1, 1};
  const bool isProduct =
      shape.window.kernel == single && shape.window.stride == single && shape.in == shape.out;
  return unless(isProduct, "needs windows of a pixel, a pixel apart");
}

std::string whyNeighboursNot(const MatmulCall &call) {
  const qrt::MatmulStrides s = qrt::stridesOf(call.shape, 1);
  return unless(s.b[2] == 1 || s.b[3] == 1, "needs a B whose rows or columns lie together");
}

/// The library takes one of its kernels by how many rows there are, and the batch may be rows.
std::string whyOrderNot(const CallSite &site) {
  return unless(
      site.program.floatOrder != qrt::FloatOrder::Invariant,
      "sums in an order that depends on the batch, which the program's float order does not allow");
}

std::string againstConv2d(const CallSite &site, const Conv2dCall &call) {
  return firstReason({whyLibraryNot(site.device, "clblast", "CLBlast"), whyOrderNot(site),
                      whyTypeNot(call.input.type.type, call.weights.type.type), whyGroupsNot(call),
                      whyWindowNot(call.shape), whyResultNot(site), whyPlaceNot(productOf(call))});
}

std::string againstMatmul(const CallSite &site, const MatmulCall &call) {
  return firstReason({whyLibraryNot(site.device, "clblast", "CLBlast"), whyOrderNot(site),
                      whyTypeNot(call.a.type.type, call.b.type.type), whyNeighboursNot(call),
                      whyResultNot(site), whyPlaceNot(productOf(call))});
}

// ---- the call, and what follows ----

qrt::LibraryCall libraryCall(const Product &product, const qrt::Operand &a, const qrt::Operand &b,
                             const qrt::Operand &c) {
  qrt::LibraryCall call{"clblast", "gemm", {a, b, c}, {}};
  const std::optional<Extent> together = rowsTogether(product);
  call.sizes = {together.value_or(product.rows), fixed(product.columns), fixed(product.depth)};
  if (!together) {
    call.function += ".batched";
    call.sizes.insert(call.sizes.end(), {product.outer, fixed(product.inner)});
  }
  for (const Place &place : {product.a, product.b, product.c}) {
    call.sizes.insert(call.sizes.end(), {fixed(place.offset), fixed(place.pitch)});
    if (!together)
      call.sizes.insert(call.sizes.end(), {place.outer, fixed(place.inner)});
  }
  if (product.transposedB)
    call.function += ".transposed";
  return call;
}

/// RESULT_ROW(n, row)
void defineRows(LaunchDraft &draft, const Product &product, const qrt::CallEpilogue &epilogue) {
  const Place &c = product.c;
  const std::string pitch = std::to_string(c.pitch);
  const std::string begin =
      c.outer.isStatic() ? matrixBegin(resultFirst(draft, epilogue), product.inner, c.outer.at(1),
                                       c.inner)
                         : "(i64)(n) * rows * " + pitch; // one behind the other
  draft.define("RESULT_ROW(n, row)", "(" + begin + " + (i64)(row) * " + pitch + ")");
}

qrt::Status emit(LaunchDraft &draft, const Product &product, const qrt::Operand &a,
                 const qrt::Operand &b, const qrt::CallEpilogue &epilogue) {
  const qrt::Operand result{qrt::Operand::Space::Buffer, draft.node.writes.front()};
  draft.call(libraryCall(product, a, b, result));
  const bool sumsAreResults =
      epilogue.program.resultType == ElementType::F32 && qrt::storesAccumulator(epilogue.program);
  if (sumsAreResults) {
    draft.leaveKernelOut();
    return {};
  }
  const int run = draft.device.isGpu ? 1 : 16;
  const Extent matrices = timesExtent(product.outer, product.inner);
  draft.define("COLUMNS", product.columns);
  draft.define("RUN", run);
  defineRows(draft, product, epilogue);
  draft.argument(result);
  draft.argument(matrices);
  draft.argument(product.rows);
  draft.items(timesExtent(*timesExtent(matrices, product.rows), divideUp(product.columns, run)), 1,
              draft.device.isGpu ? 64 : 4);
  return addEpilogue(draft, epilogue, {ElementType::F32}, 1, product.inner);
}

qrt::Status emitConv2d(LaunchDraft &draft, const Conv2dCall &call) {
  return emit(draft, productOf(call), call.input.operand, call.weights.operand, call.epilogue);
}
qrt::Status emitMatmul(LaunchDraft &draft, const MatmulCall &call) {
  return emit(draft, productOf(call), call.a.operand, call.b.operand, call.epilogue);
}

/// CLBlast reads weights as they are stored, which stand beside those that kernels of other ranges
/// pack.
std::optional<qrt::LoadStep> asTheyStand(const CallSite &, const qrt::Call &,
                                         const KernelParameters &) {
  return std::nullopt;
}

constexpr KernelText text{"clblast_epilogue", "clblast_gemm.cl"};

// These come behind all tiles of ours and before what reads weights item by item, where nothing is
// measured.
constexpr DeviceKernel kernels[] = {
    {.name = "conv2d.clblast",
     .family = Conv2dCall::family,
     .preference = 390,
     .text = text,
     .against = typed<againstConv2d>,
     .emit = typed<emitConv2d>,
     .packing = asTheyStand,
     .packsBeside = true},
    {.name = "matmul.clblast",
     .family = MatmulCall::family,
     .preference = 390,
     .text = text,
     .against = typed<againstMatmul>,
     .emit = typed<emitMatmul>,
     .packing = asTheyStand,
     .packsBeside = true},
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::clblast_gemm
