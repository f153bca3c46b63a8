"""gather.py FOLDER: real files as seeds, a sample of every format, for the targets named after it.

They are put into fuzz/corpus, where runs keep what they learn, each as its target wants it.
"""

import struct
import sys
import zlib
from pathlib import Path

#: The words of a library before its index.
PREFACE = 66624
#: What is longer is seldom changed to any purpose.
LONGEST = 16 * 1024
MOST = 400


def seed(target: str, data: bytes) -> list[bytes]:
    """A file as the inputs of a target."""
    if target == "cbl":
        return libraries(data)
    if target == "cbl_old":
        return [zlib.decompress(data[20:])[:LONGEST]]
    return [data]


def libraries(data: bytes) -> list[bytes]:
    """Of a large library, small ones of its first records, two in each."""
    (capacity,) = struct.unpack_from("<I", data, 60)
    blocks = PREFACE + 276 * capacity
    index = [data[PREFACE + 276 * i :][:276] for i in range(min(capacity, 60))]
    # Deleted records have a place too, so the order stays.
    place, places = blocks, []
    for entry in index:
        length = 4096 * struct.unpack_from("<I", entry, 8)[0]
        places.append(data[place : place + length])
        place += length
    return [
        bytes([2]) + b"".join(index[i : i + 2]) + b"".join(places[i : i + 2])
        for i in range(0, len(index), 2)
    ]


def main(folder: Path) -> None:
    from chuhe.records import sniff

    corpus = Path(__file__).parent / "corpus"
    targets = {path.stem for path in (Path(__file__).parent / "fuzz_targets").glob("*.rs")}
    found: dict[str, list[bytes]] = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        target = (sniff(path) or "").replace("-", "_")
        if target in targets:
            seeds = [s for s in seed(target, path.read_bytes()) if len(s) <= LONGEST]
            found.setdefault(target, []).extend(seeds)
    for target, seeds in sorted(found.items()):
        (corpus / target).mkdir(parents=True, exist_ok=True)
        sample = seeds[:: max(1, len(seeds) // MOST)]
        for i, data in enumerate(sample):
            (corpus / target / f"real-{i}").write_bytes(data)
        print(f"{target}: {len(sample)} seeds")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
