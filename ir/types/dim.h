// A size that is known at import or follows from the inputs' sizes: a polynomial in named symbols,
// each at least 1, whose factors may also be quotients and maxima of such polynomials. Plain C++,
// for hosts that include no MLIR header; dims.h reads them from types.
#pragma once

#include "runtime/numerics/types/extent.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace qopt::nn {

/// A size in normal form, so that equal text means equal sizes: terms sorted, like terms joined,
/// exact quotients divided. Equal sizes may still be written differently (max(H, 1) and H), so only
/// conclusions from equality are safe.
class Dim {
public:
  struct Factor;
  struct Term;

  Dim() = default;
  /// A plain number.
  explicit Dim(int64_t value) : number(value) {}
  static Dim symbol(std::string name);

  bool isStatic() const { return !terms; }
  /// Returns the number of a static size.
  int64_t value() const;
  /// Returns the number that is added to the terms.
  int64_t constant() const { return number; }
  std::span<const Term> growing() const;

  /// Returns the size at the symbols' values from `valueOf`; none on overflow or a quotient by 0.
  using Values = std::function<int64_t(const std::string &symbol)>;
  std::optional<int64_t> at(const Values &valueOf) const;
  /// Returns the size with every symbol equal to `batch`, for modules with a single one.
  int64_t at(int64_t batch) const;
  /// Replaces symbols by the sizes from `sizeOf`; those for which it returns none stay.
  using Sizes = std::function<std::optional<Dim>(const std::string &symbol)>;
  std::optional<Dim> substitute(const Sizes &sizeOf) const;
  void collectSymbols(std::set<std::string> &names) const;
  /// Returns scale·N + offset if the size has this form in a single symbol; else none.
  std::optional<qrt::Extent> extent() const;
  /// Returns a lower bound that holds for all values of the symbols; none if none is known.
  std::optional<int64_t> least() const;

  /// "8*N+1", "(H+1)/2" (rounded down), "max(H, 3)".
  std::string text() const;
  bool operator==(const Dim &other) const;

  /// Returns the sum of terms and a number; none on overflow.
  static std::optional<Dim> of(std::vector<Term> terms, int64_t number);

private:
  int64_t number = 0;
  std::shared_ptr<const std::vector<Term>> terms; // none: static
};

/// A symbol, or a function of two sizes.
struct Dim::Factor {
  enum class Kind : uint8_t { Symbol, Quotient, Greatest };
  Kind kind = Kind::Symbol;
  std::string symbol;
  std::shared_ptr<const std::pair<Dim, Dim>> operands; // of Quotient and Greatest
  bool operator==(const Factor &other) const;
};

/// coefficient · Π factors, which are sorted by their text.
struct Dim::Term {
  int64_t coefficient = 1;
  std::vector<Factor> factors;
  bool operator==(const Term &) const = default;
};

inline Dim staticDim(int64_t size) { return Dim(size); }

/// The operations return none on overflow.
std::optional<Dim> add(const Dim &a, const Dim &b);
std::optional<Dim> subtract(const Dim &a, const Dim &b);
std::optional<Dim> multiply(const Dim &a, const Dim &b);
/// Returns a / b rounded down; none on overflow, or if the divisor is not proved positive.
std::optional<Dim> quotient(const Dim &a, const Dim &b);
/// Returns a − b·⌊a/b⌋.
std::optional<Dim> remainder(const Dim &a, const Dim &b);
std::optional<Dim> greatest(const Dim &a, const Dim &b);
std::optional<Dim> smallest(const Dim &a, const Dim &b);
std::optional<Dim> productOf(std::span<const Dim> dims);
/// Returns the sum of sizes that a verifier has shown to be small.
Dim sum(const Dim &a, const Dim &b);

/// Return whether a < b or a = b; none if that depends on the symbols' values (or cannot be shown).
std::optional<bool> isLess(const Dim &a, const Dim &b);
std::optional<bool> isEqual(const Dim &a, const Dim &b);

/// "Nx3x32x32".
std::string toString(std::span<const Dim> shape);

} // namespace qopt::nn
