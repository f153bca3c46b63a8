//! MXQ.
#![no_main]

use chuhe_fuzz::check;
use chuhe_records::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| check(file, Format::Mxq, &[(Format::Cbr, 0), (Format::Mxq, 0)]));
