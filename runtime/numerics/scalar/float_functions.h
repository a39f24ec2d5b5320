// min, max, exp, expm1, log, softplus, tanh, erf, sigmoid, pow and remainder of f32: one
// text for the host's loops (scalar_arith.h) and for every kernel
// (lowering/kernels), in the kernels' dialect. IEEE operations, fmaF and integer
// bits only, so that it gives the same bits wherever those do; selects instead
// of branches, so that loops over it vectorise. float_functions_hyperbolic.h and
// float_functions_trigonometric.h go on. Errors: docs/decisions/runtime/float-functions.md.
//
// Names are none of OpenCL C's types (half!). Expects f32, u32, i32, u64, i64, DEVICE, AS_F32,
// AS_U32, F32_INFINITY, mulF, fmaF, divF, sqrtF, absF and rintF. No include guard: each text takes
// it once.

// A quotient whose operands are far from the ends of the range, correctly rounded as any: a device
// may have it without a branch.
#ifndef DIVIDE_MODERATE
#define DIVIDE_MODERATE(a, b) divF(a, b)
#endif

#define F32_NAN AS_F32(0x7fc00000u)

// The larger, −0 below +0; any NaN wins. With a constant b this is one select.
DEVICE f32 maxF(f32 a, f32 b) {
  f32 m = a < b ? b : a; // a if it is NaN, or equal
  m = b != b ? b : m;
  return AS_U32(b) == 0u ? m + 0.0f : m; // −0 + 0 = +0
}
DEVICE f32 minF(f32 a, f32 b) {
  f32 m = b < a ? b : a;
  m = b != b ? b : m;
  return AS_U32(b) == 0x80000000u ? -(0.0f - m) : m;
}

DEVICE f32 withSignOf(f32 magnitude, f32 sign) {
  return AS_F32(AS_U32(magnitude) | (AS_U32(sign) & 0x80000000u));
}

// p·2^n for p within [0.5, 2], rounded once also where it is denormal.
DEVICE f32 scaleByPowerOf2(f32 p, i32 n) {
  const i32 part = n >> 1;
  return p * AS_F32((u32)(part + 127) << 23) * AS_F32((u32)(n - part + 127) << 23);
}

// |x| < 2^22 to the nearest integer: adding 1.5·2^23 leaves it in the low bits.
#define ROUNDING_SHIFT 0x1.8p23f
DEVICE i32 shiftedInteger(f32 shifted) { return (i32)(AS_U32(shifted) - 0x4b400000u); }

// x = n·ln2 + r, |r| ≤ ln2 / 2; n as an f32 plus the shift.
DEVICE f32 reduceByLn2(f32 x, f32 *shifted) {
  *shifted = fmaF(x, 0x1.715476p+0f, ROUNDING_SHIFT);
  const f32 n = *shifted - ROUNDING_SHIFT;
  return fmaF(n, 0x1.05c61p-29f, fmaF(n, -0x1.62e43p-1f, x));
}

// e^x = 2^n · e^r. Polynomials here are minimax in relative error, fitted
// again after the rounding of each coefficient.
DEVICE f32 expMantissa(f32 x, i32 *n) {
  f32 shifted;
  const f32 r = reduceByLn2(x, &shifted);
  *n = shiftedInteger(shifted);
  f32 p = 0x1.6a525p-10f;
  p = fmaF(p, r, 0x1.12396ep-7f);
  p = fmaF(p, r, 0x1.5558aap-5f);
  p = fmaF(p, r, 0x1.555492p-3f);
  p = fmaF(p, r, 0x1.fffffcp-2f);
  p = fmaF(p, r, 1.0f);
  return fmaF(p, r, 1.0f);
}
DEVICE f32 expF(f32 x) {
  i32 n;
  f32 p = expMantissa(x, &n);
  p = scaleByPowerOf2(p, n); // NaN stays
  p = x > 89.0f ? F32_INFINITY : p;
  return x < -104.0f ? 0.0f : p;
}

