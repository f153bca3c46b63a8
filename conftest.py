"""What every test stands on: the texts are those of a Chinese user, whoever runs it."""

import os

os.environ["CHUHE_LANG"] = "zh-Hans"
os.environ["NO_COLOR"] = "1"
os.environ["COLUMNS"] = "100"
