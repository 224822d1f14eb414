//! `murxla report`: what campaigns found and covered, in one file.

mod collect;
mod html;
pub(super) mod junit;
mod markdown;
mod plot;

use std::path::PathBuf;

use super::exit::Outcome;
use super::print::say;
use super::shared_store::InPlaceOfFolder;
use crate::findings::output_file::write_output;
use collect::Campaign;

/// Write a report of campaigns: findings with their issues, plots, coverage, in one file that needs no network
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  murxla report out -o report.html             opens in any browser, also offline
  murxla report out1 out2 -o report.html       several campaigns in one
  murxla report out --format junit -o out.xml  for a CI service: each finding is a failed test
  murxla report out --format md                a table of the findings on standard output
  murxla report out --format json

The text of each finding's issue is its README.md, which murxla diagnose, triage and --minimize write.")]
pub(super) struct Args {
    /// The folders of campaigns
    #[arg(value_name = "OUT")]
    campaigns: Vec<PathBuf>,
    #[command(flatten)]
    shared: InPlaceOfFolder,
    /// The report [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Its form
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Html)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A page with tables and plots
    Html,
    /// Markdown
    Md,
    /// JSON
    Json,
    /// JUnit's XML
    Junit,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let mut campaigns = Vec::new();
    let mut folders = args.campaigns.clone();
    let copies = tempfile::tempdir()?;
    if args.shared.is_given(!folders.is_empty()) {
        let mut opened = match args.shared.open() {
            Ok(opened) => opened,
            Err(outcome) => return Ok(outcome),
        };
        // By the name of the campaign, whatever that is.
        let name = opened.row.name.replace('/', "-");
        let copy = copies.path().join("copy").join(name);
        if let Err(outcome) = opened.copy_into(&copy) {
            return Ok(outcome);
        }
        folders.push(copy);
    }
    if folders.is_empty() {
        say!("error: name the folders of campaigns, or a store with --store");
        return Ok(Outcome::BadInput);
    }
    for folder in &folders {
        match Campaign::read(folder) {
            Ok(campaign) => campaigns.push(campaign),
            Err(message) => {
                say!("error: {message}");
                return Ok(Outcome::BadInput);
            }
        }
    }
    // Folders of one name are told apart by their paths.
    for place in 0..campaigns.len() {
        let name = campaigns[place].name.clone();
        if campaigns.iter().filter(|one| one.name == name).count() > 1 {
            for (one, folder) in campaigns.iter_mut().zip(&folders) {
                if one.name == name {
                    one.name = folder.display().to_string();
                }
            }
        }
    }
    let text = match args.format {
        Format::Html => html::page(&campaigns),
        Format::Md => markdown::text(&campaigns),
        Format::Json => {
            let value: Vec<_> = campaigns.iter().map(Campaign::json).collect();
            let text = serde_json::to_string_pretty(&value)?;
            format!("{}\n", murxla_api::visible_json(&text))
        }
        Format::Junit => junit::xml(&campaigns),
    };
    match &args.output {
        None => super::print::data(text.as_bytes())?,
        Some(path) => write_output(path, text.as_bytes())?,
    }
    Ok(Outcome::Clean)
}
