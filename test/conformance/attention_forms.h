// Attention in calls, in the forms that files have: heads lie inside rows; masks are of all
// samples, of one, of windows, of whole rows, and are read backwards.
#pragma once

#include "test/runtime/format/net_builder.h"

namespace qrt::test {

enum class Masks {
  None,
  Keys,    // a sample's, of each key
  Biases,  // a constant of each head, query and key
  Windows, // of each window in a body of its own, biases before it
  Flipped, // as Windows, in both directions from the last on
  Rows,    // −∞ where a sample's are negative: whole rows, and single keys
};
enum class Weights { Shares, ZeroForNaN, ZeroForMasked };

enum class Scores { Scaled, Capped };

struct Attention {
  int64_t heads, rows, keys, depth, width;
  Masks masks = Masks::None;
  Weights weights = Weights::Shares;
  int64_t windows = 1;
  Scores scores = Scores::Scaled;
};

/// The types of queries, of keys and values, of the stored tensors between, and of the result.
/// Attention of bytes has sums in i32 and weights in bytes.
struct AttentionTypes {
  ElementType query, factor, scores, weights, result = ElementType::F32;
};

/// Appends the attention with its input ports and its output.
void appendAttention(NetBuilder &net, const Attention &of, const AttentionTypes &types);
inline void appendAttention(NetBuilder &net, const Attention &of, ElementType type,
                            ElementType stored) {
  appendAttention(net, of, {type, type, stored, stored});
}

inline constexpr Attention attentionForms[] = {
    {2, 128, 128, 64, 64, Masks::Rows, Weights::ZeroForNaN},
    {3, 1, 1, 64, 64, Masks::Rows},
    {2, 7, 7, 32, 32, Masks::Keys},
    {3, 49, 49, 32, 32, Masks::Windows, Weights::Shares, 4},
    {3, 49, 49, 32, 32, Masks::Flipped, Weights::Shares, 4},
    {3, 49, 49, 32, 32, Masks::Biases, Weights::ZeroForMasked},
    {2, 197, 197, 80, 80},
    {1, 513, 513, 96, 96, Masks::Keys},
    {2, 65, 130, 128, 128, Masks::Rows, Weights::ZeroForMasked},
    {2, 20, 300, 40, 72, Masks::Rows, Weights::ZeroForNaN},
    {1, 33, 513, 64, 64, Masks::Rows},
    {2, 17, 50, 5, 13, Masks::Biases},
};

/// Signed queries as most are, and unsigned ones, as behind a relu; results quantized and not.
inline constexpr AttentionTypes byteAttentionTypes[] = {
    {ElementType::I8, ElementType::I8, ElementType::F32, ElementType::U8, ElementType::I8},
    {ElementType::U8, ElementType::I8, ElementType::F32, ElementType::U8, ElementType::F32},
    {ElementType::I8, ElementType::U8, ElementType::F32, ElementType::I8, ElementType::F32}};

inline constexpr Attention byteAttentionForms[] = {
    {2, 128, 128, 64, 64, Masks::Rows, Weights::ZeroForNaN},
    {3, 1, 1, 64, 64, Masks::Rows},
    {2, 7, 7, 16, 16, Masks::Keys},
    {3, 49, 49, 32, 32, Masks::Windows, Weights::Shares, 4},
    {3, 49, 49, 32, 32, Masks::Flipped, Weights::Shares, 4, Scores::Capped},
    {3, 49, 49, 32, 32, Masks::Biases, Weights::ZeroForMasked},
    {2, 197, 197, 80, 80},
    {2, 197, 197, 64, 64, Masks::Rows, Weights::ZeroForMasked, 1, Scores::Capped},
    {1, 65, 1025, 64, 64, Masks::Keys},
    {2, 20, 300, 40, 72, Masks::Rows, Weights::ZeroForMasked},
    {2, 17, 50, 5, 13, Masks::Biases},
};

} // namespace qrt::test
