//! CBL: the first byte is the number of places in the index, the others are the index and what
//! follows it. The words before them are 64 kB of which nothing depends.
#![no_main]

use chuhe_fuzz::check;
use chuhe_records::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((&places, rest)) = input.split_first() else {
        return;
    };
    let mut file = vec![0; 66624];
    file[..16].copy_from_slice(b"CCBridgeLibrary\0");
    file[64] = b'A';
    file[60] = places % 8;
    file.extend_from_slice(rest);
    check(&file, Format::Cbl, &[(Format::Cbr, 0)]);
});
