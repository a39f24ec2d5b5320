"""Ports: the inputs and outputs of networks and programs."""

from typing import Any, Iterable, NamedTuple, Optional, Tuple, Union


class Port(NamedTuple):
    """An input or output.

    name         -- its own, or the value's
    dtype        -- of its elements as stored: "float32", "int8", …
    shape        -- sizes in elements, in logical order (NCHW); an open one is a text of symbols: "N", "2*H+1"
    quantization -- (scale, zero point) of stored integers: real = scale · (stored − zero point); None: as it is
    mean, std    -- of raw samples, one number or one a channel: x = (raw − mean) / std; both empty: x = raw
    image        -- what becomes of pictures, in the words of the tools: "--resize=256"; "" for nothing
    """

    name: str
    dtype: str
    shape: Tuple[Union[int, str], ...]
    quantization: Optional[Tuple[float, int]]
    mean: Tuple[float, ...]
    std: Tuple[float, ...]
    image: str

    @property
    def symbols(self) -> Tuple[str, ...]:
        """The port's open sizes, as they stand in shape."""
        return tuple(size for size in self.shape if isinstance(size, str))


def ports_of(tuples: Iterable[Any]) -> Tuple[Port, ...]:
    return tuple(Port(name, dtype, shape, steps, tuple(mean), tuple(std), image)
                 for name, dtype, shape, steps, mean, std, image in tuples)
