#include "importers/tflite/file/sparse_tensor.h"

#include "importers/tflite/file/tensor_data.h"

#include "llvm/ADT/SmallVector.h"

#include <cstring>

namespace qopt::tflite {

using qrt::ElementType;
using qrt::invalidArgument;
using qrt::Tensor;

namespace {

// One dimension in the order of traversal.
struct Level {
  bool isSparse = false;
  int64_t size = 0;                  // of a dense one
  std::vector<int64_t> rows, places; // of a sparse one: where each row begins, and its elements
  size_t dim = 0;                    // of the dense tensor
  int64_t step = 1;                  // how many of that dimension's elements one step is
};

class Densifier {
public:
  Densifier(const schema::SparsityParameters &sparsity, const qrt::Shape &shape)
      : sparsity(sparsity), shape(shape) {}

  qrt::Status prepare();
  /// Calls `store` with the place in the dense tensor of each stored element, in order.
  template <typename Store> qrt::Status walk(Store store);

private:
  qrt::Status readLevels();
  qrt::Status readOrder();
  template <typename Store>
  qrt::Status walkFrom(size_t level, int64_t row, llvm::SmallVector<int64_t> at, Store &store);
  qrt::Status damaged(const char *what) const {
    return invalidArgument(std::string("its sparsity ") + what + "; the file is damaged");
  }

