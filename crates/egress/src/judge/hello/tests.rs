use proptest::prelude::*;

use super::{MAX, Progress, inspect};

fn vector16(body: &[u8]) -> Vec<u8> {
    let mut out = u16::try_from(body.len()).unwrap().to_be_bytes().to_vec();
    out.extend_from_slice(body);
    out
}

fn extension(kind: u16, body: &[u8]) -> Vec<u8> {
    let mut out = kind.to_be_bytes().to_vec();
    out.extend(vector16(body));
    out
}

fn server_name(name: &str) -> Vec<u8> {
    let mut entry = vec![0];
    entry.extend(vector16(name.as_bytes()));
    extension(0, &vector16(&entry))
}

/// A handshake message with these extensions.
fn message(extensions: &[u8]) -> Vec<u8> {
    let mut body = vec![3, 3];
    body.extend([7; 32]);
    body.push(0);
    body.extend(vector16(&[0x13, 0x01]));
    body.extend([1, 0]);
    body.extend(vector16(extensions));
    let length = u32::try_from(body.len()).unwrap().to_be_bytes();
    let mut message = vec![1, length[1], length[2], length[3]];
    message.extend(body);
    message
}

fn record(fragment: &[u8]) -> Vec<u8> {
    let mut out = vec![22, 3, 1];
    out.extend(vector16(fragment));
    out
}

fn hello(extensions: &[u8]) -> Vec<u8> {
    record(&message(extensions))
}

fn named(name: &str) -> Progress {
    Progress::Hello(Some(name.to_owned()))
}

#[test]
fn the_server_name_is_found_among_other_extensions() {
    // GREASE, and the extension of an encrypted hello, which browsers send as GREASE, too.
    let mut extensions = extension(0x0a0a, &[]);
    extensions.extend(server_name("example.com"));
    extensions.extend(extension(0xfe0d, &[0; 200]));
    assert_eq!(inspect(&hello(&extensions)), named("example.com"));
}

#[test]
fn a_hello_without_a_server_name_says_so() {
    assert_eq!(inspect(&hello(&extension(43, &[2, 3, 4]))), Progress::Hello(None));
}

#[test]
fn every_proper_prefix_wants_more() {
    let whole = hello(&server_name("example.com"));
    for length in 0..whole.len() {
        assert_eq!(inspect(&whole[..length]), Progress::More, "{length}");
    }
    assert_eq!(inspect(&whole), named("example.com"));
}

#[test]
fn a_hello_split_over_records_is_put_together() {
    let message = message(&server_name("example.com"));
    for at in 1..message.len() {
        let mut split = record(&message[..at]);
        split.extend(record(&message[at..]));
        assert_eq!(inspect(&split), named("example.com"), "{at}");
    }
}

#[test]
fn what_is_not_tls_is_told_at_its_first_bytes() {
    for text in ["GET / HTTP/1.1\r\n\r\n", "SSH-2.0-x", "\0", "\x16\x02"] {
        assert_eq!(inspect(text.as_bytes()), Progress::NotTls, "{text:?}");
    }
    // Another handshake message, an empty record, another record in between.
    assert_eq!(inspect(&record(&[2, 0, 0, 1, 0])), Progress::NotTls);
    assert_eq!(inspect(&record(&[])), Progress::NotTls);
    let mut interrupted = record(&message(&server_name("example.com"))[..20]);
    interrupted.extend([21, 3, 1, 0, 2, 1, 0]);
    assert_eq!(inspect(&interrupted), Progress::NotTls);
}

#[test]
fn an_ambiguous_or_malformed_name_is_refused() {
    let mut twice = server_name("example.com");
    twice.extend(server_name("evil.com"));
    let mut two_names = vec![0];
    two_names.extend(vector16(b"example.com"));
    two_names.push(0);
    two_names.extend(vector16(b"evil.com"));
    let cut = extension(0, &[0, 20, 0]);
    for extensions in
        [twice, extension(0, &vector16(&two_names)), cut, server_name(""), server_name("exämple.com")]
    {
        assert_eq!(inspect(&hello(&extensions)), Progress::NotTls, "{extensions:?}");
    }
}

#[test]
fn a_hello_over_the_limit_is_refused_before_it_is_whole() {
    let too_long = [22, 3, 1, 0x40, 0, 1, 0, 0x40, 1];
    assert_eq!(inspect(&too_long), Progress::NotTls);
    // A record, or a message, that says so by itself; one byte less could still be true.
    assert_eq!(inspect(&[22, 3, 1, 0x40, 1]), Progress::NotTls);
    assert_eq!(inspect(&[22, 3, 1, 0x40, 0]), Progress::More);
    assert_eq!(inspect(&record(&[1, 0, 0x40, 1])), Progress::NotTls);
    assert_eq!(inspect(&record(&[1, 0, 0x40, 0])), Progress::More);
    assert_eq!(inspect(&record(&[1, 1, 0, 1, 0])), Progress::NotTls);
    // Many small records for one message: the headers count, too.
    let mut dribble = record(&[1, 0, 0x3f, 0xff]);
    while dribble.len() < MAX {
        dribble.extend(record(&[0]));
    }
    assert_eq!(inspect(&dribble), Progress::NotTls);
}

#[test]
fn a_hello_of_the_limit_is_read_and_one_a_byte_longer_is_not_however_it_comes() {
    let with = |padding: usize| {
        let mut extensions = server_name("example.com");
        extensions.extend(extension(21, &vec![0; padding]));
        hello(&extensions)
    };
    let most = MAX - with(0).len();
    assert_eq!(inspect(&with(most)), named("example.com"));
    assert_eq!(inspect(&with(most)[..MAX - 1]), Progress::More);
    let longer = with(most + 1);
    assert_eq!(inspect(&longer), Progress::NotTls);
    assert_eq!(inspect(&longer[..MAX]), Progress::NotTls);
    // What follows a whole one changes nothing.
    let followed = [with(most), vec![0; MAX]].concat();
    assert_eq!(inspect(&followed), named("example.com"));
}

proptest! {
    #[test]
    fn any_bytes_get_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut framed = record(&bytes);
        framed.truncate(300);
        // Neither may panic; what is cut must never be taken for whole.
        inspect(&bytes);
        inspect(&framed);
    }

    #[test]
    fn a_changed_byte_never_turns_one_name_into_a_longer_prefix_of_itself(at in 0_usize..80, to: u8) {
        let mut bytes = hello(&server_name("example.com"));
        let at = at % bytes.len();
        bytes[at] = to;
        if let Progress::Hello(Some(name)) = inspect(&bytes) {
            prop_assert!(name.len() <= "example.com".len());
        }
    }
}
