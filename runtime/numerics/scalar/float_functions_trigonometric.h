// sin, cos, tan, asin, acos and atan of f32, after float_functions.h and by its rules.
//
// sin, cos and tan first take x to r + low = |x| − quadrant·π/2, |r| ≤ π/4 or
// little more. Below SMALL_ANGLE π/2 in three parts is enough; at and above it
// (and for NaN) that takes integers and a branch, so loops on the host use
// sinSmall, cosSmall and tanSmall and compute the others again.

#define SMALL_ANGLE 0x1p16f

DEVICE f32 reduceSmallAngle(f32 a, f32 *low, i32 *quadrant) {
  const f32 shifted = fmaF(a, 0x1.45f306p-1f, ROUNDING_SHIFT);
  const f32 n = shifted - ROUNDING_SHIFT;
  *quadrant = shiftedInteger(shifted);
  const f32 first = fmaF(n, -0x1.921fb6p+0f, a); // exact, a multiple of the next one's last bit
  const f32 t = mulF(n, -0x1.777a5cp-25f), tLow = fmaF(n, -0x1.777a5cp-25f, -t);
  const f32 r = first - t;
  *low = fmaF(n, 0x1.ee59dap-50f, ((first - r) - t) - tLow);
  return r;
}

// 2/π: bits 32·i − 8 to 32·i + 23 behind the point, for i within [0, 6].
DEVICE u32 wordOfTwoOverPi(u32 i) {
  u32 w = 0x00517cc1u;
  w = i == 1u ? 0xb727220au : w;
  w = i == 2u ? 0x94fe13abu : w;
  w = i == 3u ? 0xe8fa9a6eu : w;
  w = i == 4u ? 0xe06db14au : w;
  w = i == 5u ? 0xcc9e21c8u : w;
  w = i == 6u ? 0x20ff28b1u : w;
  return w;
}
DEVICE u32 bitsFrom(u32 first, u32 second, u32 shift) {
  return (u32)((((u64)first << 32 | second) << shift) >> 32);
}

// Payne and Hanek's: of the product of x's mantissa and 2/π only the bits between 2^1 and 2^−62
// matter, so that 96 bits of 2/π will do, the first of them where 4 no longer divides it.
DEVICE f32 reduceLargeAngle(f32 a, f32 *low, i32 *quadrant) {
  const u32 bits = AS_U32(a), position = (bits >> 23) - 143u; // from SMALL_ANGLE's exponent
  const u32 word = position >> 5, shift = position & 31u;     // infinity and NaN: 0 to 3 too
  const u32 w0 = wordOfTwoOverPi(word), w1 = wordOfTwoOverPi(word + 1u);
  const u32 w2 = wordOfTwoOverPi(word + 2u), w3 = wordOfTwoOverPi(word + 3u);
  const u64 mantissa = (bits & 0x7fffffu) | 0x800000u;
  const u64 turns = (mantissa * bitsFrom(w0, w1, shift) << 32) +
                    mantissa * bitsFrom(w1, w2, shift) + (mantissa * bitsFrom(w2, w3, shift) >> 32);
  const u64 whole = (turns + ((u64)1 << 61)) >> 62;
  *quadrant = (i32)whole;
  const i64 rest = (i64)(turns - (whole << 62));
  const f32 high = (f32)rest, highRest = (f32)(rest - (i64)high);
  const f32 product = mulF(high, 0x1.921fb6p-62f);
  const f32 left = fmaF(highRest, 0x1.921fb6p-62f,
                        fmaF(high, -0x1.777a5cp-87f, fmaF(high, 0x1.921fb6p-62f, -product)));
  const f32 r = product + left;
  *low = left - (r - product);
  return a < F32_INFINITY ? r : F32_NAN;
}

// sin and cos of r + low, each as a sum of two floats.
DEVICE f32 sinPair(f32 r, f32 low, f32 *rest) {
  const f32 s = r * r;
  f32 p = -0x1.991c26p-13f;
  p = fmaF(p, s, 0x1.1106c6p-7f);
  p = fmaF(p, s, -0x1.555544p-3f);
  *rest = fmaF(p * s, r, low);
  return r;
}
DEVICE f32 cosPair(f32 r, f32 low, f32 *rest) {
  const f32 s = mulF(r, r), halved = 0.5f * s, w = 1.0f - halved;
  f32 p = 0x1.99e714p-16f;
  p = fmaF(p, s, -0x1.6c0c26p-10f);
  p = fmaF(p, s, 0x1.55554ap-5f);
  *rest = ((1.0f - w) - halved) + fmaF(p * s, s, -mulF(r, low));
  return w;
}

// sin(r + low + quadrant·π/2).
DEVICE f32 sinOfReduced(f32 r, f32 low, i32 quadrant) {
  f32 oddRest, evenRest;
  const f32 odd = sinPair(r, low, &oddRest), even = cosPair(r, low, &evenRest);
  const f32 value = quadrant & 1 ? even + evenRest : odd + oddRest;
  return AS_F32(AS_U32(value) ^ ((u32)quadrant & 2u) << 30);
}

// sin / cos, or −cos / sin: the quotient's error is taken from both rests.
DEVICE f32 tanOfReduced(f32 r, f32 low, i32 quadrant) {
  f32 sRest, cRest;
  const f32 sHigh = sinPair(r, low, &sRest), cHigh = cosPair(r, low, &cRest);
  const f32 s = sHigh + sRest, sLow = sRest - (s - sHigh);
  const f32 c = cHigh + cRest, cLow = cRest - (c - cHigh);
  const int isOdd = quadrant & 1;
  const f32 a = isOdd ? -c : s, aLow = isOdd ? -cLow : sLow;
  const f32 b = isOdd ? s : c, bLow = isOdd ? sLow : cLow;
  const f32 inverse = divF(1.0f, b), q = mulF(a, inverse);
  return fmaF(inverse, fmaF(-q, b, a) + fmaF(-q, bLow, aLow), q);
}

