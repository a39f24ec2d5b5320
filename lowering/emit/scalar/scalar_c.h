// A scalar program printed as C in the kernels' portable dialect
// (lowering/kernels/common/portable.h, exact.h).
#pragma once

#include "runtime/numerics/scalar/scalar_program.h"
#include "runtime/numerics/types/status.h"

#include <span>
#include <string>
#include <string_view>

namespace qopt {

/// "f32", "i8", …: the dialect's name of a storage type. Bool and floats of less than 32 bits are
/// unsigned integers there: scalar programs alone know what their bits mean.
std::string_view cTypeName(qrt::ElementType type);

/// An f32 as a C expression of the same bits.
std::string floatText(float value);

/// The value of `stored`, a C expression of that type: narrow floats are widened to f32.
std::string loadedText(qrt::ElementType storage, const std::string &stored);

struct ScalarText {
  std::string tables; // file scope: constant arrays table0, table1, …
  std::string body;   // statements; the last one returns the stored value
};

/// A Load reads its input as name[offset + Σ coordinate·stride].
struct LoadText {
  std::string name;
  int64_t offset = 0;
  std::vector<int64_t> strides;
};

/// Whose tanh, erf and sigmoid: the project's own (F1), or what tensor_core.h has of the device,
/// for halves behind a product of halves (F4).
enum class FunctionsOf { Project, Device };

/// `inputs`: a C expression of the stored value for each input of `program`.
/// `loads`: by input too, of those that are indexed. A guard's text names FAULT.
/// InvalidArgument when the program is malformed (an operand that does not
/// precede its use, a table that does not exist, an f64 input).
qrt::Expected<ScalarText> printScalarProgram(const qrt::ScalarProgram &program,
                                             std::span<const std::string> inputs,
                                             std::span<const LoadText> loads = {},
                                             FunctionsOf functions = FunctionsOf::Project);

} // namespace qopt
