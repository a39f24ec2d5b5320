// Epilogues that every anchor is tried with, after the numerics contract.
#pragma once

#include "test/conformance/harness.h"

namespace qrt::test {

/// f32: max(acc + b[c], 0). Integers, E1: clamp(rint(f32(acc + b[c]) · m[c]) + z).
CallEpilogue channelEpilogue(NetBuilder &net, std::mt19937 &random, ElementType accumulator,
                             ElementType result, int64_t channels);

/// E2 on an i8 residual of the output's own layout: fma(f32(acc), m[c],
/// f32(r − 3) · 0.37), rounded and clamped to i8.
CallEpilogue residualEpilogue(NetBuilder &net, std::mt19937 &random, ElementType accumulator,
                              uint32_t residual, int64_t pixels, int64_t channels);

/// E1 of weights with a zero point z[c] for each channel, which the window's sum takes off (A6):
/// acc − sum·z[c]. `sums` holds the accumulator's type and as many channels as the result, or one
/// for all.
CallEpilogue windowSumEpilogue(NetBuilder &net, std::mt19937 &random, ElementType accumulator,
                               ElementType result, uint32_t sums, int64_t pixels,
                               int64_t sumChannels, int64_t channels);

/// The accumulator, as it is.
CallEpilogue accumulatorEpilogue(ElementType accumulator);

/// Lengths of rows that a single item, lanes of a group, a group, and a group in chunks take.
inline constexpr int64_t rowLengths[] = {1, 10, 49, 257, 1000, 3000, 9001};

/// f32(acc).
CallEpilogue sumEpilogue(ElementType accumulator);

/// f32(acc) / f32(count).
CallEpilogue meanEpilogue(ElementType accumulator);

} // namespace qrt::test
