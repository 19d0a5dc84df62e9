//! What the session came to: what was refused and by whom, and what left the browser.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};

use crate::exit::ExitLog;
use crate::names::Names;
use crate::screen::{Ink, Screen};
use crate::shop::{REVIEWS, SHOP};

/// Who refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    /// The judge, when the call came.
    Call,
    /// The judge inside the browser, at a redirect.
    Redirect,
    /// The judge inside the browser, at a navigation that a page started.
    Page,
    /// The proxy.
    Proxy,
}

impl Layer {
    fn words(self) -> &'static str {
        match self {
            Self::Call => "at the call",
            Self::Redirect => "in the browser, at a redirect",
            Self::Page => "in the browser, started by the page",
            Self::Proxy => "at the proxy",
        }
    }
}

/// One refusal of the session.
#[derive(Debug, Clone)]
pub(crate) struct Refused {
    pub(crate) layer: Layer,
    pub(crate) host: String,
    pub(crate) code: String,
}

/// Prints it all, and makes sure that nothing but the shop and its reviews was reached or looked up.
pub(crate) fn print(screen: &Screen, refused: &[Refused], exit: &mut ExitLog, names: &Names) -> Result<()> {
    screen.line(Ink::Plain, "")?;
    screen.line(Ink::Bold, "What was refused, and where")?;
    for Refused { layer, host, code } in refused {
        screen.line(Ink::Plain, &format!("    {:<36}  {host:<24}  {code}", layer.words()))?;
    }
    screen.line(Ink::Plain, "")?;
    screen.line(Ink::Bold, "What came to the proxy, by host")?;
    for ((host, port), sum) in exit.by_host()? {
        let codes: Vec<_> = sum.refused.iter().map(|code| code.as_str()).collect();
        let fate = match (sum.allowed, codes.is_empty()) {
            (0, _) => format!("refused: {}", codes.join(", ")),
            (allowed, true) => {
                format!(
                    "{allowed} requests; without heads {} bytes sent, {} received",
                    sum.bytes_up, sum.bytes_down
                )
            }
            (allowed, false) => format!("{allowed} requests; refused: {}", codes.join(", ")),
        };
        screen.line(Ink::Plain, &format!("    {:<36}  {fate}", format!("{host}:{port}")))?;
    }
    let asked = names.asked();
    screen.line(Ink::Plain, "")?;
    screen.line(Ink::Bold, "Names that were looked up")?;
    screen.line(Ink::Plain, &format!("    {}; none that is off the list", asked.join(", ")))?;
    verify(refused, exit, &asked)
}

fn verify(refused: &[Refused], exit: &mut ExitLog, asked: &[String]) -> Result<()> {
    let reached = exit.reached()?;
    let wanted: BTreeSet<String> = [SHOP, REVIEWS].map(str::to_owned).into();
    ensure!(reached == wanted, "the browser reached {reached:?}, and not {wanted:?}");
    for Refused { host, code, .. } in refused {
        // A name on the list has to be looked up before its address can be refused.
        let may_be_asked = code == "resolved-address";
        ensure!(may_be_asked || !asked.contains(host), "the refused name {host} was looked up");
    }
    Ok(())
}
