#include "ir/types/dim.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>

namespace qopt::nn {

using Factor = Dim::Factor;
using Term = Dim::Term;
using Factors = std::vector<Factor>;

// ---- checked numbers ----

static std::optional<int64_t> plus(int64_t a, int64_t b) {
  int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::nullopt : std::optional(sum);
}

static std::optional<int64_t> times(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
}

static std::optional<int64_t> floorOf(int64_t a, int64_t b) {
  if (b == 0 || (b == -1 && a == std::numeric_limits<int64_t>::min()))
    return std::nullopt;
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

// ---- text, which also orders ----

static std::string textOf(const Factor &factor) {
  if (factor.kind == Factor::Kind::Symbol)
    return factor.symbol;
  const auto &[a, b] = *factor.operands;
  if (factor.kind == Factor::Kind::Greatest)
    return "max(" + a.text() + ", " + b.text() + ")";
  bool plain = b.isStatic();
  return "((" + a.text() + ")/" + (plain ? b.text() : "(" + b.text() + ")") + ")";
}

static std::string textOf(const Factors &factors) {
  std::string text;
  for (const Factor &factor : factors)
    text += (text.empty() ? "" : "*") + textOf(factor);
  return text;
}

static std::string textOf(const Term &term) {
  if (term.coefficient == 1)
    return textOf(term.factors);
  return std::to_string(term.coefficient) + "*" + textOf(term.factors);
}

std::string Dim::text() const {
  std::string text;
  for (const Term &term : growing())
    text += (text.empty() || term.coefficient < 0 ? "" : "+") + textOf(term);
  if (text.empty() || number < 0)
    return text + std::to_string(number);
  return number == 0 ? text : text + "+" + std::to_string(number);
}

std::string toString(std::span<const Dim> shape) {
  std::string text;
  for (const Dim &dim : shape)
    text += (text.empty() ? "" : "x") + dim.text();
  return text;
}

// ---- values ----

bool Factor::operator==(const Factor &other) const {
  return kind == other.kind && symbol == other.symbol &&
         (operands == other.operands ||
          (operands && other.operands && *operands == *other.operands));
}

bool Dim::operator==(const Dim &other) const {
  return number == other.number && std::ranges::equal(growing(), other.growing());
}

Dim Dim::symbol(std::string name) {
  return *of({{1, {{Factor::Kind::Symbol, std::move(name), nullptr}}}}, 0);
}

int64_t Dim::value() const {
  assert(isStatic());
  return number;
}

std::span<const Term> Dim::growing() const {
  return terms ? std::span<const Term>(*terms) : std::span<const Term>();
}

std::optional<Dim> Dim::of(std::vector<Term> terms, int64_t number) {
  for (Term &term : terms)
    if (term.factors.size() > 1)
      std::ranges::sort(term.factors, {}, [](const Factor &f) { return textOf(f); });
  Dim dim(number);
  if (terms.size() == 1 && terms[0].coefficient != 0) {
    dim.terms = std::make_shared<const std::vector<Term>>(std::move(terms));
    return dim;
  }
  std::map<std::string, Term> joined;
  for (Term &term : terms) {
    auto [entry, isNew] = joined.try_emplace(textOf(term.factors), term);
    if (isNew)
      continue;
    auto total = plus(entry->second.coefficient, term.coefficient);
    if (!total)
      return std::nullopt;
    entry->second.coefficient = *total;
  }
  auto kept = std::make_shared<std::vector<Term>>();
  for (auto &[text, term] : joined)
    if (term.coefficient != 0)
      kept->push_back(std::move(term));
  if (!kept->empty())
    dim.terms = std::move(kept);
  return dim;
}

static std::optional<int64_t> valueAt(const Factor &factor, const Dim::Values &valueOf) {
  if (factor.kind == Factor::Kind::Symbol)
    return valueOf(factor.symbol);
  auto a = factor.operands->first.at(valueOf), b = factor.operands->second.at(valueOf);
  if (!a || !b)
    return std::nullopt;
  return factor.kind == Factor::Kind::Greatest ? std::max(*a, *b) : floorOf(*a, *b);
}

std::optional<int64_t> Dim::at(const Values &valueOf) const {
  std::optional<int64_t> total = number;
  for (const Term &term : growing()) {
    std::optional<int64_t> product = term.coefficient;
    for (const Factor &factor : term.factors) {
      auto value = valueAt(factor, valueOf);
      product = product && value ? times(*product, *value) : std::nullopt;
    }
    total = total && product ? plus(*total, *product) : std::nullopt;
  }
  return total;
}

int64_t Dim::at(int64_t batch) const {
  if (isStatic())
    return number;
  auto size = at([&](const std::string &) { return batch; });
  assert(size && "verifier: sizes are small at every batch");
  return *size;
}

static std::optional<Dim> substituted(const Factor &factor, const Dim::Sizes &sizeOf) {
  if (factor.kind == Factor::Kind::Symbol) {
    auto size = sizeOf(factor.symbol);
    return size ? size : Dim::symbol(factor.symbol);
  }
  auto a = factor.operands->first.substitute(sizeOf),
       b = factor.operands->second.substitute(sizeOf);
  if (!a || !b)
    return std::nullopt;
  return factor.kind == Factor::Kind::Greatest ? greatest(*a, *b) : quotient(*a, *b);
}

std::optional<Dim> Dim::substitute(const Sizes &sizeOf) const {
  std::optional<Dim> total = Dim(number);
  for (const Term &term : growing()) {
    std::optional<Dim> product = Dim(term.coefficient);
    for (const Factor &factor : term.factors) {
      auto size = substituted(factor, sizeOf);
      product = product && size ? multiply(*product, *size) : std::nullopt;
    }
    total = total && product ? add(*total, *product) : std::nullopt;
  }
  return total;
}

void Dim::collectSymbols(std::set<std::string> &names) const {
  for (const Term &term : growing())
    for (const Factor &factor : term.factors) {
      if (factor.kind == Factor::Kind::Symbol) {
        names.insert(factor.symbol);
        continue;
      }
      factor.operands->first.collectSymbols(names);
      factor.operands->second.collectSymbols(names);
    }
}

std::optional<qrt::Extent> Dim::extent() const {
  if (isStatic())
    return qrt::Extent{0, number};
  const Term &term = terms->front();
  if (terms->size() != 1 || term.factors.size() != 1 ||
      term.factors[0].kind != Factor::Kind::Symbol)
    return std::nullopt;
  return qrt::Extent{term.coefficient, number};
}

static std::optional<int64_t> leastOf(const Factor &factor) {
  if (factor.kind == Factor::Kind::Symbol)
    return 1;
  const auto &[a, b] = *factor.operands;
  auto ofA = a.least(), ofB = b.least();
  if (factor.kind == Factor::Kind::Greatest)
    return ofA && ofB ? std::optional(std::max(*ofA, *ofB)) : ofA ? ofA : ofB;
  if (!ofA)
    return std::nullopt;
  // The divisor is positive: a negative bound moves towards 0, another may shrink to 0.
  if (b.isStatic())
    return floorOf(*ofA, b.value());
  return std::min<int64_t>(*ofA, 0);
}

std::optional<int64_t> Dim::least() const {
  std::optional<int64_t> total = number;
  for (const Term &term : growing()) {
    std::optional<int64_t> product = term.coefficient;
    if (term.coefficient < 0)
      return std::nullopt;
    for (const Factor &factor : term.factors) {
      auto least = leastOf(factor);
      product = product && least && *least >= 0 ? times(*product, *least) : std::nullopt;
    }
    total = total && product ? plus(*total, *product) : std::nullopt;
  }
  return total;
}

// ---- arithmetic ----

std::optional<Dim> add(const Dim &a, const Dim &b) {
  auto number = plus(a.constant(), b.constant());
  if (!number || (a.isStatic() && b.isStatic()))
    return number ? std::optional(Dim(*number)) : std::nullopt;
  std::vector<Term> terms(a.growing().begin(), a.growing().end());
  terms.insert(terms.end(), b.growing().begin(), b.growing().end());
  return Dim::of(std::move(terms), *number);
}

std::optional<Dim> subtract(const Dim &a, const Dim &b) {
  auto negated = multiply(b, Dim(-1));
  return negated ? add(a, *negated) : std::nullopt;
}

// The terms of a size with its number as one without factors.
static std::vector<Term> allTerms(const Dim &dim) {
  std::vector<Term> terms(dim.growing().begin(), dim.growing().end());
  if (dim.constant() != 0)
    terms.push_back({dim.constant(), {}});
  return terms;
}

static std::optional<Dim> fromTerms(std::vector<Term> terms) {
  std::optional<int64_t> number = 0;
  for (const Term &term : terms)
    if (term.factors.empty() && number)
      number = plus(*number, term.coefficient);
  std::erase_if(terms, [](const Term &term) { return term.factors.empty(); });
  return number ? Dim::of(std::move(terms), *number) : std::nullopt;
}

std::optional<Dim> multiply(const Dim &a, const Dim &b) {
  if (a.isStatic() && b.isStatic()) {
    auto product = times(a.constant(), b.constant());
    return product ? std::optional(Dim(*product)) : std::nullopt;
  }
  constexpr size_t most = 1024;
  std::vector<Term> products;
  if (a.growing().size() * b.growing().size() > most)
    return std::nullopt;
  for (const Term &left : allTerms(a))
    for (const Term &right : allTerms(b)) {
      auto coefficient = times(left.coefficient, right.coefficient);
      if (!coefficient)
        return std::nullopt;
      Term &product = products.emplace_back(*coefficient, left.factors);
      product.factors.insert(product.factors.end(), right.factors.begin(), right.factors.end());
    }
  return fromTerms(std::move(products));
}

std::optional<Dim> productOf(std::span<const Dim> dims) {
  std::optional<Dim> product = Dim(1);
  for (const Dim &dim : dims) {
    product = multiply(*product, dim);
    if (!product)
      return std::nullopt;
  }
  return product;
}

Dim sum(const Dim &a, const Dim &b) {
  auto total = add(a, b);
  assert(total && "verifier: sizes are small");
  return *total;
}

// `term` / `divisor` where that is exact.
static std::optional<Term> divideTerm(const Term &term, const Term &divisor) {
  if (divisor.coefficient == 0 || term.coefficient % divisor.coefficient != 0)
    return std::nullopt;
  Term rest{term.coefficient / divisor.coefficient, term.factors};
  for (const Factor &factor : divisor.factors) {
    auto place = std::ranges::find(rest.factors, factor);
    if (place == rest.factors.end())
      return std::nullopt;
    rest.factors.erase(place);
  }
  return rest;
}

// Sizes that nest into each other stay readable, and cheap.
static std::optional<Dim> functionOf(Factor::Kind kind, const Dim &a, const Dim &b) {
  constexpr size_t longest = 4096;
  if (a.text().size() + b.text().size() > longest)
    return std::nullopt;
  auto operands = std::make_shared<const std::pair<Dim, Dim>>(a, b);
  return Dim::of({{1, {{kind, "", std::move(operands)}}}}, 0);
}

// ⌊(⌊a/b⌋ + k)/c⌋ = ⌊(a + k·b)/(b·c)⌋ for whole b, c > 0: chains of strides stay one quotient.
static std::optional<Dim> quotientOfQuotient(const Dim &a, const Dim &b) {
  auto terms = a.growing();
  if (!b.isStatic() || terms.size() != 1 || terms[0].coefficient != 1 ||
      terms[0].factors.size() != 1 || terms[0].factors[0].kind != Factor::Kind::Quotient)
    return std::nullopt;
  const auto &[above, below] = *terms[0].factors[0].operands;
  auto shift = multiply(below, Dim(a.constant())), divisor = multiply(below, b);
  auto raised = shift ? add(above, *shift) : std::nullopt;
  return raised && divisor && below.isStatic() ? quotient(*raised, *divisor) : std::nullopt;
}

static std::optional<Dim> quotientOfRest(const Dim &a, const Dim &b) {
  if (a == b)
    return Dim(1);
  if (auto nested = quotientOfQuotient(a, b))
    return nested;
  return functionOf(Factor::Kind::Quotient, a, b);
}

std::optional<Dim> quotient(const Dim &a, const Dim &b) {
  if (b.least().value_or(0) < 1)
    return std::nullopt;
  std::vector<Term> divisors = allTerms(b), exact, rest;
  for (const Term &term : allTerms(a)) {
    auto divided = divisors.size() == 1 ? divideTerm(term, divisors[0]) : std::nullopt;
    (divided ? exact : rest).push_back(divided.value_or(term));
  }
  auto whole = fromTerms(std::move(exact)), part = fromTerms(std::move(rest));
  if (!whole || !part || *part == Dim(0))
    return whole && part ? whole : std::nullopt;
  // A number beside terms that stay may still be at least the divisor: (H + 5)/4 is (H + 1)/4 + 1.
  if (b.isStatic()) {
    int64_t steps = *floorOf(part->constant(), b.value());
    whole = add(*whole, Dim(steps));
    part = add(*part, Dim(-steps * b.value()));
    if (part && part->isStatic())
      return whole;
  }
  auto rounded = part ? quotientOfRest(*part, b) : std::nullopt;
  return whole && rounded ? add(*whole, *rounded) : std::nullopt;
}

std::optional<Dim> remainder(const Dim &a, const Dim &b) {
  auto times = quotient(a, b);
  auto product = times ? multiply(*times, b) : std::nullopt;
  return product ? subtract(a, *product) : std::nullopt;
}

std::optional<Dim> greatest(const Dim &a, const Dim &b) {
  auto less = isLess(a, b), more = isLess(b, a);
  if (a == b || less == false || more == true)
    return a;
  if (less == true || more == false)
    return b;
  return a.text() < b.text() ? functionOf(Factor::Kind::Greatest, a, b)
                             : functionOf(Factor::Kind::Greatest, b, a);
}

std::optional<Dim> smallest(const Dim &a, const Dim &b) {
  auto both = add(a, b), larger = greatest(a, b);
  return both && larger ? subtract(*both, *larger) : std::nullopt;
}

// ---- comparison ----

std::optional<bool> isLess(const Dim &a, const Dim &b) {
  auto ahead = subtract(b, a), behind = subtract(a, b);
  if (ahead && ahead->least().value_or(0) >= 1)
    return true;
  if (behind && behind->least().value_or(-1) >= 0)
    return false;
  return std::nullopt;
}

std::optional<bool> isEqual(const Dim &a, const Dim &b) {
  if (a == b)
    return true;
  if (isLess(a, b) == true || isLess(b, a) == true)
    return false;
  return std::nullopt;
}

} // namespace qopt::nn
