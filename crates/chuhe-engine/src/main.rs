//! The engine as a program: UCI or UCCI on standard input and output; `bench` as an argument.

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("bench") => chuhe_engine::bench::run(&mut |line| println!("{line}")),
        _ => chuhe_engine::uci::run_stdio(),
    }
}
