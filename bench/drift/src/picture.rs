//! The picture of the measure: what is caught of each kind, and what each way to decide costs.

use crate::corpus::Label;
use crate::measure::{Measured, Outcome, Point};
use crate::share::Share;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::error::Error;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const SIZE: (u32, u32) = (1180, 620);
const LEFT_WIDTH: u32 = 560;
const INK: RGBColor = RGBColor(0x22, 0x2b, 0x35);
const FAINT: RGBColor = RGBColor(0xc9, 0xd1, 0xd9);
const BLOCKED: RGBColor = RGBColor(0x1f, 0x6f, 0x8b);
const WARNED: RGBColor = RGBColor(0xe9, 0xb4, 0x4c);
const MISSED: RGBColor = RGBColor(0xe6, 0xe9, 0xed);
const OTHERS: RGBColor = RGBColor(0xb0, 0x3a, 0x2e);

/// The picture as SVG
///
/// # Errors
/// What the drawing library says.
pub fn draw(measured: &Measured<'_>) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    {
        let whole = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        whole.fill(&WHITE)?;
        let (left, right) = whole.split_horizontally(LEFT_WIDTH);
        kinds(&left, measured)?;
        costs(&right, &measured.points())?;
        whole.present()?;
    }
    Ok(text)
}

/// A bar for each kind of lie: blocked, warned only, missed
fn kinds(area: &Area<'_>, measured: &Measured<'_>) -> Result<(), Box<dyn Error>> {
    const BARS_FROM: i32 = 200;
    const BARS_WIDTH: f64 = 300.0;
    const TOP: i32 = 84;
    title(area, "Lies in summaries, by kind")?;
    let mut x = BARS_FROM;
    for (name, colour) in [("blocked", BLOCKED), ("warned only", WARNED), ("missed", MISSED)] {
        area.draw(&Rectangle::new([(x, 52), (x + 12, 64)], colour.filled()))?;
        area.draw(&Text::new(name, (x + 18, 58), label(13, HPos::Left)))?;
        x += 100;
    }
    let mut rows: Vec<(&str, Vec<&Outcome<'_>>)> =
        measured.kinds().into_iter().map(|kind| (kind, measured.of_kind(kind).collect())).collect();
    rows.push(("faithful (should be empty)", measured.with(Label::Faithful).collect()));
    let rows_count = i32::try_from(rows.len())?;
    let height = ((i32::try_from(SIZE.1)? - TOP - 20) / rows_count.max(1)).min(28);
    for (place, (name, outcomes)) in rows.iter().enumerate() {
        let is_faithful = place + 1 == rows.len();
        let y = TOP + i32::try_from(place)? * height + if is_faithful { 8 } else { 0 };
        let blocked = Share::of(outcomes.iter().map(|outcome| outcome.ours.is_blocked()));
        let noted = Share::of(outcomes.iter().map(|outcome| outcome.ours.is_noted()));
        let at = |share: Share| BARS_FROM + (BARS_WIDTH * share.per_cent() / 100.0).round() as i32;
        let (end, bottom) = (BARS_FROM + BARS_WIDTH as i32, y + height - 7);
        area.draw(&Rectangle::new([(BARS_FROM, y), (end, bottom)], MISSED.filled()))?;
        area.draw(&Rectangle::new([(BARS_FROM, y), (at(noted), bottom)], WARNED.filled()))?;
        area.draw(&Rectangle::new([(BARS_FROM, y), (at(blocked), bottom)], BLOCKED.filled()))?;
        let middle = (y + bottom) / 2;
        area.draw(&Text::new((*name).to_owned(), (BARS_FROM - 8, middle), label(13, HPos::Right)))?;
        let count = format!("{}/{}", blocked.hits, blocked.of);
        area.draw(&Text::new(count, (end + 8, middle), label(13, HPos::Left)))?;
    }
    Ok(())
}

/// Altered summaries blocked against faithful ones blocked, a point for each way to decide
fn costs(area: &Area<'_>, points: &[Point]) -> Result<(), Box<dyn Error>> {
    title(area, "What each way to decide costs")?;
    let mut chart = ChartBuilder::on(area)
        .margin_top(52)
        .margin_right(28)
        .margin_bottom(12)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(-4.0..104.0, -4.0..104.0)?;
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(INK)
        .x_labels(6)
        .y_labels(6)
        .x_label_formatter(&|value| format!("{value:.0}"))
        .y_label_formatter(&|value| format!("{value:.0}"))
        .label_style(label(13, HPos::Center))
        .axis_desc_style(label(14, HPos::Center))
        .x_desc("faithful summaries blocked, %")
        .y_desc("altered summaries blocked, %")
        .draw()?;
    chart.draw_series([PathElement::new([(0.0, 0.0), (100.0, 100.0)], FAINT.stroke_width(2))])?;
    chart.draw_series([Text::new("tells nothing", (31.0, 26.0), label(13, HPos::Left))])?;
    for point in points {
        let (x, y) = (point.false_blocks.per_cent(), point.caught.per_cent());
        let colour = if point.mark.starts_with('A') { BLOCKED } else { OTHERS };
        let (low, high) = point.false_blocks.interval();
        let (bottom, top) = point.caught.interval();
        let faint = colour.mix(0.35);
        chart.draw_series([PathElement::new([(low, y), (high, y)], faint)])?;
        chart.draw_series([PathElement::new([(x, bottom), (x, top)], faint)])?;
        chart.draw_series([Circle::new((x, y), 5, colour.filled())])?;
        let name = label(14, HPos::Left).color(&colour);
        chart.draw_series([EmptyElement::at((x, y)) + Text::new(point.mark.clone(), (8, 9), name)])?;
    }
    let key = [
        "A as set; A+ warnings block too; A− values only",
        "R substrings of the user's turns: R1 values, R2 constraints, R3 both",
        "U usual guard: U1 first twelve ids, U2 twelve of the end,",
        "U3 prohibitions, U4 all with headings",
    ];
    for (place, line) in key.into_iter().enumerate() {
        let y = 470 + 18 * i32::try_from(place)?;
        area.draw(&Text::new(line, (232, y), label(13, HPos::Left)))?;
    }
    Ok(())
}

fn title(area: &Area<'_>, text: &str) -> Result<(), Box<dyn Error>> {
    area.draw(&Text::new(text.to_owned(), (20, 26), label(18, HPos::Left)))?;
    Ok(())
}

fn label(size: i32, side: HPos) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK).pos(Pos::new(side, VPos::Center))
}
