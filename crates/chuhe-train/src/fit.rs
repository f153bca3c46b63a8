//! The training itself.

use crate::adam::Adam;
use crate::data::{Blend, Data, fit_scale, sample, shuffled};
use crate::export::{checkpoint, quantised, resume};
use crate::model::{Params, logistic};
use crate::numbers::Numbers;
use crate::plot::{Epoch, csv, from_csv, svg};
use crate::record::{Packed, Record};
use crate::shards::whole;
use chuhe_engine::{eval, psqt};
use std::path::PathBuf;
use std::time::Instant;
use std::{fs, io};

/// What `fit` is asked for.
pub struct Order {
    pub folders: Vec<PathBuf>,
    /// Folders all of whose examples are learned from, none kept apart.
    pub extra: Vec<PathBuf>,
    pub out: PathBuf,
    pub seed: u64,
    pub epochs: u32,
    pub batch: usize,
    pub rate: f32,
    /// The rate of the last epoch, as a share of the first.
    pub last_rate: f32,
    pub decay: f32,
    pub threads: usize,
    pub of_score: f32,
    /// Points for one unit; none: as the data say.
    pub scale: Option<f32>,
}

/// Numbers to begin with: the hidden sums within their bounds, all else small.
fn begin<const H: usize>(numbers: &mut Numbers) -> Params<H> {
    let mut params = Params::zero();
    let mut around = |size: f32| size * (2.0 * numbers.unit() - 1.0);
    params.features.iter_mut().flatten().for_each(|w| *w = around(0.1));
    params.bias = [0.3; H];
    let size = (1.0 / H as f32).sqrt();
    params.out.iter_mut().flatten().flatten().for_each(|w| *w = around(size));
    params
}

impl Order {
    /// Trains, goes on from a checkpoint if there is one, and leaves in the folder `out`: `net.nn`,
    /// `losses.csv`, `losses.svg`, `checkpoint.bin`.
    pub fn run<const H: usize>(&self) -> io::Result<()> {
        fs::create_dir_all(&self.out)?;
        let folders: Vec<_> = self.folders.iter().map(PathBuf::as_path).collect();
        let mut data = Data::read(&folders)?;
        for folder in &self.extra {
            data.train.extend(Data::all(folder)?);
        }
        if data.train.is_empty() || data.validation.is_empty() {
            return Err(io::Error::other("too few files of examples"));
        }
        let scale = self.scale.unwrap_or_else(|| fit_scale(&data.train));
        let blend = Blend { scale, of_score: self.of_score };
        println!(
            "{} files, {} positions, {} kept apart; {scale:.0} points a unit",
            data.files,
            data.train.len(),
            data.validation.len()
        );
        println!("by hand: kept apart {:.6}", loss_by_hand(&data.validation, blend));
        let mut params = begin::<H>(&mut Numbers(self.seed));
        let mut adam = Adam::new();
        let mut done = 0;
        let path = |name: &str| self.out.join(name);
        let mut epochs = Vec::new();
        if let Some(found) = fs::read(path("checkpoint.bin")).ok().and_then(|b| resume(&b)) {
            (done, params, adam) = found;
            epochs = from_csv(&fs::read_to_string(path("losses.csv")).unwrap_or_default());
            epochs.retain(|e| e.number <= done);
            println!("going on after epoch {done}");
        }
        for number in done + 1..=self.epochs {
            let start = Instant::now();
            let mut numbers = Numbers(self.seed ^ (u64::from(number) << 32));
            let rate = self.rate_of(number);
            let train = self.epoch(&data.train, blend, rate, &mut params, &mut adam, &mut numbers);
            let validation = loss(&data.validation, blend, &params);
            let seconds = start.elapsed().as_secs_f32();
            println!(
                "epoch {number}: training {train:.6}, kept apart {validation:.6}, {seconds:.1} s"
            );
            epochs.push(Epoch { number, rate, train, validation, seconds });
            whole(&path("net.nn"), &quantised(&params, scale))?;
            whole(&path("losses.csv"), csv(&epochs).as_bytes())?;
            whole(&path("losses.svg"), svg(&epochs).as_bytes())?;
            whole(&path("checkpoint.bin"), &checkpoint(number, &params, &adam))?;
        }
        Ok(())
    }

    /// From `rate` down half a wave of cosine.
    fn rate_of(&self, epoch: u32) -> f32 {
        let way = (epoch - 1) as f32 / (self.epochs.max(2) - 1) as f32;
        let wave = (1.0 + (way * std::f32::consts::PI).cos()) / 2.0;
        self.rate * (self.last_rate + (1.0 - self.last_rate) * wave)
    }

    /// One pass over all examples in random order, each in the mirror by chance. The mean loss.
    fn epoch<const H: usize>(
        &self,
        records: &[Packed],
        blend: Blend,
        rate: f32,
        params: &mut Params<H>,
        adam: &mut Adam<H>,
        numbers: &mut Numbers,
    ) -> f32 {
        let order = shuffled(records.len(), numbers);
        let threads = self.threads.max(1);
        let mut gradients = vec![Params::<H>::zero(); threads];
        let mut total = 0.0;
        for batch in order.chunks(self.batch) {
            let salt = numbers.next();
            let share = batch.len().div_ceil(threads);
            let shared = &*params;
            total += std::thread::scope(|scope| {
                let work = |part: &[u32], gradient: &mut Params<H>| -> f64 {
                    gradient.iter_mut().for_each(|value| *value = 0.0);
                    let learn = |&i: &u32| {
                        let mirrored = Numbers(salt ^ u64::from(i)).next() & 1 != 0;
                        let sample = sample(&records[i as usize], mirrored, blend);
                        f64::from(shared.learn(&sample, gradient))
                    };
                    part.iter().map(learn).sum()
                };
                let mut parts = batch.chunks(share).zip(&mut gradients);
                let (first, own) = parts.next().expect("a batch is not empty");
                let others: Vec<_> = parts
                    .map(|(part, gradient)| scope.spawn(move || work(part, gradient)))
                    .collect();
                work(first, own) + others.into_iter().map(|t| t.join().expect("sums")).sum::<f64>()
            });
            let (sum, others) = gradients.split_first_mut().expect("a thread at least");
            let used = batch.len().div_ceil(share) - 1;
            others[..used].iter().for_each(|other| sum.add(other));
            let mean = 1.0 / batch.len() as f32;
            sum.iter_mut().for_each(|value| *value *= mean);
            adam.step(params, sum, rate, self.decay);
        }
        (total / records.len() as f64) as f32
    }
}

/// The mean loss of the hand-made evaluation, which the net has to beat.
fn loss_by_hand(records: &[Packed], blend: Blend) -> f32 {
    let miss = |packed: &Packed| {
        let position = Record::unpack(packed).expect("records hold sound positions").position;
        let value = eval::evaluate(&position, psqt::sum(&position)) as f32;
        let target = sample(packed, false, blend).target;
        f64::from((logistic(value / blend.scale) - target).powi(2))
    };
    (records.iter().map(miss).sum::<f64>() / records.len() as f64) as f32
}

/// The mean loss of examples that are not learned from.
fn loss<const H: usize>(records: &[Packed], blend: Blend, params: &Params<H>) -> f32 {
    let miss = |record| {
        let sample = sample(record, false, blend);
        f64::from((logistic(params.output(&sample)) - sample.target).powi(2))
    };
    (records.iter().map(miss).sum::<f64>() / records.len() as f64) as f32
}