DEVICE f32 flipSignBy(f32 value, f32 sign) {
  return AS_F32(AS_U32(value) ^ (AS_U32(sign) & 0x80000000u));
}
DEVICE int isSmallAngle(f32 x) { return absF(x) < SMALL_ANGLE; }

DEVICE f32 sinSmall(f32 x) {
  f32 low;
  i32 quadrant;
  const f32 r = reduceSmallAngle(absF(x), &low, &quadrant);
  return flipSignBy(sinOfReduced(r, low, quadrant), x);
}
DEVICE f32 cosSmall(f32 x) {
  f32 low;
  i32 quadrant;
  const f32 r = reduceSmallAngle(absF(x), &low, &quadrant);
  return sinOfReduced(r, low, quadrant + 1);
}
DEVICE f32 tanSmall(f32 x) {
  f32 low;
  i32 quadrant;
  const f32 r = reduceSmallAngle(absF(x), &low, &quadrant);
  return flipSignBy(tanOfReduced(r, low, quadrant), x);
}

DEVICE f32 reduceAngle(f32 a, f32 *low, i32 *quadrant) {
  if (isSmallAngle(a))
    return reduceSmallAngle(a, low, quadrant);
  return reduceLargeAngle(a, low, quadrant);
}
DEVICE f32 sinF(f32 x) {
  f32 low;
  i32 quadrant;
  const f32 r = reduceAngle(absF(x), &low, &quadrant);
  return flipSignBy(sinOfReduced(r, low, quadrant), x);
}
DEVICE f32 cosF(f32 x) {
  f32 low;
  i32 quadrant;
  const f32 r = reduceAngle(absF(x), &low, &quadrant);
  return sinOfReduced(r, low, quadrant + 1);
}
DEVICE f32 tanF(f32 x) {
  f32 low;
  i32 quadrant;
  const f32 r = reduceAngle(absF(x), &low, &quadrant);
  return flipSignBy(tanOfReduced(r, low, quadrant), x);
}

// asin(x) − x = x³·P(x²) for x within [0, 1/2], given x².
DEVICE f32 asinFactor(f32 s) {
  f32 p = 0x1.595c58p-5f;
  p = fmaF(p, s, 0x1.8c3e54p-6f);
  p = fmaF(p, s, 0x1.747bb8p-5f);
  p = fmaF(p, s, 0x1.330204p-4f);
  p = fmaF(p, s, 0x1.5555c8p-3f);
  return p * s;
}

// Above 1/2: asin(x) = π/2 − 2·asin(√((1 − x) / 2)). Beyond 1 the root is NaN.
DEVICE f32 asinF(f32 x) {
  const f32 a = absF(x);
  const int isSmall = a <= 0.5f;
  const f32 z = isSmall ? a * a : 0.5f - 0.5f * a;
  const f32 root = sqrtF(z), p = asinFactor(z), twice = root + root;
  const f32 q = 0x1.921fb6p+0f - twice, qLow = (0x1.921fb6p+0f - q) - twice;
  const f32 ofLarge = q + fmaF(-twice, p, qLow - 0x1.777a5cp-25f);
  return withSignOf(isSmall ? fmaF(a, p, a) : ofLarge, x);
}
// Above 1/2: acos(x) = 2·asin(√((1 − x) / 2)), below −1/2 that of −x from π, else π/2 − asin(x).
DEVICE f32 acosF(f32 x) {
  const f32 a = absF(x);
  const int isSmall = a <= 0.5f;
  const f32 z = isSmall ? a * a : 0.5f - 0.5f * a;
  const f32 root = sqrtF(z), p = asinFactor(z);
  const f32 t = isSmall ? x : root + root; // from π/2 or, below −1/2, from π
  const f32 from = isSmall ? 0x1.921fb6p+0f : 0x1.921fb6p+1f;
  const f32 q = from - t, qLow = (from - q) - t;
  const f32 below = q + fmaF(-t, p, qLow - (isSmall ? 0x1.777a5cp-25f : 0x1.777a5cp-24f));
  return x > 0.5f ? fmaF(t, p, t) : below;
}

// x + x³·P(x²) where x is at most 1, else π/2 − atan(1 / x).
DEVICE f32 atanF(f32 x) {
  const f32 a = absF(x), t = a > 1.0f ? divF(1.0f, a) : a, s = t * t;
  f32 p = -0x1.d3494ap-10f;
  p = fmaF(p, s, 0x1.641f28p-7f);
  p = fmaF(p, s, -0x1.fd7b6p-6f);
  p = fmaF(p, s, 0x1.da2988p-5f);
  p = fmaF(p, s, -0x1.580914p-4f);
  p = fmaF(p, s, 0x1.c08c4ep-4f);
  p = fmaF(p, s, -0x1.242086p-3f);
  p = fmaF(p, s, 0x1.9991e4p-3f);
  p = fmaF(p, s, -0x1.55553ep-2f);
  p = mulF(p, s);
  const f32 q = 0x1.921fb6p+0f - t, qLow = (0x1.921fb6p+0f - q) - t;
  const f32 ofLarge = q + fmaF(-t, p, qLow - 0x1.777a5cp-25f);
  return withSignOf(a > 1.0f ? ofLarge : fmaF(t, p, t), x);
}
