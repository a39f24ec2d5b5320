// Division and square root, correctly rounded on every device: OpenCL allows
// 2.5 and 3 ulp without a build flag that few report. (Going through f64 is no
// way out: compilers narrow (f32)((f64)a / (f64)b) to the f32 division.)

#if defined(__CUDACC__) || defined(TARGET_PTX)
// Divides as NVIDIA's own division does where it need not ask for the ends of the range: that
// question is a branch, and several divisions beside each other then wait one for the other.
DEVICE f32 divideModerate(f32 a, f32 b) {
  f32 inverse;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(b));
  inverse = fmaF(fmaF(-b, inverse, 1.0f), inverse, inverse);
  f32 quotient = mulF(a, inverse);
  quotient = fmaF(fmaF(-b, quotient, a), inverse, quotient);
  return fmaF(fmaF(-b, quotient, a), inverse, quotient);
}
#define DIVIDE_MODERATE(a, b) divideModerate(a, b)
#endif

#ifdef __CUDACC__
DEVICE f32 divF(f32 a, f32 b) { return __fdiv_rn(a, b); }
DEVICE f32 sqrtF(f32 a) { return __fsqrt_rn(a); }
#elif defined(TARGET_PTX)
DEVICE f32 divF(f32 a, f32 b) {
  f32 quotient;
  asm("div.rn.f32 %0, %1, %2;" : "=f"(quotient) : "f"(a), "f"(b));
  return quotient;
}
DEVICE f32 sqrtF(f32 a) {
  f32 root;
  asm("sqrt.rn.f32 %0, %1;" : "=f"(root) : "f"(a));
  return root;
}
#elif defined(HAS_EXACT_INSTRUCTIONS)
DEVICE f32 divF(f32 a, f32 b) { return a / b; }
DEVICE f32 sqrtF(f32 a) { return __builtin_sqrtf(a); }
#else
// Splits positive finite bits into a mantissa in [2^23, 2^24) and a biased
// exponent, which is ≤ 0 for subnormals.
DEVICE u32 normalizedMantissa(u32 bits, i32 *exponent) {
  u32 mantissa = bits & 0x7fffffu;
  *exponent = (i32)(bits >> 23);
  if (*exponent != 0)
    return mantissa | 0x800000u;
  const int shift = LEADING_ZEROS(mantissa) - 8;
  *exponent = 1 - shift;
  return mantissa << shift;
}

DEVICE int isPositiveFinite(u32 bits) { return bits - 1u < 0x7f7fffffu; }

// In integers: for operands near the ends of the range and special values.
DEVICE f32 divideInIntegers(f32 a, f32 b) {
  const u32 aBits = AS_U32(a) & 0x7fffffffu, bBits = AS_U32(b) & 0x7fffffffu;
  if (!isPositiveFinite(aBits) || !isPositiveFinite(bBits))
    return a / b; // zeros, infinities and NaN need no rounding
  i32 aExponent, bExponent;
  const u64 numerator = (u64)normalizedMantissa(aBits, &aExponent) << 26;
  const u64 denominator = normalizedMantissa(bBits, &bExponent);
  u64 quotient = numerator / denominator; // below 2^27
  quotient |= numerator % denominator != 0;
  i32 exponent = aExponent - bExponent + 127;
  if (quotient < (1u << 26)) {
    quotient <<= 1;
    --exponent;
  }
  // 24 bits and three to round by, the last one sticky.
  if (exponent < 1) {
    const int shift = 1 - exponent < 30 ? 1 - exponent : 30;
    quotient = (quotient >> shift) | ((quotient & (((u64)1 << shift) - 1)) != 0);
    exponent = 1;
  }
  u32 mantissa = (u32)(quotient >> 3);
  const u32 tail = (u32)quotient & 7u;
  mantissa += tail > 4u || (tail == 4u && (mantissa & 1u));
  const u32 sign = (AS_U32(a) ^ AS_U32(b)) & 0x80000000u;
  if (exponent >= 255)
    return AS_F32(sign | 0x7f800000u);
  return AS_F32(sign | (((u32)(exponent - 1) << 23) + mantissa));
}

DEVICE f32 divF(f32 a, f32 b) {
  const u32 aExponent = AS_U32(a) >> 23 & 255u, bExponent = AS_U32(b) >> 23 & 255u;
  if (aExponent - 67u > 120u || bExponent - 67u > 120u) // not within 2^±60
    return divideInIntegers(a, b);
  f32 quotient = a / b;
  quotient = fmaF(fmaF(-quotient, b, a), 1.0f / b, quotient); // now within 1 ulp
  // The remainder is exact; the true quotient lies between this one and its neighbour on that side,
  // and never half-way.
  const f32 left = fmaF(-quotient, b, a);
  const int away = (i32)(AS_U32(left) ^ AS_U32(b) ^ AS_U32(quotient)) >= 0;
  const f32 neighbour = AS_F32(AS_U32(quotient) + (away ? 1u : 0xffffffffu));
  return absF(fmaF(-neighbour, b, a)) < absF(left) ? neighbour : quotient;
}

DEVICE f32 sqrtF(f32 a) {
  if (!isPositiveFinite(AS_U32(a)))
    return sqrt(a);
  i32 exponent;
  u64 square = (u64)normalizedMantissa(AS_U32(a), &exponent) << 23;
  exponent -= 127 + 46;
  if (exponent & 1) {
    square <<= 1;
    --exponent;
  }
  u64 root = (u64)sqrt((f32)square); // within a few units of [2^23, 2^24)
  while (root * root > square)
    --root;
  while ((root + 1) * (root + 1) <= square)
    ++root;
  root += square - root * root > root;
  return AS_F32(((u32)(exponent / 2 + 23 + 126) << 23) + (u32)root);
}
#endif

// a / b by b's inverse, the nearest f32, for |b| within 2^±60 and a quotient that is rounded to a
// whole number and bounded next (rounded_quotients.h). The second correction starts within an ulp,
// so that it ends at the nearest f32. Beyond 2^90 the quotient is only near and passes every bound
// all the same; where a remainder is too small to be exact it rounds to 0. Divisions ask for the
// ends of the range, which on cards is a branch that each waits for.
#ifdef HAS_EXACT_INSTRUCTIONS
DEVICE f32 divideToRound(f32 a, f32 b, f32 inverse) { return divF(a, b); }
#else
DEVICE f32 divideToRound(f32 a, f32 b, f32 inverse) {
  const f32 near = mulF(a, inverse);
  f32 quotient = fmaF(fmaF(-near, b, a), inverse, near);
  quotient = fmaF(fmaF(-quotient, b, a), inverse, quotient);
  return absF(near) < 0x1p90f ? quotient : near;
}
#endif