// log(2^e · m) = e·ln2 + log1p(m − 1), m within [2/3, 4/3); more is added to e.
DEVICE f32 logOfNormal(u32 bits, f32 more) {
  const u32 exponent = (bits - 0x3f2aaaabu) & 0xff800000u;
  const f32 e = fmaF((f32)(i32)exponent, 0x1p-23f, more);
  const f32 f = AS_F32(bits - exponent) - 1.0f;
  f32 p = -0x1.07c062p-3f;
  p = fmaF(p, f, 0x1.1e6e02p-3f);
  p = fmaF(p, f, -0x1.f33432p-4f);
  p = fmaF(p, f, 0x1.1ed52ep-3f);
  p = fmaF(p, f, -0x1.559c5ep-3f);
  p = fmaF(p, f, 0x1.99d052p-3f);
  p = fmaF(p, f, -0x1.fffefap-3f);
  p = fmaF(p, f, 0x1.555506p-2f);
  p = fmaF(p, f, -0x1p-1f);
  p = fmaF(p, f * f, f);
  return fmaF(e, 0x1.62e43p-1f, p);
}
DEVICE f32 logF(f32 x) {
  const int denormal = x < 0x1p-126f;
  f32 p = logOfNormal(AS_U32(denormal ? x * 0x1p23f : x), denormal ? -23.0f : 0.0f);
  p = x < F32_INFINITY ? p : x; // infinity and NaN
  p = x == 0.0f ? -F32_INFINITY : p;
  return x < 0.0f ? F32_NAN : p;
}

// 1 / (1 + e^−x) = 1 − q or, below 0, e − e·q, with e = e^−|x|, q = e / (1 + e).
// Where e is so small that its quotient is not exact, that does not count beside 1.
DEVICE f32 sigmoidF(f32 x) {
  const f32 a = absF(x);
  i32 n;
  f32 e = expMantissa(-a, &n);
  e = scaleByPowerOf2(e, n);
  e = a > 104.0f ? 0.0f : e;
  const f32 q = DIVIDE_MODERATE(e, 1.0f + e);
  const f32 w = x < 0.0f ? e : 1.0f;
  return fmaF(-w, q, w);
}

// e^x − 1 = 2^n · (e^r − 1) + (2^n − 1), halved where 2^n could be beyond f32.
DEVICE f32 expm1F(f32 x) {
  const f32 kept = x < -30.0f ? -30.0f : x; // below it is −1
  f32 shifted;
  const f32 r = reduceByLn2(kept, &shifted);
  f32 p = 0x1.9c31dcp-13f;
  p = fmaF(p, r, 0x1.6d4e46p-10f);
  p = fmaF(p, r, 0x1.1113acp-7f);
  p = fmaF(p, r, 0x1.5554eap-5f);
  p = fmaF(p, r, 0x1.555554p-3f);
  p = fmaF(p, r, 0.5f);
  p = fmaF(p, r * r, r);
  const f32 power = AS_F32((u32)(shiftedInteger(shifted) + 126) << 23);
  f32 q = fmaF(p, power, power - 0.5f);
  q = shifted == ROUNDING_SHIFT ? p : q + q;
  q = x > 89.0f ? F32_INFINITY : q;
  return withSignOf(q, x);
}

// log(1 + e^x) = max(x, 0) + log1p(e^−|x|), log1p(u) = u + u²·P(u) for u within [0, 1].
DEVICE f32 softplusF(f32 x) {
  const f32 u = expF(-absF(x));
  f32 p = -0x1.af49cep-9f;
  p = fmaF(p, u, 0x1.4917cep-6f);
  p = fmaF(p, u, -0x1.d6b08cp-5f);
  p = fmaF(p, u, 0x1.b4ae08p-4f);
  p = fmaF(p, u, -0x1.3a435ep-3f);
  p = fmaF(p, u, 0x1.934b54p-3f);
  p = fmaF(p, u, -0x1.ff23e6p-3f);
  p = fmaF(p, u, 0x1.554ddp-2f);
  p = fmaF(p, u, -0x1.ffffd2p-2f);
  return (x > 0.0f ? x : 0.0f) + fmaF(p, u * u, u);
}

