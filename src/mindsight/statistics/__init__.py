"""Uncertainty of scores: intervals, paired comparison, rater agreement.

A *cluster* is a group of dependent items: the pictures of one scene, the trials of one room, the clips of one recording. Items
of a cluster are not independent evidence, so errors are computed over clusters, and whole clusters are resampled or flipped.
With fewer than two clusters a result is None, "not estimable", never an error of 0.

``checker.statistics`` computes the intervals a second time. All functions are pure: arrays in, numbers out; randomness comes
only from a generator argument. The actual coverage of each interval is simulated in ``docs/explanation/statistics.md``.
"""

from mindsight.statistics.agreement import IntraclassCorrelations, Scale, cohen_kappa, icc, krippendorff_alpha
from mindsight.statistics.agreement_intervals import FixedScale, cohen_kappa_interval, krippendorff_alpha_interval
from mindsight.statistics.comparison import PairedDifference, holm, least_p, paired_difference, sign_flip_test
from mindsight.statistics.crossed import Components, components, crossed_difference, crossed_interval
from mindsight.statistics.deviations import deviation, deviation_interval
from mindsight.statistics.exact import exact_paired_test
from mindsight.statistics.intervals import (
    Interval,
    Method,
    Statistic,
    basic_bootstrap,
    clustered_standard_error,
    mean_interval,
    wilson_interval,
    wilson_limits,
)
from mindsight.statistics.paired_shares import paired_share_interval
from mindsight.statistics.reliability import agreement_mean_interval

__all__ = [
    "Components",
    "FixedScale",
    "Interval",
    "IntraclassCorrelations",
    "Method",
    "PairedDifference",
    "Scale",
    "Statistic",
    "agreement_mean_interval",
    "basic_bootstrap",
    "clustered_standard_error",
    "cohen_kappa",
    "cohen_kappa_interval",
    "components",
    "crossed_difference",
    "crossed_interval",
    "deviation",
    "deviation_interval",
    "exact_paired_test",
    "holm",
    "icc",
    "krippendorff_alpha",
    "krippendorff_alpha_interval",
    "least_p",
    "mean_interval",
    "paired_difference",
    "paired_share_interval",
    "sign_flip_test",
    "wilson_interval",
    "wilson_limits",
]
