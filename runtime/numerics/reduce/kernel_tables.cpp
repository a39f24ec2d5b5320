// The tables of this folder's hot loops.
#include "runtime/numerics/reduce/ordered_products_kernels.h"
#include "runtime/numerics/reduce/reduce_kernels.h"
#include "runtime/numerics/reduce/row_kernels.h"

namespace qrt {

QRT_DEFINE_ISA_TABLE(OrderedProductsKernels, orderedProductsKernels,
                     QRT_ISA_FILL(fillOrderedProducts))
QRT_DEFINE_ISA_TABLE(RowKernels, rowKernels, QRT_ISA_FILL(fillRows))
QRT_DEFINE_ISA_TABLE(ReduceKernels, reduceKernels, QRT_ISA_FILL(fillReductions))

} // namespace qrt