// x + x³·P(x²) where x is small, else 1 − 2 / (e^2x + 1).
DEVICE f32 tanhF(f32 x) {
  const f32 a = absF(x), s = a * a;
  f32 p = -0x1.696b24p-8f;
  p = fmaF(p, s, 0x1.4f5d8ap-6f);
  p = fmaF(p, s, -0x1.b7cfb8p-5f);
  p = fmaF(p, s, 0x1.1103fp-3f);
  p = fmaF(p, s, -0x1.555524p-2f);
  p = fmaF(p * s, a, a);
  const f32 t = a > 10.0f ? 10.0f : a; // beyond it is 1
  i32 n;
  const f32 e = expMantissa(t + t, &n);
  const f32 q = 1.0f - DIVIDE_MODERATE(2.0f, fmaF(e, AS_F32((u32)(n + 127) << 23), 1.0f));
  return withSignOf(a < 0.65f ? p : q, x);
}

// x + x·P(x²) where x is small, else 1 − e^−(x + x·P(x)).
DEVICE f32 erfF(f32 x) {
  const f32 a = absF(x), s = a * a;
  f32 p = -0x1.4cd86p-11f;
  p = fmaF(p, s, 0x1.4b763p-8f);
  p = fmaF(p, s, -0x1.b735eap-6f);
  p = fmaF(p, s, 0x1.ce256ap-4f);
  p = fmaF(p, s, -0x1.812726p-2f);
  p = fmaF(p, s, 0x1.06eba8p-3f);
  p = fmaF(p, a, a);
  const f32 t = a > 4.0f ? 4.0f : a; // beyond it is 1
  f32 q = 0x1.c45e34p-13f;
  q = fmaF(q, t, -0x1.a73c64p-9f);
  q = fmaF(q, t, 0x1.77c334p-6f);
  q = fmaF(q, t, -0x1.af6f8ep-4f);
  q = fmaF(q, t, -0x1.45761p-1f);
  q = fmaF(q, t, -0x1.073a8p-3f);
  // The power is at least 2^-27, and its product with the mantissa exact.
  i32 n;
  q = expMantissa(fmaF(q, t, -t), &n);
  q = fmaF(q, -AS_F32((u32)(n + 127) << 23), 1.0f);
  return withSignOf(a < 0.85f ? p : q, x);
}

// log2(a) as an unevaluated sum, good to some 2^−37 of itself; a positive, finite.
DEVICE f32 log2Pair(f32 a, f32 *low) {
  const int denormal = a < 0x1p-126f;
  const u32 bits = AS_U32(denormal ? a * 0x1p23f : a);
  const u32 exponent = (bits - 0x3f3504f3u) & 0xff800000u;
  const f32 e = fmaF((f32)(i32)exponent, 0x1p-23f, denormal ? -23.0f : 0.0f);
  const f32 f = AS_F32(bits - exponent) - 1.0f;
  // log2(1 + f) = 2/ln2 · atanh(s), s = f / (2 + f).
  const f32 r = divF(1.0f, f + 2.0f);
  const f32 s = f * r;
  const f32 sLow = r * fmaF(-s, f, fmaF(-2.0f, s, f));
  const f32 s2 = mulF(s, s), s2Low = fmaF(s + s, sLow, fmaF(s, s, -s2));
  const f32 s3 = mulF(s2, s), s3Low = fmaF(s2Low, s, fmaF(s2, sLow, fmaF(s2, s, -s3)));
  // The cube's factor: its first coefficient is a pair as well.
  f32 u = 0x1.5c726ap-2f;
  u = fmaF(u, s2, 0x1.a595b6p-2f);
  u = fmaF(u, s2, 0x1.277768p-1f);
  u = fmaF(u, s2, -0x1.7545cap-26f);
  const f32 k = 0x1.ec709ep-1f + u, kLow = u - (k - 0x1.ec709ep-1f);
  const f32 q = mulF(k, s3), qLow = fmaF(kLow, s3, fmaF(k, s3Low, fmaF(k, s3, -q)));
  const f32 t = mulF(0x1.715476p+1f, s);
  const f32 tLow = fmaF(0x1.4ae0cp-25f, s, fmaF(0x1.715476p+1f, sLow, fmaF(0x1.715476p+1f, s, -t)));
  const f32 tq = t + q, tqLow = q - (tq - t);
  const f32 sum = e + tq, sumLow = tq - (sum - e);
  const f32 rest = sumLow + (tqLow + (qLow + tLow));
  const f32 high = sum + rest;
  *low = rest - (high - sum);
  return high;
}

