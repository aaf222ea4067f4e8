//! The plot: how many questions cannot be answered any more, epoch by epoch.

use crate::totals::{Spread, Totals};
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// The colours of the arms, told apart by those who see no red or no green too
const COLOURS: [RGBColor; 4] =
    [RGBColor(213, 94, 0), RGBColor(0, 114, 178), RGBColor(0, 130, 90), RGBColor(204, 121, 167)];

/// Draws the shares of all arms
///
/// # Errors
/// Where the file cannot be written.
pub fn draw(path: &Path, arms: &[(&str, Vec<Totals>)], epochs: usize) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(path, (860, 460)).into_drawing_area();
    area.fill(&WHITE)?;
    let spreads: Vec<Vec<(f64, Spread)>> = arms
        .iter()
        .map(|(_, seeds)| {
            (2..=epochs)
                .map(|epoch| (epoch as f64, Spread::of(seeds, |one| 100.0 * one.unanswered_until(epoch))))
                .collect()
        })
        .collect();
    let most = spreads.iter().flatten().map(|(_, spread)| spread.most).fold(10.0, f64::max);
    let mut chart = ChartBuilder::on(&area)
        .margin(16)
        .caption("Questions about earlier state without the right value in window or answers", ("sans-serif", 17))
        .x_label_area_size(42)
        .y_label_area_size(56)
        .build_cartesian_2d(2f64..epochs as f64, 0f64..(most * 1.1).min(100.0))?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(225, 225, 225))
        .axis_style(RGBColor(120, 120, 120))
        .label_style(("sans-serif", 13))
        .x_desc("epoch (all questions up to it)")
        .y_desc("without the right value")
        .x_labels(epochs)
        .x_label_formatter(&|epoch| format!("{epoch:.0}"))
        .y_label_formatter(&|share| format!("{share:.0} %"))
        .draw()?;
    for (((name, _), spread), colour) in arms.iter().zip(&spreads).zip(COLOURS) {
        let band: Vec<(f64, f64)> = spread
            .iter()
            .map(|(epoch, spread)| (*epoch, spread.most))
            .chain(spread.iter().rev().map(|(epoch, spread)| (*epoch, spread.least)))
            .collect();
        chart.draw_series(std::iter::once(Polygon::new(band, colour.mix(0.14).filled())))?;
        chart
            .draw_series(LineSeries::new(
                spread.iter().map(|(epoch, spread)| (*epoch, spread.mean)),
                colour.stroke_width(2),
            ))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 22, y)], colour.stroke_width(3)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE.mix(0.85))
        .label_font(("sans-serif", 13))
        .draw()?;
    area.present()?;
    Ok(())
}
