//! `ringfence check`: judges addresses and explains.

use std::io::{self, BufWriter, Write};

use clap::Args;
use ringfence_policy::{List, Policy, Verdict};
use serde::Serialize;

use crate::config_file;
use crate::failure::{Done, Failure};
use crate::policy_options::PolicyOptions;

/// Tell whether addresses are allowed, and why
///
/// Exits with 0 when all are allowed, 1 when any is refused. Nothing is resolved or opened.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ringfence check --allow example.com https://docs.example.com/
  ringfence check --public --json - < addresses.txt")]
pub(crate) struct CheckArgs {
    /// Addresses; `-` reads one a line from stdin, where a line that is a JSON string is decoded first
    #[arg(value_name = "URL", required = true)]
    urls: Vec<String>,

    #[command(flatten)]
    policy: PolicyOptions,
}

/// One line of `--json`.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    url: &'a str,
    verdict: &'static str,
    code: &'static str,
    host: Option<&'a str>,
    rule: Option<&'a str>,
    hint: Option<&'a str>,
}

pub(crate) fn run(args: &CheckArgs, json: bool) -> Result<Done, Failure> {
    let file = config_file::read_recovering(args.policy.config.as_deref())?;
    let replaced = args.policy.replaced(&file.said.policy);
    let policy = args.policy.policy(file)?;
    replaced.iter().try_for_each(|line| writeln!(io::stderr(), "ringfence: {line}"))?;
    let mut judge = Judge { policy, json, output: BufWriter::new(io::stdout().lock()), refused: false };
    for url in &args.urls {
        if url == "-" {
            judge.lines(io::stdin().lock())?;
        } else {
            judge.one(url)?;
        }
    }
    judge.output.flush()?;
    Ok(if judge.refused { Done::WithRefusals } else { Done::Well })
}

struct Judge<W> {
    policy: Policy,
    json: bool,
    output: W,
    refused: bool,
}

impl<W: Write> Judge<W> {
    /// Answers each line, an empty one, too. Only LF or CRLF is taken off its end.
    fn lines(&mut self, mut input: impl io::BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            let text = line.strip_suffix(b"\n").map(|line| line.strip_suffix(b"\r").unwrap_or(line));
            let text = String::from_utf8_lossy(text.unwrap_or(&line));
            self.one(&decoded(&text))?;
            line.clear();
        }
        Ok(())
    }

    fn one(&mut self, url: &str) -> io::Result<()> {
        let verdict = self.policy.verdict(url, List::Navigate);
        self.refused |= !verdict.allow;
        if self.json { self.print_json(url, &verdict) } else { self.print(url, &verdict) }
    }

    fn print_json(&mut self, url: &str, verdict: &Verdict) -> io::Result<()> {
        let answer = Answer {
            url,
            verdict: if verdict.allow { "allow" } else { "refuse" },
            code: verdict.code,
            host: verdict.host.as_deref(),
            rule: verdict.rule.as_deref(),
            hint: verdict.hint.as_deref(),
        };
        serde_json::to_writer(&mut self.output, &answer)?;
        writeln!(self.output)
    }

    /// Prints for people. The address is escaped, so that nothing in it moves the terminal's cursor.
    fn print(&mut self, url: &str, verdict: &Verdict) -> io::Result<()> {
        let word = if verdict.allow { "allow " } else { "refuse" };
        write!(self.output, "{word}  {}", url.escape_debug())?;
        if !verdict.allow {
            write!(self.output, "  {}", verdict.code)?;
        }
        if let Some(rule) = &verdict.rule {
            write!(self.output, "  ({rule})")?;
        }
        writeln!(self.output)?;
        if let Some(hint) = &verdict.hint {
            writeln!(self.output, "        {hint}")?;
        }
        Ok(())
    }
}

/// Decodes a line that is a JSON string; any other line stands as it is.
fn decoded(line: &str) -> String {
    if line.starts_with('"') {
        serde_json::from_str(line).unwrap_or_else(|_| line.to_owned())
    } else {
        line.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d4_only_a_line_that_is_a_whole_json_string_is_decoded() {
        assert_eq!(decoded(r#""a\u0000b""#), "a\0b");
        assert_eq!(decoded(r#""a" "#), "a");
        for plain in [r#""a"#, r#""a"b"#, "a", ""] {
            assert_eq!(decoded(plain), plain);
        }
    }
}
