"""The gradient of the trainer's loss by differences, in numpy: the answers for gradients.rs.

    python crates/chuhe-train/tests/gradients.py > crates/chuhe-train/tests/gradients.txt

Nothing here knows how the trainer finds its gradient: the loss is written down once more, in
64 bits, and every number of a small net is moved a little up and down.
"""

import numpy as np

FEATURES, HIDDEN, BUCKETS = 689, 8, 8
STEP = 1e-6


def numbers() -> np.ndarray:
    """The net, in the order of `Params::iter`: features, bias, output by bucket and side, bias."""
    size = HIDDEN * (FEATURES + 1 + 2 * BUCKETS) + BUCKETS
    values = 0.3 * np.sin(0.37 * np.arange(size) + 0.1)
    return values.astype(np.float32).astype(np.float64)


def seen(sample: int, side: int) -> np.ndarray:
    """Features of one side: all different."""
    return (131 * sample + 47 * np.arange(12 + sample) + 17 * side + 3) % FEATURES


def loss(net: np.ndarray) -> float:
    """The sum over six samples."""
    rows, rest = np.split(net, [FEATURES * HIDDEN])
    bias, rest = np.split(rest, [HIDDEN])
    out, out_bias = np.split(rest, [2 * BUCKETS * HIDDEN])
    rows, out = rows.reshape(FEATURES, HIDDEN), out.reshape(BUCKETS, 2, HIDDEN)
    total = 0.0
    for sample in range(6):
        bucket, target = sample % BUCKETS, np.float32(0.1 + 0.15 * sample)
        odds = out_bias[bucket]
        for side in range(2):
            hidden = np.clip(bias + rows[seen(sample, side)].sum(axis=0), 0.0, 1.0) ** 2
            odds += hidden @ out[bucket, side]
        total += (1.0 / (1.0 + np.exp(-odds)) - float(target)) ** 2
    return total


def main() -> None:
    net = numbers()
    for i in range(len(net)):
        here = net[i]
        net[i] = here + STEP
        above = loss(net)
        net[i] = here - STEP
        slope = (above - loss(net)) / (2 * STEP)
        net[i] = here
        if abs(slope) > 1e-9:
            print(i, f"{slope:.7e}")


if __name__ == "__main__":
    main()
