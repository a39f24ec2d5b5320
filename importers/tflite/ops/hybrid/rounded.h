// Products of real values with weights that are steps ("dynamic range"): the interpreter rounds the
// values while the network runs, each row by its own range, and sums integers (L21).
#pragma once

#include "importers/tflite/graph/binder.h"

namespace qopt::tflite {

/// real ≈ scale·steps. Steps are plain i8, or, less a zero point, i16; the scale is f32 and has
/// size 1 along what one range covers.
struct Rounded {
  Value steps, scale;
};
/// The integers that a range is rounded to: −127 to 127 around 0, or −128 to 127 with a zero point.
enum class Range { Even, Whole };
/// Rounds x to integers by ranges that are measured as the network runs; one range covers the
/// elements along `axes`.
Rounded rounded(Binder &b, Value x, llvm::ArrayRef<int64_t> axes, Range range);

/// Constant weights as they are stored, i8, and their scales, f32: one, or one of each of the
/// results' channels.
struct PlainWeights {
  Value steps, scale;
  bool isPerChannel = false; // its scales are not all one number
};
/// Returns whether the operator itself reads floats and constant weights of 8 or 4 bits around 0.
bool isHybrid(Binder &b, unsigned input, unsigned weights);
/// Returns the weights of operand `index`, with dimensions in this order. Scales run along the
/// first dimension, or there is one.
PlainWeights plainWeights(Binder &b, unsigned index, const Order &order = {});

/// Returns f32(sum)·(s_x·s_w), rounded after each operation; the weights' scale runs along the last
/// dimension of sum.
Value scaledSum(Binder &b, const std::string &name, Value sum, const Rounded &x, Value weightScale);
/// Returns rows [n, k] times weights [m, k], as f32 [n, m]; the bias, [m], is added last.
Value roundedProduct(Binder &b, const std::string &name, const Rounded &x,
                     const PlainWeights &weights, Value bias = {});

} // namespace qopt::tflite