// a^y where neither is 0, infinite or NaN.
DEVICE f32 powMagnitude(f32 a, f32 y) {
  f32 low;
  const f32 high = log2Pair(a, &low);
  const f32 t = mulF(y, high);
  const f32 shifted = t + ROUNDING_SHIFT;
  const f32 r = t - (shifted - ROUNDING_SHIFT) + fmaF(y, low, fmaF(y, high, -t));
  f32 p = 0x1.416b64p-13f;
  p = fmaF(p, r, 0x1.5f0834p-10f);
  p = fmaF(p, r, 0x1.3b2dep-7f);
  p = fmaF(p, r, 0x1.c6af7cp-5f);
  p = fmaF(p, r, 0x1.ebfbdcp-3f);
  p = fmaF(p, r, 0x1.62e43p-1f);
  p = fmaF(p, r, 1.0f);
  p = scaleByPowerOf2(p, shiftedInteger(shifted));
  p = t > 150.0f ? F32_INFINITY : p;
  return t < -151.0f ? 0.0f : p;
}

// As C99's F.9.4.4 and IEEE 754 have it.
DEVICE f32 powF(f32 x, f32 y) {
  const f32 a = absF(x), magnitude = powMagnitude(a, y);
  // Only a y that is an integer takes a negative x, and only an odd one its sign.
  const f32 halved = y * 0.5f;
  u32 sign = AS_U32(x) & 0x80000000u;
  sign = rintF(halved) == halved ? 0u : sign;
  sign = rintF(y) == y ? sign : 0u;
  const f32 ofNegative = rintF(y) == y ? magnitude : F32_NAN;
  f32 p = x < 0.0f ? ofNegative : magnitude;
  const f32 ifAbove = y > 0.0f ? F32_INFINITY : 0.0f, ifBelow = y > 0.0f ? 0.0f : F32_INFINITY;
  const f32 limit = a > 1.0f ? ifAbove : ifBelow;
  p = a == 0.0f ? limit : p;
  p = a == F32_INFINITY ? limit : p;
  p = absF(y) == F32_INFINITY ? (a == 1.0f ? 1.0f : limit) : p;
  p = AS_F32(AS_U32(p) | sign);
  p = x != x ? x : p;
  p = y != y ? y : p;
  p = x == 1.0f ? 1.0f : p;
  return y == 0.0f ? 1.0f : p;
}

// ---- remainder ----

// x − n·y, n = x/y towards zero, exactly (C's fmod): both are mantissa·2^exponent, and 2^k·mantissa
// is taken modulo the other's up to 40 bits at a time. The only function here with a loop.
DEVICE f32 remF(f32 x, f32 y) {
  const u32 a = AS_U32(x) & 0x7fffffffu, b = AS_U32(y) & 0x7fffffffu;
  if (a >= 0x7f800000u || b > 0x7f800000u || b == 0u)
    return F32_NAN;
  if (a < b)
    return x;
  const i32 ea = a < 0x800000u ? 1 : (i32)(a >> 23), eb = b < 0x800000u ? 1 : (i32)(b >> 23);
  const u32 divisor = b < 0x800000u ? b : ((b & 0x7fffffu) | 0x800000u);
  u64 rest = a < 0x800000u ? a : ((a & 0x7fffffu) | 0x800000u);
  rest %= divisor;
  for (i32 left = ea - eb; left > 0; left -= 40)
    rest = (rest << (left < 40 ? left : 40)) % divisor;
  // rest·2^(eb − 150), in two steps so that both powers are normal.
  const i32 first = (eb - 150) / 2, second = eb - 150 - first;
  const f32 magnitude = mulF(mulF((f32)(u32)rest, AS_F32((u32)(first + 127) << 23)),
                             AS_F32((u32)(second + 127) << 23));
  return AS_F32(AS_U32(magnitude) | (AS_U32(x) & 0x80000000u));
}
