"""Floats of 4 to 16 bits in f64: what each code means, and which is nearest."""

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Format:
    """Values are arrays of codes."""
    exponent_bits: int
    mantissa_bits: int
    specials: str  # "ieee", "nan" (all ones), "fnuz" (NaN in the place of -0, no -0), "none"
    storage: type


FORMATS = {"f16": Format(5, 10, "ieee", np.uint16), "bf16": Format(8, 7, "ieee", np.uint16),
           "f8E4M3FN": Format(4, 3, "nan", np.uint8), "f8E5M2": Format(5, 2, "ieee", np.uint8),
           "f8E4M3FNUZ": Format(4, 3, "fnuz", np.uint8), "f8E5M2FNUZ": Format(5, 2, "fnuz", np.uint8),
           "f4E2M1FN": Format(2, 1, "none", np.uint8)}


def numbers(format):
    """The numbers of the positive codes 0, 1, …, ascending."""
    fractions = 1 << format.mantissa_bits
    last = (1 << format.exponent_bits) - 1
    bias = last // 2 + (format.specials == "fnuz")
    count = last * fractions if format.specials == "ieee" else (last + 1) * fractions - (format.specials == "nan")
    codes = np.arange(count)
    exponent, fraction = codes // fractions, codes % fractions
    significand = np.where(exponent == 0, fraction, fraction + fractions)
    return np.ldexp(significand.astype(np.float64), np.maximum(exponent, 1) - bias - format.mantissa_bits)


def sign_bit(format):
    return 1 << (format.exponent_bits + format.mantissa_bits)


def decode(format, codes):
    """f32 values; what is no number is infinity or NaN."""
    grid, sign = numbers(format), sign_bit(format)
    magnitude = codes.astype(np.int64) & (sign - 1)
    past = np.where((magnitude == len(grid)) & (format.specials == "ieee"), np.inf, np.nan)
    value = np.where(magnitude < len(grid), grid[np.minimum(magnitude, len(grid) - 1)], past)
    value = np.where(codes & sign, -value, value).astype(np.float32)
    if format.specials == "fnuz":
        value = np.where(codes == sign, np.float32(np.nan), value)
    if format is FORMATS["f16"]:  # NumPy has this one
        assert np.array_equal(value, codes.astype(np.uint16).view(np.float16).astype(np.float32), equal_nan=True)
    return value


def encode(format, values, saturate):
    """The nearest codes to f32 values, ties to the even code."""
    grid, sign = numbers(format), sign_bit(format)
    reals = np.abs(values.astype(np.float64))
    # One more number is appended, with the spacing of the largest two.
    longer = np.append(grid, 2 * grid[-1] - grid[-2])
    at = np.minimum(np.searchsorted(longer, np.minimum(reals, longer[-1]), side="right") - 1, len(grid) - 1)
    middle = (longer[at] + longer[at + 1]) / 2
    code = at + (reals > middle) + ((reals == middle) & (at % 2 == 1))
    if saturate:
        code = np.minimum(code, len(grid) - 1)
    # A NaN: any, the first whose quiet bit is set.
    quiet = len(grid) + (1 << (format.mantissa_bits - 1)) if format.specials == "ieee" else len(grid)
    code = np.where(np.isnan(values), quiet, code)
    if format.specials == "none":
        code = np.where(np.isnan(values), sign, np.minimum(code, len(grid) - 1))
    signed = np.signbit(values) & (code < sign)
    if format.specials == "fnuz":
        signed = signed & (code != 0)
    result = (code + np.where(signed, sign, 0)).astype(format.storage)
    if format is FORMATS["f16"] and not saturate:
        same = result == values.astype(np.float16).view(np.uint16)
        assert (same | np.isnan(values)).all()
    return result
