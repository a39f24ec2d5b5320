// Structs that tell a visitor their fields. Printing, reads and mutations of a
// program derive from this; a field left out of the list does not compile.
//
//   struct Extent { int64_t scale, offset, multiple; };
//   QRT_FIELDS(Extent, scale, offset, multiple)
//
// beside the struct, in its namespace, gives visitFields(extent, visitor), which calls
// visitor(name, field) for each, mutable where the struct is.
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

namespace qrt::fields {

struct AnyVisitor {
  template <typename Field> void operator()(std::string_view, Field &) {}
};

} // namespace qrt::fields

namespace qrt {

/// Has its QRT_FIELDS.
template <typename T>
concept Described = requires(T &value, fields::AnyVisitor visitor) { visitFields(value, visitor); };

} // namespace qrt

#define QRT_FIELDS_AGAIN() QRT_FIELDS_STEP
#define QRT_FIELDS_RESCAN(...)                                                                     \
  QRT_FIELDS_RESCAN2(QRT_FIELDS_RESCAN2(QRT_FIELDS_RESCAN2(QRT_FIELDS_RESCAN2(__VA_ARGS__))))
#define QRT_FIELDS_RESCAN2(...)                                                                    \
  QRT_FIELDS_RESCAN3(QRT_FIELDS_RESCAN3(QRT_FIELDS_RESCAN3(QRT_FIELDS_RESCAN3(__VA_ARGS__))))
#define QRT_FIELDS_RESCAN3(...) __VA_ARGS__
#define QRT_FIELDS_STEP(name, ...)                                                                 \
  visitor(std::string_view(#name), name);                                                          \
  __VA_OPT__(QRT_FIELDS_AGAIN QRT_FIELDS_NOTHING()()(__VA_ARGS__))
#define QRT_FIELDS_NOTHING()

/// `Type` is an aggregate without bases; all of its members are listed, in order.
#define QRT_FIELDS(Type, ...)                                                                      \
  template <typename Self, typename Visitor>                                                       \
    requires std::same_as<std::remove_const_t<Self>, Type>                                         \
  constexpr void visitFields(Self &self, Visitor &&visitor) {                                      \
    auto &[__VA_ARGS__] = self;                                                                    \
    QRT_FIELDS_RESCAN(QRT_FIELDS_STEP(__VA_ARGS__))                                                \
  }
