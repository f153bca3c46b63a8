"""What every test stands on: the texts are those of a Chinese user, whoever runs it."""

import os

from hypothesis import HealthCheck, settings

os.environ["CHUHE_LANG"] = "zh-Hans"
os.environ["NO_COLOR"] = "1"
os.environ["COLUMNS"] = "100"

# How long an example takes says how busy the machine is.
settings.register_profile(
    "chuhe",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("chuhe")
