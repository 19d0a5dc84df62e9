//! `ringfence calls`: plays a stream of calls.

mod downloads;
mod members;

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use ringfence_server::calls::{Tally, run as run_calls};
use ringfence_session::{DEFAULT_SESSION, Observer, Sessions};
use tokio::io::{AsyncRead, BufReader};

use self::downloads::Teller;
use crate::browser_options::StartOptions;
use crate::failure::{Done, Failure};
use crate::records::RecordOptions;
use crate::runtime;

/// Play a stream of calls in one browser
///
/// Reads one call a line, {"id"?, "name", "input"}, and writes one whole tool_result a line, in order. A line that
/// is no call is answered with an error in its place. Downloads that are under way at the end are waited for, for a
/// minute at most. Exits with 1 when any call or download failed. --members lists the names and
/// what each takes as its input.
#[derive(Debug, Args)]
#[command(after_help = "\
Example of a file:
  {\"name\":\"navigate\",\"input\":{\"url\":\"https://example.com\"}}
  {\"name\":\"read_page\"}

Examples:
  ringfence calls --members
  ringfence calls --allow example.com calls.jsonl
  ringfence calls --public --report report.html < calls.jsonl")]
pub(crate) struct CallsArgs {
    /// A file of calls; `-` reads stdin
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// List the members that are on with these options, each with the fields of its input, and end; with --json as JSON
    /// schemas
    #[arg(long, conflicts_with_all = ["file", "report", "audit"])]
    members: bool,

    #[command(flatten)]
    start: StartOptions,

    #[command(flatten)]
    records: RecordOptions,
}

pub(crate) fn run(args: &CallsArgs, json: bool) -> Result<Done, Failure> {
    let setup = args.start.setup()?;
    if args.members {
        let offered = setup.offered;
        let text = if json { format!("{}\n", members::as_json(offered)) } else { members::as_text(offered) };
        std::io::stdout().write_all(text.as_bytes())?;
        return Ok(Done::Well);
    }
    setup.check_directories()?;
    setup.warnings().iter().try_for_each(|line| writeln!(std::io::stderr(), "ringfence: {line}"))?;
    args.records.apart_from(&args.file)?;
    let records = args.records.open(&title(&args.file), setup.told.lines(&setup.policy))?;
    let tally = runtime::run(async {
        let input = open(&args.file).await?;
        setup.check().await?;
        let teller = Arc::new(Teller::new(setup.download_directory()));
        let observers = records.observer().into_iter().chain([Arc::clone(&teller) as Arc<dyn Observer>]);
        let sessions = setup.sessions(Some(Arc::new(observers.collect::<Vec<_>>())));
        let tally = runtime::until_signal(play(input, &sessions, &teller)).await;
        sessions.close().await;
        tally
    });
    // What was done is written down however it ended.
    let finished = records.finish();
    let tally = tally?;
    finished?;
    Ok(if tally.failed > 0 { Done::WithRefusals } else { Done::Well })
}

/// What the report is called.
fn title(file: &Path) -> String {
    if file.as_os_str() == "-" {
        "Calls from stdin".to_owned()
    } else {
        format!("Calls from {}", file.display())
    }
}

async fn open(file: &PathBuf) -> Result<Box<dyn AsyncRead + Unpin>, Failure> {
    if file.as_os_str() == "-" {
        if std::io::stdin().is_terminal() {
            writeln!(
                std::io::stderr(),
                "ringfence: reading calls from the terminal, one a line; Ctrl-D ends"
            )?;
        }
        return Ok(Box::new(tokio::io::stdin()));
    }
    let opened = tokio::fs::File::open(file).await;
    let opened = opened.map_err(|error| {
        Failure::Usage(format!(
            "the file {} can't be read: {error}; name another, or - for stdin",
            file.display()
        ))
    });
    let opened = opened?;
    if opened.metadata().await?.is_dir() {
        let name = file.display();
        return Err(Failure::Usage(format!("{name} is a directory; name a file of calls, or - for stdin")));
    }
    Ok(Box::new(opened))
}

async fn play(
    input: Box<dyn AsyncRead + Unpin>,
    sessions: &Sessions,
    teller: &Teller,
) -> Result<Tally, Failure> {
    let tell = |notice: &str| {
        // When stderr is gone the calls go on all the same.
        let _untold = writeln!(std::io::stderr(), "ringfence: {notice}");
    };
    let mut tally =
        run_calls(BufReader::new(input), tokio::io::stdout(), sessions, DEFAULT_SESSION, tell).await?;
    tally.failed += teller.finish(sessions).await;
    Ok(tally)
}
