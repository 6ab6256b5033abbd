"""The weights of the estimate, found by fitted value iteration.

They began as a least-squares fit of the final score to the features of the sheets of 4110 solo matches without cards.
Then 17,400 sheets after a drawing were taken from solo matches of many strengths, by the points at once or by the
estimate, with noise of up to 12 points; nearly half of them from matches by the estimates that earlier sheets gave. For
each sheet, the mean over all rolls of the best estimate after the next drawing was computed (at most 22 places of an
icon and die, sampled; where a roll allows no drawing, the points of now), and the estimate was fitted to it by least
squares with a ridge of 3: 10 rounds, from the fourth on by half steps. The weight of the score, the first one, has 1
added to it.
"""

from __future__ import annotations

# fmt: off
WEIGHTS: tuple[tuple[float, ...], ...] = (
    (
        0.9862, 0.0347, -0.0432, 0.8077, -0.1932, 0.2567, -0.9143, -0.506,
        0.0666, 0.1031, -0.0064, 0.2397, -0.0122, -0.0814, 0.7244, -0.0984,
        0.0252, -0.0374, -0.3016, 0.1183, 0.0867, -0.1198, 0.6639, 1.3027,
        -0.2004, 1.5457, 1.2167, 2.3448, 0.6847, -0.3093, -0.6575, 0.1885,
        0.5181, 0.1949, -1.5341, 2.8504, -2.2604, -1.2556, 0.0534, 0.993,
        -0.4869,
    ),
    (
        0.9747, 0.14, 1.2425, 2.7374, -0.1123, -0.7946, -0.588, -0.1679,
        -0.586, -0.0622, 0.4274, -0.3086, 0.6901, -0.1979, 0.2514, -0.0747,
        0.2175, 0.4726, 0.3261, -0.0982, -0.3956, -0.3565, 2.3957, 0.608,
        0.3652, 1.3802, 1.3657, 1.0113, 3.8625, 0.217, 0.4756, 0.0368,
        0.0108, 0.5054, -0.4721, 1.1751, -0.9196, -1.1816, -0.048, 1.6586,
        -0.0709,
    ),
    (
        0.723, 0.4069, 1.6994, 2.5693, 1.3101, -1.8439, -0.3361, 1.015,
        -1.5214, -0.4393, 1.553, 0.0616, 1.8543, -0.2291, 0.3608, -0.2525,
        0.6762, 1.1781, 0.3728, -0.5691, 0.0877, 0.3011, 1.8785, 1.2343,
        -0.1305, 1.4586, 2.6478, 1.4861, 1.3872, 0.0233, 0.6719, -0.4881,
        0.7414, -0.3422, -0.5747, 1.1792, -1.604, -0.5345, -0.0189, 2.1274,
        0.5444,
    ),
    (
        0.3079, 0.6151, 0.3671, 2.4839, -2.1177, 0.7657, -0.7647, 1.1647,
        -1.4945, -0.1509, 2.4817, 0.2739, 2.9663, 0.186, -0.0709, -0.7799,
        2.0536, 0.9127, -0.6384, -0.8636, 0.5948, 1.455, 0.7101, 0.5566,
        -1.1927, 2.582, 1.0361, 1.5092, 0.7421, -0.3125, -0.5445, -1.0944,
        2.4107, 0.1622, 0.8159, -0.4201, -1.9428, 0.0965, -0.15, 2.6248,
        -0.2374,
    ),
)
# fmt: on
"""By anchor (:data:`players.chiefdom.estimate.ANCHORS`), a weight for each feature."""
