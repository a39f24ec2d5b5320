#include "lowering/layout/layout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

namespace qopt {

Layout Layout::of(llvm::ArrayRef<int64_t> order) {
  Layout layout;
  layout.dims.assign(order.begin(), order.end());
  return layout;
}

Layout Layout::padded(llvm::ArrayRef<qrt::Extent> shape, int64_t multiple) const {
  Layout layout = dense();
  if (dims.empty() || !shape[innermost()].isStatic())
    return layout;
  int64_t size = shape[innermost()].offset, pitch = (size + multiple - 1) / multiple * multiple;
  layout.innermostPitch = pitch == size ? 0 : pitch;
  return layout;
}

llvm::SmallVector<qrt::Extent, 6> Layout::physicalShape(llvm::ArrayRef<qrt::Extent> shape) const {
  llvm::SmallVector<qrt::Extent, 6> physical;
  for (int64_t dim : dims)
    physical.push_back(shape[dim]);
  if (innermostPitch)
    physical.back() = fixedSize(innermostPitch);
  return physical;
}

Layout Layout::rowMajor(size_t rank) {
  return of(llvm::to_vector(llvm::seq<int64_t>(0, int64_t(rank))));
}

Layout Layout::channelsLast(size_t rank) {
  Layout layout = rowMajor(rank);
  if (rank > 2)
    std::rotate(layout.dims.begin() + 1, layout.dims.begin() + 2, layout.dims.end());
  return layout;
}

llvm::SmallVector<int64_t, 6> Layout::strides(llvm::ArrayRef<qrt::Extent> shape) const {
  llvm::SmallVector<int64_t, 6> strides(shape.size(), 1);
  int64_t step = 1;
  llvm::SmallVector<qrt::Extent, 6> physical = physicalShape(shape);
  for (auto [dim, size] : llvm::zip_equal(llvm::reverse(dims), llvm::reverse(physical))) {
    strides[dim] = step;
    assert((size.isStatic() || dim == dims.front()) && "what grows lies outermost");
    step *= size.isStatic() ? size.offset : 1;
  }
  return strides;
}

Layout Layout::growingFirst(llvm::ArrayRef<qrt::Extent> shape) const {
  Layout layout = *this;
  auto grows = llvm::find_if(layout.dims, [&](int64_t dim) { return !shape[dim].isStatic(); });
  if (grows != layout.dims.end())
    std::rotate(layout.dims.begin(), grows, grows + 1);
  return layout;
}

Layout Layout::permuted(llvm::ArrayRef<int64_t> permutation) const {
  Layout layout = *this;
  for (int64_t &dim : layout.dims)
    dim = permutation[dim];
  return layout;
}

static bool isSingle(qrt::Extent dim) { return dim == fixedSize(1); }

Layout layoutOf(const View &view, llvm::ArrayRef<qrt::Extent> shape) {
  llvm::SmallVector<int64_t, 6> order = llvm::to_vector<6>(llvm::seq<int64_t>(0, shape.size()));
  // Strides of single-element dimensions mean nothing: they stay where they are.
  auto fixed = [&](int64_t dim) { return isSingle(shape[dim]); };
  llvm::SmallVector<int64_t, 6> moving;
  llvm::copy_if(order, std::back_inserter(moving), [&](int64_t dim) { return !fixed(dim); });
  llvm::stable_sort(moving, [&](int64_t a, int64_t b) {
    return std::abs(view.strides[a]) > std::abs(view.strides[b]);
  });
  auto next = moving.begin();
  for (int64_t &dim : order)
    if (!fixed(dim))
      dim = *next++;
  return Layout::of(order).growingFirst(shape);
}

bool liesIn(const View &view, const Layout &layout, llvm::ArrayRef<qrt::Extent> shape) {
  if (view.offset != 0)
    return false;
  llvm::SmallVector<int64_t, 6> dense = layout.strides(shape);
  for (size_t i = 0; i < shape.size(); ++i)
    if (!isSingle(shape[i]) && view.strides[i] != dense[i])
      return false;
  return true;
}

std::optional<int64_t> collapse(llvm::ArrayRef<int64_t> group, llvm::ArrayRef<int64_t> strides,
                                llvm::ArrayRef<qrt::Extent> shape) {
  int64_t stride = 0, extent = 1;
  for (int64_t dim : llvm::reverse(group)) {
    if (isSingle(shape[dim]))
      continue;
    if (stride == 0 && extent == 1)
      stride = strides[dim];
    if (strides[dim] != stride * extent || extent == 0)
      return std::nullopt;
    extent = shape[dim].isStatic() ? extent * shape[dim].offset : 0; // nothing lies outside it
  }
  return stride;
}

} // namespace qopt
