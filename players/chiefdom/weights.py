"""The weights of the estimate, found by regression.

4110 solo matches without cards were played with random rolls: 3330 by the points at once, then 780 by the estimate
fitted to those; with noise of up to 12 points, and at most 25 places of an icon and die, sampled. The final score less
the score after a drawing was fitted to the features of the sheets after all drawings of all matches, by least squares
with a ridge of 3. The weight of the score, the first one, has 1 added to it. A further round on matches played by the
estimate alone made it weaker (168 points instead of 219): the weak matches are needed.
"""

from __future__ import annotations

# fmt: off
WEIGHTS: tuple[tuple[float, ...], ...] = (
    (
        0.8763, 0.0741, -0.0223, 0.1863, -0.0695, 0.189, -0.3281, 0.2042,
        0.552, 0.1236, 0.1513, 0.2843, 0.0148, -0.0376, 0.4531, -0.1817,
        -0.1029, 0.1178, -0.3058, -0.1142, 0.1437, 0.013, 0.1994, 1.0715,
        0.6182, 0.8, 0.832, -0.9535, 3.39, 0.1959, 0.3456, -0.755,
        0.296, -1.2191, -2.0594, 1.9529, -2.0118, -0.9285, -0.257, 0.5089,
        1.5862,
    ),
    (
        1.0206, 0.118, 1.0475, 2.0597, 0.0212, -0.251, -0.7824, -0.0211,
        -0.9789, -0.2042, 0.4692, -0.4334, 0.8304, -0.1333, -0.0085, 0.0126,
        0.4528, 0.3775, -0.2278, -0.0369, -0.3294, -0.8034, 2.4494, 1.1538,
        0.2646, 1.2249, 1.5706, -0.1689, 9.0277, -0.2227, 0.1633, 0.1086,
        0.8721, 0.812, -0.8547, 1.8112, -1.1789, -1.8469, -0.0385, 1.0241,
        4.9764,
    ),
    (
        0.5939, 0.5892, 1.7483, 3.3619, 1.6029, -2.4946, -0.7219, 2.792,
        -1.304, -0.1613, 1.7556, 0.1345, 2.0178, -0.5183, 0.4832, -0.6722,
        0.6594, 1.3584, -0.7527, -0.9961, -0.0276, -0.1441, 2.7555, 1.616,
        -0.2819, 1.7407, 3.819, 1.8477, 5.563, 0.1639, 1.0246, -0.0759,
        1.8385, -1.2723, -0.7853, 1.8919, -3.911, -0.0439, -0.1603, 1.1523,
        17.2488,
    ),
    (
        -0.1857, 1.181, -0.0451, 2.5945, -2.9795, -4.0379, 4.3778, 5.6123,
        1.2186, -1.0216, 4.2075, -1.4664, 6.0217, -0.2773, 1.9113, -1.4202,
        3.615, 2.4067, -2.0521, -2.6537, 2.2048, 2.717, 0.1522, 2.1075,
        0.0787, 3.0493, 1.2321, 2.4195, -0.2231, -1.6034, -3.5066, -3.5592,
        9.4831, -0.6896, 2.9668, -1.6011, -2.6061, 3.9413, -0.2856, 0.8152,
        -12.9388,
    ),
)
# fmt: on
"""By anchor (:data:`players.chiefdom.estimate.ANCHORS`), a weight for each feature."""
