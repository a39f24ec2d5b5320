// All operations of the dialect, family by family.
include "ir/conv.td"
include "ir/matmul.td"
include "ir/pool.td"
include "ir/elementwise.td"
include "ir/reduction.td"
include "ir/composite.td"
include "ir/shape.td"
include "ir/quantize.td"
