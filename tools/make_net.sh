#!/bin/sh
# Makes the engine's net from nothing but its own games, as docs/engine.md tells.
#
#     sh tools/make_net.sh FOLDER [THREADS]
#
# Three rounds: by hand, by the net of the first round, by that of the second. What a run that was
# cut short has finished is kept. FOLDER/net.nn in the end; an hour on two cores that were busy with other work as well.
set -eu
out=${1:?a folder for games and nets}
threads=${2:-$(nproc)}
cd "$(dirname "$0")/.."
export RUSTFLAGS="-C target-cpu=native"
cargo build --release -q -p chuhe-train --target-dir target/native
train=$PWD/target/native/release/chuhe-train
mkdir -p "$out"
cd "$out"

# round SEED SHARDS-OF-100-GAMES NET
round() {
    "$train" gen --out "games$1" --seed "$1" --nodes 800 --games 100 --shards "$2" \
        --threads "$threads" --net "$3"
}

# fit OUT GAMES…, separated by commas
fit() {
    [ -f "$1/net.nn" ] || "$train" fit --data "$2" --extra derived --out "$1" \
        --epochs 10 --batch 8192 --threads "$threads"
}

round 1 60 hand
if ! [ -d derived ]; then
    "$train" derive --data games1 --out derived.part --per 1
    mv derived.part derived
fi
fit net1 games1
round 2 80 net1/net.nn
fit net2 games1,games2
round 3 80 net2/net.nn
fit net3 games1,games2,games3
cp net3/net.nn net.nn
echo "$out/net.nn"