  const schema::SparsityParameters &sparsity;
  const qrt::Shape &shape;
  std::vector<Level> levels;
};

} // namespace

static std::vector<int64_t> indicesOf(schema::SparseIndexVector type, const void *table) {
  auto of = [](const auto *values) {
    auto list = elementsOf(values->values());
    return std::vector<int64_t>(list.begin(), list.end());
  };
  if (!table)
    return {};
  if (type == schema::SparseIndexVector::Int32Vector)
    return of(static_cast<const schema::Int32Vector *>(table));
  if (type == schema::SparseIndexVector::Uint16Vector)
    return of(static_cast<const schema::Uint16Vector *>(table));
  if (type == schema::SparseIndexVector::Uint8Vector)
    return of(static_cast<const schema::Uint8Vector *>(table));
  return {};
}

qrt::Status Densifier::readLevels() {
  const auto *metadata = sparsity.dim_metadata();
  for (flatbuffers::uoffset_t i = 0; metadata && i < metadata->size(); ++i) {
    const schema::DimensionMetadata &one = *metadata->Get(i);
    Level level;
    level.isSparse = one.format() == schema::DimensionType::SPARSE_CSR;
    level.size = one.dense_size();
    level.rows = indicesOf(one.array_segments_type(), one.array_segments());
    level.places = indicesOf(one.array_indices_type(), one.array_indices());
    if (!level.isSparse && level.size < 1) // one of 0 would be walked to without an end
      return damaged("has a dimension without elements");
    levels.push_back(std::move(level));
  }
  return {};
}

// The order of traversal names each dimension once, those of the blocks behind the tensor's own.
qrt::Status Densifier::readOrder() {
  llvm::ArrayRef<int32_t> order = elementsOf(sparsity.traversal_order());
  llvm::ArrayRef<int32_t> blocks = elementsOf(sparsity.block_map());
  const size_t rank = shape.size();
  constexpr size_t mostLevels = 16;
  if (order.size() != levels.size() || order.size() != rank + blocks.size() ||
      order.size() > mostLevels)
    return damaged("does not describe each dimension once");
  std::vector<bool> seen(order.size());
  llvm::SmallVector<int64_t> blockSize(rank, 1);
  for (size_t i = 0; i < order.size(); ++i) {
    const int64_t dim = order[i];
    if (dim < 0 || dim >= int64_t(order.size()) || seen[size_t(dim)])
      return damaged("has no order of traversal");
    seen[size_t(dim)] = true;
    const bool isBlock = size_t(dim) >= rank;
    const int64_t own = isBlock ? blocks[size_t(dim) - rank] : dim;
    if (own < 0 || own >= int64_t(rank) || (isBlock && levels[i].isSparse))
      return damaged("has blocks of no dimension");
    levels[i].dim = size_t(own);
    if (isBlock)
      blockSize[size_t(own)] = levels[i].size;
  }
  for (size_t i = 0; i < order.size(); ++i)
    if (size_t(order[i]) < rank)
      levels[i].step = blockSize[levels[i].dim];
  return {};
}

qrt::Status Densifier::prepare() {
  if (qrt::Status status = readLevels(); !status.ok())
    return status;
  return readOrder();
}

// `row` counts what the levels before have led to.
template <typename Store>
qrt::Status Densifier::walkFrom(size_t level, int64_t row, llvm::SmallVector<int64_t> at,
                                Store &store) {
  if (level == levels.size()) {
    int64_t place = 0;
    for (size_t i = 0; i < shape.size(); ++i) {
      if (at[i] < 0 || at[i] >= shape[i])
        return damaged("names an element outside the tensor");
      place = place * shape[i] + at[i];
    }
    return store(place) ? qrt::Status() : damaged("names more elements than there are");
  }
  const Level &one = levels[level];
  int64_t first = 0, last = one.size;
  if (one.isSparse) {
    if (row + 1 >= int64_t(one.rows.size()))
      return damaged("has too few rows");
    first = one.rows[size_t(row)];
    last = one.rows[size_t(row) + 1];
    if (first < 0 || last < first || last > int64_t(one.places.size()))
      return damaged("has rows outside its list of places");
  }
  for (int64_t i = first; i < last; ++i) {
    llvm::SmallVector<int64_t> next = at;
    next[one.dim] += (one.isSparse ? one.places[size_t(i)] : i) * one.step;
    const int64_t nextRow = one.isSparse ? i : row * one.size + i;
    if (qrt::Status status = walkFrom(level + 1, nextRow, next, store); !status.ok())
      return status;
  }
  return {};
}

template <typename Store> qrt::Status Densifier::walk(Store store) {
  return walkFrom(0, 0, llvm::SmallVector<int64_t>(shape.size(), 0), store);
}

// A few bytes may state a tensor of any size: one is made dense that is no more than 2^24 elements,
// or 4,096 for each that is stored.
static bool isTooThin(int64_t elements, int64_t stored) {
  constexpr int64_t few = int64_t(1) << 24, most = int64_t(1) << 31, each = 4096;
  return elements > most || (elements > few && elements / each > stored);
}

qrt::Expected<Tensor> readSparse(const ModelFile &file, const schema::Tensor &tensor,
                                 const qrt::Shape &shape) {
  const ElementType stored = *elementTypeOf(tensor.type()), type = qrt::unpackedType(stored);
  if (tensor.type() == schema::TensorType::FLOAT64 || qrt::isPacked(stored))
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "a sparse constant of " + typeName(tensor.type()));
  const int64_t elements = qrt::elementCount(shape);
  if (elements == 0)
    return Tensor::allocate(type, shape);
  Densifier densifier(*tensor.sparsity(), shape);
  if (qrt::Status status = densifier.prepare(); !status.ok())
    return status;
  const llvm::StringRef bytes = file.buffer(tensor.buffer());
  const size_t width = qrt::byteWidth(type), count = bytes.size() / width;
  size_t next = 0;
  if (qrt::Status status = densifier.walk([&](int64_t) { return next++ < count; }); !status.ok())
    return status;
  if (isTooThin(elements, int64_t(next)))
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "a sparse constant of " + std::to_string(elements) + " elements, of which " +
                           std::to_string(next) + " are stored");
  Tensor dense = Tensor::allocate(type, shape);
  auto *to = static_cast<char *>(dense.mutableData());
  const char *from = bytes.data();
  qrt::Status status = densifier.walk([&](int64_t place) {
    std::memcpy(to + size_t(place) * width, from, width);
    from += width;
    return true;
  });
  if (!status.ok())
    return status;
  return dense;
}

} // namespace qopt::tflite
