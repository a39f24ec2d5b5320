// Each field of a call is either part of its packing's key, or stands here as what packing does not
// read: a field that is added to the calls is neither, and fails.
#include "runtime/calls/conv2d/conv2d.h"
#include "runtime/calls/matmul/matmul.h"

#include <gtest/gtest.h>

namespace qrt {
namespace {

template <typename T> constexpr bool isOptional = false;
template <typename T> constexpr bool isOptional<std::optional<T>> = true;

/// Changes one of a call's numbers, the `chosen` one in the order of fields. `passed` are structs
/// that are not looked into.
class Change {
public:
  Change(size_t chosen, const std::vector<std::string> &passed) : chosen(chosen), passed(passed) {}

  template <Described T> void to(T &value, const std::string &at = "") {
    if (isPassed(at))
      return;
    visitFields(value, [&](std::string_view name, auto &field) {
      to(field, at.empty() ? std::string(name) : at + "." + std::string(name));
    });
  }
  template <typename T, size_t n> void to(std::array<T, n> &values, const std::string &at) {
    for (size_t i = 0; i < n; ++i)
      to(values[i], at + "[" + std::to_string(i) + "]");
  }
  template <typename T>
    requires isOptional<T>
  void to(T &value, const std::string &at) {
    if (isChosen(at))
      value = value ? std::nullopt : T(std::in_place);
    else if (value)
      to(*value, at);
  }
  void to(bool &value, const std::string &at) {
    if (isChosen(at))
      value = !value;
  }
  template <typename T>
    requires std::is_enum_v<T>
  void to(T &value, const std::string &at) {
    if (isChosen(at))
      value = T(int(value) ^ 1);
  }
  template <std::integral T> void to(T &value, const std::string &at) {
    if (isChosen(at))
      ++value;
  }

  template <typename T> void to(T &, const std::string &at) {
    ADD_FAILURE() << at << ": a kind of field that the keys have not had yet";
  }

  std::string changed; // the field; empty: there are fewer

private:
  bool isPassed(const std::string &at) const {
    return std::find(passed.begin(), passed.end(), at) != passed.end();
  }
  bool isChosen(const std::string &at) {
    const bool is = count++ == chosen;
    if (is)
      changed = at;
    return is;
  }

  size_t chosen, count = 0;
  const std::vector<std::string> &passed;
};

/// Fields without which calls pack alike, as their paths begin.
using Apart = std::vector<std::string>;

bool isApart(const std::string &field, const Apart &apart) {
  return std::any_of(apart.begin(), apart.end(), [&](const std::string &name) {
    return field.starts_with(name) &&
           (field.size() == name.size() || field[name.size()] == '.' || field[name.size()] == '[');
  });
}

/// Returns how many fields there were.
template <typename Call> size_t checkFields(const Call &call, const Apart &apart) {
  const std::string before = packingKey({}, call);
  for (size_t i = 0;; ++i) {
    Call other = call;
    Change change(i, apart);
    change.to(other);
    if (change.changed.empty())
      return i;
    EXPECT_EQ(packingKey({}, other) == before, isApart(change.changed, apart)) << change.changed;
  }
}

// Packing does not read these: they say how the image is read, where operands lie, and what becomes
// of results.
const Apart conv2dApart = {"shape.in",      "shape.out",       "shape.window.padBegin", "samples",
                           "input.operand", "input.zeroPoint", "weights.operand",       "epilogue"};

TEST(PackingKey, HasEachFieldOfAConvolutionThatPackingReads) {
  Conv2dCall call;
  EXPECT_GT(checkFields(call, conv2dApart), 20u);
}

TEST(PackingKey, HasEachFieldOfAProductThatPackingReads) {
  const Apart shared = {"batch", "rows", "a.operand", "a.zeroPoint", "b.operand", "epilogue"};
  MatmulCall call;
  EXPECT_GT(checkFields(call, shared), 10u);
  Apart strided = shared; // where A's elements lie
  strided.insert(strided.end(), {"shape.strides.a", "shape.strides.aOffset"});
  call.shape.strides.emplace();
  EXPECT_GT(checkFields(call, strided), 20u);
  call.shape.sharedB = false; // matrices as many as the batch
  strided.erase(strided.begin());
  checkFields(call, strided);
}

TEST(PackingKey, IsOfAPathAndAnOrder) {
  const Execution execution{nullptr, Isa::Baseline, FloatOrder::Fixed};
  const Execution others[] = {{nullptr, Isa::Avx2, FloatOrder::Fixed},
                              {nullptr, Isa::Baseline, FloatOrder::Fast}};
  for (const Execution &other : others) {
    EXPECT_NE(packingKey(execution, Conv2dCall()), packingKey(other, Conv2dCall()));
    EXPECT_NE(packingKey(execution, MatmulCall()), packingKey(other, MatmulCall()));
  }
  EXPECT_NE(packingKey(execution, Conv2dCall()), packingKey(execution, MatmulCall()));
}

} // namespace
} // namespace qrt
