//! What the file says on files, approvals, passwords and looks.

use std::path::{Path, PathBuf};

use ringfence_policy::config::{
    Answer, ConfirmConfig, CredentialConfig, FileConfig, FilesConfig, LookConfig, LookPlaces, Position,
};

fn texts(texts: &[&str]) -> Option<Vec<String>> {
    Some(texts.iter().map(|text| (*text).to_owned()).collect())
}

#[test]
fn everything_is_read_with_its_line() {
    let text = "\
[files]
upload_roots = [\"/srv/a\", \"/srv/b\"]
staging = \"/srv/staged\"
downloads = \"/srv/in\"
expose_download_paths = true
[look]
user_agent = \"Mine/1\"
locale = \"de-DE\"
time_zone = \"Europe/Zurich\"
colour_scheme = \"dark\"
[[confirm]]
members = [\"key\", \"type\"]
hosts = [\"bank.example\"]
answer = \"deny\"
[[confirm]]
answer = \"ask\"
[[credentials]]
origin = \"https://wiki.example\"
user = \"ada\"
password_file = \"/run/pw\"
";
    let operate = FileConfig::parse(text, "f.toml").unwrap().operate;
    let files = FilesConfig {
        upload_roots: vec!["/srv/a".into(), "/srv/b".into()],
        staging: Some("/srv/staged".into()),
        downloads: Some("/srv/in".into()),
        expose_download_paths: true,
    };
    assert_eq!(operate.files, files);
    let look = LookConfig {
        user_agent: Some("Mine/1".into()),
        locale: Some("de-DE".into()),
        time_zone: Some("Europe/Zurich".into()),
        dark: Some(true),
        places: operate.look.places.clone(),
    };
    assert_eq!(operate.look, look);
    let LookPlaces { user_agent, locale, time_zone } = &look.places;
    let at = |place: &Option<Position>| place.as_ref().unwrap().to_string();
    assert_eq!([user_agent, locale, time_zone].map(at), ["f.toml:7:14", "f.toml:8:10", "f.toml:9:13"]);
    let [first, second] = operate.confirm.as_slice() else { panic!("{:?}", operate.confirm) };
    let ConfirmConfig { members, hosts, answer, source } = first;
    assert_eq!(
        (members.clone(), hosts.clone(), *answer),
        (texts(&["key", "type"]), texts(&["bank.example"]), Answer::Deny)
    );
    assert_eq!(source.to_string(), "f.toml:11");
    assert_eq!((&second.members, &second.hosts, second.answer), (&None, &None, Answer::Ask));
    assert_eq!(second.source.to_string(), "f.toml:15");
    let [CredentialConfig { origin, user, password_file, .. }] = operate.credentials.as_slice() else {
        panic!("{:?}", operate.credentials)
    };
    assert_eq!(
        (origin.as_str(), user.as_str(), password_file.as_path()),
        ("https://wiki.example", "ada", Path::new("/run/pw"))
    );
}

#[test]
fn what_is_left_out_is_off() {
    let operate = FileConfig::parse("[files]\n[look]\n", "f.toml").unwrap().operate;
    assert_eq!(operate.files.upload_roots, Vec::<PathBuf>::new());
    assert_eq!((operate.files.staging, operate.files.downloads), (None, None));
    assert!(!operate.files.expose_download_paths);
    assert_eq!(operate.look, LookConfig::default());
    assert!(operate.confirm.is_empty() && operate.credentials.is_empty());
}

#[test]
fn an_entry_that_lacks_what_it_needs_is_an_error_and_one_that_has_it_is_none() {
    let errors = |text: &str| {
        let errors = FileConfig::parse(text, "f.toml").unwrap_err();
        errors.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let said = errors("[[confirm]]\nhosts = [\"a.example\", \"https://b.example\"]\nanswer = \"ask\"\n");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("f.toml:2:23: ") && said[0].contains("`hosts` names hosts"), "{said:?}");
    let said = errors("[[confirm]]\nmembers = [\"key\"]\n");
    assert!(said.len() == 1 && said[0].contains("an entry needs `answer`"), "{said:?}");
    for left_out in ["origin", "user", "password_file"] {
        let lines =
            ["origin = \"https://wiki.example\"\n", "user = \"ada\"\n", "password_file = \"/run/pw\"\n"];
        let lines: String = lines.into_iter().filter(|line| !line.starts_with(left_out)).collect();
        let said = errors(&format!("[[credentials]]\n{lines}"));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].contains("an entry needs `origin`, `user` and `password_file`"), "{said:?}");
    }
}
