//! XQF of any version; written as 1.0 and 1.8.
#![no_main]

use chuhe_fuzz::check;
use chuhe_records::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| check(file, Format::Xqf, &[(Format::Xqf, 10), (Format::Xqf, 18)]));
