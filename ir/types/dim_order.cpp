#include "ir/types/dim_order.h"

#include <cstring>

namespace qopt {

Order channelsFirst(int64_t rank) {
  Order order{0};
  if (rank > 1)
    order.push_back(rank - 1);
  for (int64_t dim = 1; dim + 1 < rank; ++dim)
    order.push_back(dim);
  return order;
}

Order channelsLast(int64_t rank) {
  Order order{0};
  for (int64_t dim = 2; dim < rank; ++dim)
    order.push_back(dim);
  order.push_back(1);
  return order;
}

Order inverse(llvm::ArrayRef<int64_t> order) {
  Order result(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    result[size_t(order[i])] = int64_t(i);
  return result;
}

int64_t placeOf(int64_t dim, llvm::ArrayRef<int64_t> order) {
  return order.empty() ? dim : llvm::find(order, dim) - order.begin();
}

qrt::Tensor inOrder(const qrt::Tensor &stored, llvm::ArrayRef<int64_t> order) {
  qrt::Tensor tensor = qrt::unpacked(stored);
  qrt::Shape shape = tensor.shape();
  const size_t rank = order.size();
  if (shape.size() < rank)
    shape.insert(shape.begin(), rank - shape.size(), 1);
  llvm::SmallVector<int64_t> strides(rank, 1), sizes = inOrder(llvm::ArrayRef(shape), order);
  for (size_t i = rank; i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  const llvm::SmallVector<int64_t> steps = inOrder(llvm::ArrayRef(strides), order);
  const size_t width = qrt::byteWidth(tensor.type());
  qrt::Tensor result = qrt::Tensor::allocate(tensor.type(), {sizes.begin(), sizes.end()});
  const auto *from = static_cast<const char *>(tensor.data());
  auto *to = static_cast<char *>(result.mutableData());
  llvm::SmallVector<int64_t> at(rank, 0);
  int64_t place = 0;
  for (int64_t i = 0, count = result.size(); i < count; ++i) {
    std::memcpy(to + size_t(i) * width, from + size_t(place) * width, width);
    for (size_t d = rank; d-- > 0;) {
      place += steps[d];
      if (++at[d] < sizes[d])
        break;
      place -= steps[d] * sizes[d];
      at[d] = 0;
    }
  }
  return result;
}

} // namespace qopt
