#include "tools/triton/types.h"

namespace qopt::triton {

namespace {
struct Row {
  TRITONSERVER_DataType served;
  std::string_view name;
  std::optional<qrt::ElementType> type;
};
} // namespace

using Element = qrt::ElementType;
static constexpr Row rows[] = {{TRITONSERVER_TYPE_BOOL, "TYPE_BOOL", Element::Bool},
                               {TRITONSERVER_TYPE_UINT8, "TYPE_UINT8", Element::U8},
                               {TRITONSERVER_TYPE_UINT16, "TYPE_UINT16", Element::U16},
                               {TRITONSERVER_TYPE_UINT32, "TYPE_UINT32", Element::U32},
                               {TRITONSERVER_TYPE_UINT64, "TYPE_UINT64", Element::U64},
                               {TRITONSERVER_TYPE_INT8, "TYPE_INT8", Element::I8},
                               {TRITONSERVER_TYPE_INT16, "TYPE_INT16", Element::I16},
                               {TRITONSERVER_TYPE_INT32, "TYPE_INT32", Element::I32},
                               {TRITONSERVER_TYPE_INT64, "TYPE_INT64", Element::I64},
                               {TRITONSERVER_TYPE_FP16, "TYPE_FP16", Element::F16},
                               {TRITONSERVER_TYPE_FP32, "TYPE_FP32", Element::F32},
                               {TRITONSERVER_TYPE_FP64, "TYPE_FP64", Element::F64},
                               {TRITONSERVER_TYPE_BYTES, "TYPE_STRING", std::nullopt},
                               {TRITONSERVER_TYPE_BF16, "TYPE_BF16", Element::BF16}};

std::optional<TRITONSERVER_DataType> servedType(qrt::ElementType type) {
  for (const Row &row : rows)
    if (row.type == type)
      return row.served;
  return std::nullopt;
}

std::string configType(qrt::ElementType type) {
  return configType(servedType(type).value_or(TRITONSERVER_TYPE_INVALID));
}

std::string configType(TRITONSERVER_DataType type) {
  for (const Row &row : rows)
    if (row.served == type)
      return std::string(row.name);
  return "TYPE_INVALID";
}

} // namespace qopt::triton
