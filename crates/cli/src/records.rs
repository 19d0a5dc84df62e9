//! The options that say what is written down, and the files that it is written to.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};
use ringfence_report::{AuditLog, Recorder, RecorderOptions, ReportFile};
use ringfence_session::Observer;

use crate::failure::Failure;

#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Records")]
pub(crate) struct RecordOptions {
    /// Write a report of the session to this file when it ends: one page of HTML with every call, its pictures, what was
    /// refused and by which rule, and what left the browser, by host; the file's content before is replaced
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,

    /// Append each decision to this file as it is made, one line of JSON each; values in addresses are covered
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) audit: Option<PathBuf>,
}

/// The open files. Both can be read by their owner alone.
#[derive(Debug)]
pub(crate) struct Records {
    report: Option<(ReportFile, Arc<Recorder>)>,
    audit: Option<Arc<AuditLog>>,
}

impl RecordOptions {
    /// Opens the files, so that one that can't be written to is told before a browser starts. `policy` is what the report
    /// says about it.
    pub(crate) fn open(&self, title: &str, policy: Vec<String>) -> Result<Records, Failure> {
        let usage =
            |option: &str, error: &dyn std::error::Error| Failure::Usage(format!("{option}: {error}"));
        let report = match &self.report {
            Some(path) => {
                let file = ReportFile::open(path).map_err(|error| usage("--report", &error))?;
                let options = RecorderOptions { title: title.to_owned(), policy };
                Some((file, Arc::new(Recorder::new(options))))
            }
            None => None,
        };
        if let (Some(one), Some(other)) = (&self.report, &self.audit)
            && is_one_file(one, other)
        {
            leave(report);
            let text = "--report and --audit name the same file; give each a file of its own";
            return Err(Failure::Usage(text.to_owned()));
        }
        match self.audit.as_deref().map(AuditLog::open).transpose() {
            Ok(audit) => Ok(Records { report, audit: audit.map(Arc::new) }),
            Err(error) => {
                leave(report);
                Err(usage("--audit", &error))
            }
        }
    }

    /// Refuses to write what is done into the file that it is read from.
    pub(crate) fn apart_from(&self, calls: &Path) -> Result<(), Failure> {
        let same = |named: &Option<PathBuf>| named.as_ref().is_some_and(|named| is_one_file(named, calls));
        for (option, named) in [("--report", &self.report), ("--audit", &self.audit)] {
            if same(named) {
                let text = format!("{option} names the file of calls; give it a file of its own");
                return Err(Failure::Usage(text));
            }
        }
        Ok(())
    }
}

/// Nothing will be done, so nothing is left of it.
fn leave(report: Option<(ReportFile, Arc<Recorder>)>) {
    if let Some((file, _)) = report {
        file.leave();
    }
}

/// Whether two names are of one ordinary file. Either may not be there.
fn is_one_file(report: &Path, audit: &Path) -> bool {
    let known = |path: &Path| fs::metadata(path).ok().filter(fs::Metadata::is_file);
    let place = |about: fs::Metadata| (about.dev(), about.ino());
    known(report).map(place) == known(audit).map(place) && known(report).is_some()
}

impl Records {
    /// Who is to be told what sessions do; none when nothing is written down.
    pub(crate) fn observer(&self) -> Option<Arc<dyn Observer>> {
        let recorder = self.report.iter().map(|(_, recorder)| Arc::clone(recorder) as Arc<dyn Observer>);
        let audit = self.audit.iter().map(|audit| Arc::clone(audit) as Arc<dyn Observer>);
        let all: Vec<_> = recorder.chain(audit).collect();
        (!all.is_empty()).then(|| Arc::new(all) as Arc<dyn Observer>)
    }

    /// Writes the report, and tells what could not be written.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let report = self.report.map_or(Ok(()), |(file, recorder)| {
            let recording = recorder.recording();
            // A client that starts the command and asks for nothing leaves the report of the session before.
            if recording.steps.is_empty() {
                file.leave();
                return Ok(());
            }
            file.write(&recording.to_html())
        });
        let audit = self.audit.map_or(Ok(()), |audit| audit.check());
        let texts: Vec<_> = report
            .err()
            .map(|error| error.to_string())
            .into_iter()
            .chain(audit.err().map(|error| error.to_string()))
            .collect();
        if texts.is_empty() { Ok(()) } else { Err(Failure::Failed(texts.join("\nerror: "))) }
    }
}
