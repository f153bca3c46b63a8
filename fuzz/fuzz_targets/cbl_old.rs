//! The older CBL: the input is what the file holds compressed, or, from 0xff on, all of the file
//! after its first words.
#![no_main]

use chuhe_fuzz::check;
use chuhe_records::Format;
use libfuzzer_sys::fuzz_target;
use miniz_oxide::deflate::compress_to_vec_zlib;

fuzz_target!(|input: &[u8]| {
    let packed = match input {
        [0xff, rest @ ..] => rest.to_vec(),
        input => [[0; 12].as_slice(), &compress_to_vec_zlib(input, 0)].concat(),
    };
    let file = [b"CCBridge".as_slice(), &packed].concat();
    check(&file, Format::OldCbl, &[(Format::Cbr, 0)]);
});
