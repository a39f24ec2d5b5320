"""Result of a search for each layer's type."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, List, Optional, Sequence, Tuple

from .. import _native
from .._errors import ArgumentError
from .._origin import Origin, Reported
from .._reports import Listed
from .._results import Followed, Loss, Network, Remark, decibels, fields_are


def _level(noise: float) -> str:
    return "-" if not math.isfinite(noise) else decibels(-10 * math.log10(noise) if noise > 0 else math.inf)


@dataclass(frozen=True)
class SearchedNetwork:
    """A network that was made, and what came of it beside what was predicted before.

    name, floats -- "f32", "int8", "mixed 1", "policy"; what its floats lie in memory as
    float_layers, wide_layers -- of mixed ones, the layers that are float and of int16
    seconds, predicted_seconds -- of a run: the median of rounds in turn with the others, and as predicted
    noise, predicted_noise -- the worst output's error over its power, on samples that calibrate; NaN where nothing was searched
    chosen_by, loss -- a Loss by the samples that choose, and by those that judge; None: these have not seen it
    broken_by, broken -- the bounds that do not hold there
    """

    name: str
    floats: str
    float_layers: List[str]
    wide_layers: List[str]
    predicted_seconds: float
    seconds: float
    predicted_noise: float
    noise: float
    chosen_by: Optional[Loss]
    loss: Optional[Loss]
    broken_by: List[str]
    broken: List[str]

    @property
    def is_mixed(self) -> bool:
        """Tells whether its layers have several types."""
        return bool(self.float_layers or self.wide_layers)

    @property
    def holds(self) -> bool:
        """Tells whether it is within the bounds on all samples that it was held against, those that judge among them."""
        return self.loss is not None and not self.broken_by and not self.broken

    @property
    def sqnr(self) -> Optional[float]:
        """dB, of the worst output: where it was judged, else where it was chosen by."""
        loss = self.loss or self.chosen_by
        return loss.worst.sqnr if loss else None


@dataclass(frozen=True)
class SearchedLayer:
    """A layer with weights: its type in the chosen network ("" of none), the seconds that it takes as float and in int8, the relative error
    where it `alone` is int8, and the part of int8's error that is `gone` where it alone is float; None: not measured."""

    name: str
    type: str
    float_seconds: float
    seconds: float
    alone: Optional[float]
    gone: Optional[float]


@dataclass(frozen=True)
class SearchedPair:
    """Two layers whose errors go together, or against each other: the relative error `added` beyond that of both."""

    first: str
    second: str
    added: float


@dataclass(frozen=True)
class DroppedType:
    """A type that took no part, and the ratio of its time over that of f32."""

    name: str
    ratio: float


@dataclass(frozen=True)
class Prediction:
    """The agreement of predictions with what came: of how many networks, Spearman's rank correlation, and the median of predicted over came."""

    networks: int
    rank_correlation: float
    median_ratio: float


@dataclass(frozen=True, repr=False)
class SearchResult(Network, Listed, Reported, Followed):
    """Networks of one type, mixed ones behind them, and which of them was chosen; the table is of all.

    networks -- SearchedNetwork of each
    chosen   -- the chosen one's place in `networks`; None: none is within the bounds, or that of the policy is not
    policy   -- the text of a policy file with its layers' types, to be edited and given to search(policy=); "" of none
    bytecode -- the chosen network as a .mlirbc file has it; empty where there is none
    layers, pairs, dropped -- SearchedLayer of each layer with weights, the strongest SearchedPairs, DroppedType
    noise, mixed_noise, mixed_time -- Prediction of errors, of mixed networks' alone, of mixed networks' times
    batch, rounds -- of times
    measured, choosing, judging -- numbers of samples: errors were measured on, that chose, that judged
    front_size, is_front_cut -- assignments that none other beats, as predicted last, and whether more were alive than it follows
    is_cut_short -- time ended before all was measured or tried
    """

    networks: List[SearchedNetwork]
    chosen: Optional[int]
    policy: str
    bytecode: bytes
    layers: List[SearchedLayer]
    pairs: List[SearchedPair]
    dropped: List[DroppedType]
    noise: Prediction
    mixed_noise: Prediction
    mixed_time: Prediction
    batch: int
    rounds: int
    measured: int
    choosing: int
    judging: int
    front_size: int
    is_front_cut: bool
    is_cut_short: bool

    @property
    def choice(self) -> Optional[SearchedNetwork]:
        """The chosen network's numbers; None where none is within the bounds."""
        return None if self.chosen is None else self.networks[self.chosen]

    def columns(self) -> Sequence[str]:
        return "network", "float layers", "ms a run", "predicted", "SQNR where measured", "predicted", "loss where judged", "within bounds"

    def rows(self) -> List[Tuple[Any, ...]]:
        def within(one: SearchedNetwork) -> str:
            return "no" if one.broken_by else "not judged" if one.loss is None else "no, by those that judge" if one.broken else "yes"

        return [(one.name, len(one.float_layers) if one.is_mixed else "-", f"{one.seconds * 1e3:.3f}",
                 f"{one.predicted_seconds * 1e3:.3f}" if one.predicted_seconds > 0 else "-", _level(one.noise),
                 _level(one.predicted_noise) if one.is_mixed else "-", decibels(one.sqnr), within(one)) for one in self.networks]

    def caption(self) -> str:
        if self.choice is None:
            return "no network is within the bounds"
        faster = self.networks[0].seconds / self.choice.seconds
        return f"chosen: {self.choice.name}, {faster:.2f} times as fast as f32; runs of {self.batch}, {self.judging:,} samples judged"

    def _check(self) -> None:
        if self.choice is None:
            last = self.networks[-1]
            raise ArgumentError("no network is within the bounds: " + ", and ".join(last.broken or last.broken_by))

    def _facts(self) -> Origin:
        """The networks are the one that the search began with, and the chosen one."""
        from dataclasses import replace

        origin = super()._facts()
        floats = origin.floats.clone().run(_native.preparing_passes())
        return replace(origin, floats=floats, quantized=self.model if self.choice else None)

    def _tables(self) -> List[Any]:
        return [("Types that were tried: " + self.caption(), [self.columns(), *self.rows()])]

    def __repr__(self) -> str:
        return f"<qopt.SearchResult: {self.caption()}>"


fields_are(SearchedNetwork, chosen_by=Loss, loss=Loss, broken_by=str, broken=str)
fields_are(SearchResult, remarks=Remark, networks=SearchedNetwork, layers=SearchedLayer, pairs=SearchedPair, dropped=DroppedType,
           noise=Prediction, mixed_noise=Prediction, mixed_time=Prediction)
