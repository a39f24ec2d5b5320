// The tables of this folder's hot loops.
#include "runtime/numerics/reduce/ordered_products_kernels.h"
#include "runtime/numerics/reduce/reduce_kernels.h"
#include "runtime/numerics/reduce/row_kernels.h"

namespace qrt {

const OrderedProductsKernels &orderedProductsKernels(Isa isa) {
  static IsaTable<OrderedProductsKernels> table{QRT_ISA_FILL(fillOrderedProducts)};
  return table.of(isa);
}

const RowKernels &rowKernels(Isa isa) {
  static IsaTable<RowKernels> table{QRT_ISA_FILL(fillRows)};
  return table.of(isa);
}

const ReduceKernels &reduceKernels(Isa isa) {
  static IsaTable<ReduceKernels> table{QRT_ISA_FILL(fillReductions)};
  return table.of(isa);
}

} // namespace qrt
