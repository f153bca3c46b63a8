//! The losses of a training as a picture.

use std::fmt::Write;

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 360.0;
const EDGE: f32 = 56.0;

/// What an epoch came to.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    pub number: u32,
    pub rate: f32,
    pub train: f32,
    pub validation: f32,
    pub seconds: f32,
}

/// The table: a line an epoch.
pub fn csv(epochs: &[Epoch]) -> String {
    let mut text = "epoch,rate,train_loss,validation_loss,seconds\n".to_owned();
    for Epoch { number, rate, train, validation, seconds } in epochs {
        let _ = writeln!(text, "{number},{rate:.6},{train:.6},{validation:.6},{seconds:.1}");
    }
    text
}

/// Reads the table again; lines that are none are passed over.
pub fn from_csv(text: &str) -> Vec<Epoch> {
    let read = |line: &str| {
        let fields: Vec<f32> = line.split(',').filter_map(|f| f.parse().ok()).collect();
        let [number, rate, train, validation, seconds] = fields[..] else { return None };
        Some(Epoch { number: number as u32, rate, train, validation, seconds })
    };
    text.lines().filter_map(read).collect()
}

/// Both losses over the epochs.
pub fn svg(epochs: &[Epoch]) -> String {
    let values = || epochs.iter().flat_map(|e| [e.train, e.validation]);
    let low = values().fold(f32::INFINITY, f32::min);
    let high = values().fold(0.0, f32::max).max(low + 1e-6);
    let last = epochs.iter().map(|e| e.number).max().unwrap_or(1).max(2);
    let x = |n: u32| EDGE + (WIDTH - 2.0 * EDGE) * (n.max(1) - 1) as f32 / (last - 1) as f32;
    let y = |v: f32| EDGE + (HEIGHT - 2.0 * EDGE) * (high - v) / (high - low);
    let line = |value: fn(&Epoch) -> f32, colour: &str, name: &str, at: f32| {
        let points: String =
            epochs.iter().map(|e| format!("{:.1},{:.1} ", x(e.number), y(value(e)))).collect();
        format!(
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{points}\"/>\
             <text x=\"{:.0}\" y=\"{at}\" fill=\"{colour}\" text-anchor=\"end\">{name}</text>\n",
            WIDTH - EDGE
        )
    };
    let label = |x: f32, y: f32, text: String| format!("<text x=\"{x}\" y=\"{y}\">{text}</text>\n");
    [
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n"),
        format!("<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"),
        label(4.0, EDGE, format!("{high:.5}")),
        label(4.0, HEIGHT - EDGE, format!("{low:.5}")),
        label(EDGE, HEIGHT - 20.0, "epoch 1".to_owned()),
        label(WIDTH - EDGE, HEIGHT - 20.0, format!("{last}")),
        line(|e| e.train, "#1f77b4", "training", 24.0),
        line(|e| e.validation, "#d62728", "kept apart", 42.0),
        "</svg>\n".to_owned(),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read_as_it_was_written() {
        let epoch = Epoch { number: 3, rate: 0.001, train: 0.02, validation: 0.021, seconds: 9.0 };
        let read = from_csv(&csv(&[epoch, Epoch { number: 4, ..epoch }]));
        assert_eq!(csv(&read), csv(&[epoch, Epoch { number: 4, ..epoch }]));
        assert!(svg(&read).contains("polyline"));
        assert!(from_csv("no table").is_empty());
    }
}
