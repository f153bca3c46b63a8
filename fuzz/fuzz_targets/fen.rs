//! Any text: the FEN reader answers or refuses, and what it took it writes and reads again.
#![no_main]

use chuhe_core::Setup;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(setup) = Setup::parse(text) else {
        return;
    };
    let fen = setup.fen();
    assert_eq!(Setup::parse(&fen).as_ref(), Ok(&setup), "{fen}");

    // A position is refused exactly when there are problems, and says all of them.
    match setup.position() {
        Ok(position) => {
            assert!(setup.problems().is_empty());
            assert_eq!(position.fen(), fen);
            for m in position.legal_moves() {
                assert!(position.is_legal(m), "{m} in {fen}");
                assert_eq!(position.why_illegal(m), None);
            }
        }
        Err(error) => assert_eq!(error.problems, setup.problems()),
    }
});
