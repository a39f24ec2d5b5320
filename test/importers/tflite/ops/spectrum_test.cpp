// Complex numbers: a further dimension of real and imaginary parts.
#include "test/importers/tflite/import_fixture.h"

#include <cmath>

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

static ModelBuilder spectrum(BuiltinOperator part) {
  ModelBuilder m;
  const int32_t x = m.input({2, 4}), c = m.tensor({2, 3}, TensorType::COMPLEX64);
  m.op(BuiltinOperator::RFFT2D, {x, m.ints({2}, {2, 4})}, {c}, schema::Rfft2dOptionsT());
  const int32_t y = m.tensor({2, 3});
  m.op(part, {c}, {y});
  m.output(y);
  return m;
}

TEST(TfliteSpectrum, OfARealImage) {
  const Floats image{1, 2, 3, 4, 0, 1, 0, 0};
  // Rows have the spectra (10, −2 + 2i, −2) and (1, −i, −1).
  expectFloats(Import(spectrum(BuiltinOperator::REAL)).run({image}), {11, -2, -3, 9, -2, -1});
  expectFloats(Import(spectrum(BuiltinOperator::IMAG)).run({image}), {0, 1, 0, 0, 3, 0});
  expectFloats(Import(spectrum(BuiltinOperator::COMPLEX_ABS)).run({image}),
               {11, std::sqrt(5.0f), 3, 9, std::sqrt(13.0f), 1});
}

TEST(TfliteSpectrum, OtherOperatorsDoNotTakeComplexNumbers) {
  expectRefused(spectrum(BuiltinOperator::NEG), ImportFailure::Unsupported, "of complex numbers");
}

TEST(TfliteSpectrum, AComplexOutputHasItsPartsLast) {
  ModelBuilder m = spectrum(BuiltinOperator::REAL);
  m.graph().outputs = {1};
  expectFloats(Import(m).run({{1, 2, 3, 4, 0, 0, 0, 0}}),
               {10, 0, -2, 2, -2, 0, 10, 0, -2, 2, -2, 0});
}
