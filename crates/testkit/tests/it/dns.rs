//! The name server, asked by hand over both protocols.

use std::io::{Read as _, Write as _};
use std::net::{TcpStream, UdpSocket};
use std::time::Duration;

use hickory_proto::op::{Message, MessageType, OpCode, Query, ResponseCode};
use hickory_proto::rr::{Name, RecordType};
use ringfence_testkit::dns::{DnsServer, Question, Reply};

const PATIENCE: Duration = Duration::from_secs(10);
const ID: u16 = 4711;

fn question(name: &str, kind: RecordType) -> Vec<u8> {
    let mut message = Message::new(ID, MessageType::Query, OpCode::Query);
    message.add_query(Query::query(Name::from_ascii(name).unwrap(), kind));
    message.to_vec().unwrap()
}

fn socket(server: &DnsServer) -> UdpSocket {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket.connect(server.address()).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    socket
}

fn received(socket: &UdpSocket) -> Message {
    let mut bytes = [0; 4096];
    let length = socket.recv(&mut bytes).unwrap();
    Message::from_vec(&bytes[..length]).unwrap()
}

fn over_udp(server: &DnsServer, name: &str, kind: RecordType) -> Message {
    let socket = socket(server);
    socket.send(&question(name, kind)).unwrap();
    received(&socket)
}

fn over_tcp(server: &DnsServer, name: &str, kind: RecordType) -> Message {
    #[expect(clippy::disallowed_methods, reason = "a test speaks to the name server itself")]
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let question = question(name, kind);
    stream.write_all(&u16::try_from(question.len()).unwrap().to_be_bytes()).unwrap();
    stream.write_all(&question).unwrap();
    let mut length = [0; 2];
    stream.read_exact(&mut length).unwrap();
    let mut bytes = vec![0; usize::from(u16::from_be_bytes(length))];
    stream.read_exact(&mut bytes).unwrap();
    Message::from_vec(&bytes).unwrap()
}

/// Each record as text: `a.test. 60 IN A 192.0.2.1`.
fn answers(message: &Message) -> Vec<String> {
    message.answers.iter().map(ToString::to_string).collect()
}

#[test]
fn replies_come_in_their_order_and_the_last_one_stays() {
    let server = DnsServer::start().unwrap();
    server.script(
        "a.test",
        [
            Reply::addresses(&["192.0.2.1", "2001:db8::1"]).ttl(60),
            Reply::addresses(&["192.0.2.2"]).by_way_of(&["b.test", "c.test"]).ttl(0),
        ],
    );
    let both = [RecordType::A, RecordType::AAAA].map(|kind| answers(&over_udp(&server, "A.test.", kind)));
    assert_eq!(both, [["A.test. 60 IN A 192.0.2.1"], ["A.test. 60 IN AAAA 2001:db8::1"]]);
    for _ in 0..2 {
        assert_eq!(
            answers(&over_udp(&server, "a.test.", RecordType::A)),
            ["a.test. 0 IN CNAME b.test.", "b.test. 0 IN CNAME c.test.", "c.test. 0 IN A 192.0.2.2"]
        );
    }
    let asked = |kind: &str| Question { name: "a.test".to_owned(), kind: kind.to_owned(), tcp: false };
    assert_eq!(server.asked(), [asked("A"), asked("AAAA"), asked("A"), asked("A")]);
}

#[test]
fn what_has_no_address_says_why() {
    let server = DnsServer::start().unwrap();
    server.script("nothing.test", [Reply::nothing()]);
    server.script("failure.test", [Reply::failure()]);
    for (name, code) in [
        ("unknown.test.", ResponseCode::NXDomain),
        ("nothing.test.", ResponseCode::NoError),
        ("failure.test.", ResponseCode::ServFail),
    ] {
        let message = over_udp(&server, name, RecordType::A);
        assert_eq!((message.metadata.response_code, message.metadata.id), (code, ID), "{name}");
        assert_eq!(answers(&message), Vec::<String>::new());
    }
}

#[test]
fn a_truncated_reply_is_whole_over_tcp_only() {
    let server = DnsServer::start().unwrap();
    server.script("a.test", [Reply::addresses(&["192.0.2.1"]).truncated(), Reply::nothing()]);
    let cut = over_udp(&server, "a.test.", RecordType::A);
    assert_eq!((cut.metadata.truncation, answers(&cut)), (true, Vec::new()));
    let whole = over_tcp(&server, "a.test.", RecordType::A);
    assert_eq!(whole.metadata.truncation, false);
    assert_eq!(answers(&whole), ["a.test. 3600 IN A 192.0.2.1"]);
}

#[test]
fn replies_go_wrong_as_told() {
    let server = DnsServer::start().unwrap();
    server.script("wrong.test", [Reply::addresses(&["192.0.2.1"]).with_wrong_id()]);
    assert_eq!(over_udp(&server, "wrong.test.", RecordType::A).metadata.id, ID ^ 1);

    server.script("held.test", [Reply::addresses(&["192.0.2.2"]).held()]);
    server.script("silent.test", [Reply::silence()]);
    server.script("plain.test", [Reply::addresses(&["192.0.2.3"])]);
    let socket = socket(&server);
    for name in ["held.test.", "silent.test.", "plain.test."] {
        socket.send(&question(name, RecordType::A)).unwrap();
    }
    assert_eq!(answers(&received(&socket)), ["plain.test. 3600 IN A 192.0.2.3"]);
    server.release();
    assert_eq!(answers(&received(&socket)), ["held.test. 3600 IN A 192.0.2.2"]);
}
