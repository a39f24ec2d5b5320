// An integer of N words in two's complement; what does not fit wraps.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qopt {

template <size_t N> struct WideInteger {
  std::array<uint64_t, N> words{}; // the lowest first

  void add(const WideInteger &other) {
    unsigned __int128 carry = 0;
    for (size_t i = 0; i < N; ++i) {
      carry += words[i];
      carry += other.words[i];
      words[i] = uint64_t(carry);
      carry >>= 64;
    }
  }

  bool isNegative() const { return words[N - 1] >> 63; }

  WideInteger negated() const {
    WideInteger result;
    for (size_t i = 0; i < N; ++i)
      result.words[i] = ~words[i];
    result.add({{1}});
    return result;
  }

  /// 16·N hexadecimal digits, the highest first.
  std::string text() const {
    std::string result;
    for (size_t i = N; i-- > 0;)
      for (int shift = 60; shift >= 0; shift -= 4)
        result += digits[words[i] >> shift & 15];
    return result;
  }

  static std::optional<WideInteger> parse(std::string_view text) {
    WideInteger result;
    if (text.size() != N * 16)
      return std::nullopt;
    for (size_t i = 0; i < text.size(); ++i) {
      const size_t digit = digits.find(text[i]);
      if (digit == std::string_view::npos)
        return std::nullopt;
      uint64_t &word = result.words[N - 1 - i / 16];
      word = word << 4 | digit;
    }
    return result;
  }

  bool operator==(const WideInteger &) const = default;

private:
  static constexpr std::string_view digits = "0123456789abcdef";
};

} // namespace qopt
