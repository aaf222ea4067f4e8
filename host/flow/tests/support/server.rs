//! A server that answers as it is told, and keeps what it was asked.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// One answer
#[derive(Clone, Debug)]
pub enum Reply {
    /// A status, a header line or none, and a body
    Answer(u16, &'static str, String),
    /// The same, but later
    Late(Duration, String),
    /// The connection is closed without an answer
    Hangup,
}

/// A server on a port of its own
pub struct Server {
    pub url: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// A server that gives these answers in turn, and the last one from then on
    pub fn new(replies: Vec<Reply>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let kept = asked.clone();
        // It ends with the test.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (request, number) = {
                    let request = read(&stream);
                    let mut kept = kept.lock().expect("what was asked");
                    kept.push(request.clone());
                    (request, kept.len() - 1)
                };
                let reply = replies.get(number).or(replies.last()).expect("a reply").clone();
                thread::spawn(move || answer(stream, reply, &request));
            }
        });
        Server { url, asked }
    }

    /// What it was asked: head and body of each request
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("what was asked").clone()
    }
}

fn read(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).expect("a line") == 0 {
            return head;
        }
    }
    let length = head.to_lowercase().lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).expect("a body");
    head + &String::from_utf8(body).expect("text")
}

fn answer(mut stream: TcpStream, reply: Reply, request: &str) {
    let (status, header, body) = match reply {
        Reply::Answer(status, header, body) => (status, header, body),
        Reply::Late(time, body) => {
            thread::sleep(time);
            (200, "", body)
        }
        Reply::Hangup => return,
    };
    // An answer may be the question.
    let prompt = request.split("\r\n\r\n").nth(1).and_then(|body| {
        let asked: serde_json::Value = serde_json::from_str(body).ok()?;
        let said = asked.get("messages")?.as_array()?.last()?.get("content")?.as_str()?.to_owned();
        Some(serde_json::to_string(&said).expect("text"))
    });
    let body = body.replace("\"PROMPT\"", prompt.as_deref().unwrap_or("\"\""));
    let header = if header.is_empty() { String::new() } else { format!("{header}\r\n") };
    let length = body.len();
    // The client may have gone.
    let _ = write!(
        stream,
        "HTTP/1.1 {status} Said\r\nContent-Type: application/json\r\n{header}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
}
