// Shorthand of the runtime's checking code.
#pragma once

#include "runtime/numerics/types/status.h"

#define QRT_RETURN_IF_ERROR(expression)                                                            \
  do {                                                                                             \
    if (::qrt::Status statusOfExpression = (expression); !statusOfExpression.ok())                 \
      return statusOfExpression;                                                                   \
  } while (0)
