//! What was refused, as it is kept: by judges, and as a download.

use std::time::SystemTime;

use ringfence_browser::{Downloaded, Judged};
use ringfence_policy::{Refusal, Source};
use ringfence_session::SessionName;
use ringfence_toolset::secrets::cover;

use crate::recording::{DownloadRecord, Layer, RefusalRecord};

/// A refusal of the browser's judges.
pub(super) fn judged(session: &SessionName, judged: &Judged, refusal: &Refusal) -> RefusalRecord {
    record(session, judged.at, judged.into(), refusal)
}

/// What is kept of a download.
pub(super) enum Ended {
    /// It was not allowed.
    Refused(RefusalRecord),
    /// It was kept, or failed.
    Told(DownloadRecord),
}

/// A download that has ended or was refused.
pub(super) fn download(session: &SessionName, downloaded: &Downloaded) -> Ended {
    let (at, session, host) = (downloaded.at, session.to_string(), cover(&downloaded.host));
    let ending = match &downloaded.ending {
        Err(why) if why.is_refusal() => {
            let (code, hint) = (why.code().to_owned(), why.hint().to_owned());
            let layer = Layer::Download;
            return Ended::Refused(RefusalRecord {
                at,
                session,
                steps: Vec::new(),
                layer,
                subject: host,
                code,
                rule: None,
                hint,
                times: 1,
            });
        }
        Err(why) => Err(why.phrase().to_owned()),
        Ok(kept) => Ok((kept.file.clone(), kept.bytes)),
    };
    let name = cover(&downloaded.name);
    Ended::Told(DownloadRecord { at, session, step: None, host, name, ending })
}

/// A refusal that counts once.
pub(super) fn record(
    session: &SessionName,
    at: SystemTime,
    layer: Layer,
    refusal: &Refusal,
) -> RefusalRecord {
    RefusalRecord {
        at,
        session: session.to_string(),
        steps: Vec::new(),
        layer,
        subject: cover(&refusal.subject),
        code: refusal.code.to_string(),
        rule: refusal.rule.as_ref().map(Source::to_string),
        hint: refusal.hint.clone(),
        times: 1,
    }
}
