// The operations that compute a result row by row: cutting the rows of an operand then cuts those
// of the result. For all others the result may depend on the number of rows in any way.
#include "ir/ops.h"

using namespace mlir;
using namespace qopt::nn;

std::optional<Rows> qopt::nn::detail::rowsOfBody(Operation *op, unsigned operand, int64_t dim) {
  auto body = dyn_cast<ScalarBodyOpInterface>(op);
  if (!body || isa<AnchorOpInterface>(op) || body.readsCoordinates() ||
      body.operandAxis(operand) >= 0)
    return std::nullopt;
  SymbolicShape from = symbolicShape(op->getOperand(operand)), to = symbolicShape(op->getResult(0));
  int64_t place = dim + int64_t(to.size() - from.size());
  return to[place] == from[dim] ? std::optional(Rows{place, Rows::Use::Joined}) : std::nullopt;
}

// A dimension is preserved if the same number of elements precedes it and its size is the same. It
// must be the only such dimension of the result.
std::optional<Rows> ReshapeOp::rowsOf(unsigned, int64_t dim) {
  SymbolicShape from = symbolicShape(getInput()), to = symbolicShape(getType());
  std::optional<Dim> before = productOf(ArrayRef(from).take_front(dim));
  std::optional<Rows> rows;
  for (int64_t i = 0; i < int64_t(to.size()); ++i) {
    std::optional<Dim> passed = productOf(ArrayRef(to).take_front(i));
    if (!before || !passed)
      return std::nullopt;
    if (*passed != *before || to[i] != from[dim])
      continue;
    if (rows)
      return std::nullopt;
    rows = Rows{i};
  }
  return rows;
}

std::optional<Rows> TransposeOp::rowsOf(unsigned, int64_t dim) {
  return Rows{llvm::find(getPermutation(), dim) - getPermutation().begin()};
}

std::optional<Rows> SliceOp::rowsOf(unsigned operand, int64_t dim) {
  return mayGrow(operand, dim) ? std::optional(Rows{dim}) : std::nullopt; // whole
}

// A single row does not broadcast here: beside none it would not fit.
std::optional<Rows> ConcatOp::rowsOf(unsigned, int64_t dim) {
  if (dim == int64_t(getAxis()) || symbolicShape(getType())[dim] == staticDim(1))
    return std::nullopt;
  return Rows{dim, Rows::Use::Joined};
}

// A place that is chosen must be there, also where the index is behind the last one.
std::optional<Rows> GatherOp::rowsOf(unsigned operand, int64_t dim) {
  int64_t axis = getAxis(), chosen = int64_t(symbolicShape(getIndices()).size());
  if (operand == 1)
    return Rows{axis + dim, Rows::Use::Places};
  if (dim == axis)
    return std::nullopt;
  return Rows{dim < axis ? dim : dim - 1 + chosen};
}

// Batch dimensions are the input's, too.
std::optional<Rows> GatherNdOp::rowsOf(unsigned operand, int64_t dim) {
  int64_t tuple = int64_t(symbolicShape(getIndices()).size()) - 1;
  if (operand != 1 || dim < int64_t(getBatchDims()) || dim == tuple)
    return std::nullopt;
  return Rows{dim, Rows::Use::Places};
}

std::optional<Rows> CastOp::rowsOf(unsigned, int64_t dim) {
  bool keeps = qrt::isSigned(*storageType(getType()));
  return Rows{dim, keeps ? Rows::Use::Moved : Rows::Use::Computed};
}
