"""Writes the inputs with which fuzzing begins: `python3 Tests/fuzz/seeds.py`. Each is the choosing bytes of its target
(see Tests/fuzz/Targets) and then what a peer might send. Findings are added to the same folders by hand."""

import zlib
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"


def crlf(*lines):
    return b"".join(line.encode() + b"\r\n" for line in lines)


def frame(first, payload=b"", key=b"\x01\x02\x03\x04"):
    """A client's frame; a server's, if there is no key."""
    size = len(payload)
    mask = 0x80 if key else 0
    head = bytes([first, mask | size]) if size < 126 else bytes([first, mask | 126]) + size.to_bytes(2, "big")
    return head + key + (bytes(byte ^ key[place % 4] for place, byte in enumerate(payload)) if key else payload)


def deflated(payload, window=-15):
    packer = zlib.compressobj(6, zlib.DEFLATED, window)
    return (packer.compress(payload) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


REQUESTS = {
    "get": crlf("GET /api/v1/today?token=1 HTTP/1.1", "Host: a", ""),
    "two": crlf("GET / HTTP/1.1", "Host: a", "", "HEAD /a%20b HTTP/1.0", ""),
    "post": crlf("POST /api/v1/session HTTP/1.1", "Host: a", "Content-Length: 5", "Expect: 100-continue", "") + b"abcde",
    "chunked": crlf("POST /a HTTP/1.1", "Host: a:80", "Transfer-Encoding: chunked", "", "3;x=y", "abc", "0", "T: a", ""),
    "forms": crlf("GET http://a.example:8080?b HTTP/1.1", "Host: b", "", "OPTIONS * HTTP/1.1", "Host: a", "",
                  "CONNECT a:443 HTTP/1.1", "Host: a:443", ""),
    "smuggling": crlf("POST / HTTP/1.1", "Host: a", "Content-Length: 3", "Transfer-Encoding: chunked", "", "0", ""),
    "fields": crlf("GET /%2e%2e/x HTTP/1.1", "Host: [::1]:80", "Cookie: a=b; tilerace=c", "If-None-Match: W/\"v1\", \"x\"",
                   "Connection: keep-alive, Upgrade", ""),
    # Characters that Unicode holds for equivalent to those of ASCII: KELVIN SIGN, GREEK QUESTION MARK.
    "equivalent": crlf("POST / HTTP/1.1", "Host: a", "Transfer-Encoding: chun\u212aed", "", "0", ""),
    # More combining marks in a row than the parser takes, and as many.
    "marks": crlf("GET / HTTP/1.1", "Host: a", "Cookie: tilerace=" + "\u0301\u0323" * 15, "If-Match: " + "\u0301" * 31, ""),
    "cookies": crlf("GET / HTTP/1.1", "Host: a", "Cookie: a=b\u037etilerace=c;\u0301d=e; tilerace=f", ""),
}
RESPONSES = {
    "length": crlf("HTTP/1.1 200 OK", "Content-Length: 3", "") + b"abc" + crlf("HTTP/1.1 204 No Content", ""),
    "chunked": crlf("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "", "a;b", "0123456789", "0", "T: 1", ""),
    "to-the-end": crlf("HTTP/1.0 200 OK", "Connection: close", "") + b"all of this",
    "interim": crlf("HTTP/1.1 100 Continue", "", "HTTP/1.1 103 Early", "A: b", "", "HTTP/1.1 304 Not Modified", ""),
    "sizes": crlf("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "", "-0", ""),
    "equivalent": crlf("HTTP/1.1 200 OK", "Transfer-Encoding: chun\u212aed", "", "0", ""),
    "upgrade": crlf("HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "") + b"\x81\x01a",
}
HANDSHAKES = {
    "plain": b"permessage-deflate",
    "windows": b"permessage-deflate; client_max_window_bits; server_max_window_bits=10\n"
               b"permessage-deflate; client_max_window_bits=\"9\"",
    "contexts": b"permessage-deflate; server_no_context_takeover; client_no_context_takeover",
    "several": b"x-other; a=b, permessage-deflate; client_max_window_bits=8, permessage-deflate\np:chat, tilerace.v1",
    "malformed": b"permessage-deflate; server_max_window_bits=16\np:chat,,chat",
}
# A stream for the server's end, and the same without masks for the client's.
STREAMS = {
    "text": lambda key: frame(0x81, "Größe".encode(), key) + frame(0x89, b"are you there", key),
    "fragments": lambda key: frame(0x01, b"ab\xc3", key) + frame(0x89, b"", key) + frame(0x80, b"\xa4", key),
    "long": lambda key: frame(0x82, b"x" * 130, key) + frame(0x88, b"\x03\xe8bye", key),
    "faults": lambda key: frame(0x81, b"\xff", key) + frame(0x83, b"", key),
    "close": lambda key: frame(0x8A, b"pong", key) + frame(0x88, b"", key) + frame(0x81, b"late", key),
    "packed": lambda key: frame(0xC1, deflated(b"again and again and again"), key) * 2,
    "packed-fragments": lambda key: frame(0x41, deflated(b"one two one two")[:3], key)
    + frame(0x80, deflated(b"one two one two")[3:], key),
}
CONVERSATIONS = {
    "kinds": b"\x00\x03abc\x03\x04text\x05\x02pi\x06\x02po",
    "repeated": b"\x7a\x05again\x7a\x05again\x02\x01a",
    "close": b"\x03\x02hi\x07\xff" + b"z" * 255,
    "empty": b"\x00\x00\x03\x00\x05\x00",
    "text": b"\x04\x06\xc3\xa4\xe2\x82\xac\xff",
}
INFLATIONS = {
    "text": deflated(b"guess guess guess"),
    "bomb": deflated(b"a" * 100_000),
    "stored": b"\x00\x03\x00\xfc\xffabc\x00",
    "final": zlib.compress(b"the end")[2:-4],
    "narrow": deflated(b"abcdefgh" * 100, -9),
    "broken": b"\xed\xfd\x01",
}
MESSAGES = {
    "marks": ('{"id":8,"type":"rename","name":"e' + "\u0301\u0323" * 15 + '","\u0301":"' + "\u0301" * 31 + '"}').encode(),
    "hello": b'{"id":1,"type":"hello","protocol":1,"token":"a"}',
    "guess": b'{"id":7,"type":"guess","puzzle":"guess-en-5/2026-11-21","row":0,"word":"crane"}',
    "join": b'{"id":9007199254740991,"type":"join","room":"ABCDE","epoch":"0123456789abcdef","seq":4}',
    "escapes": rb'{"id":2,"type":"rename","name":"\u00e4\ud83d\ude00\n\"\\\/"}',
    "nested": b'{"id":3,"type":"ping","x":[{"y":[1,-2.5e3,null,true]}],"z":{}}',
    "faults": b'{"id":-1,"type":"ping","id":2}',
    "create": rb'{"id":5,"type":"create_room","name":"Gr\u00fcne Wiese"}',
    "create-nameless": b'{"id":5,"type":"create_room","name":null}',
    "watch": b'{"id":6,"type":"watch","room":"KYTE7","epoch":"0123456789abcdef","seq":0,"password":"oak"}',
    "leave": b'{"id":6,"type":"leave","room":"KYTE7"}',
    "lobby": b'{"id":13,"type":"lobby","on":false}',
    "settings": b'{"id":20,"type":"settings","room":"KYTE7","language":"en","length":8,"rows":10,"hard":"ultra","limit":600,'
                b'"rounds":20,"late":"wait","next":"host"}',
    "settings-one": b'{"id":20,"type":"settings","room":"KYTE7","limit":-1,"hard":null}',
    "ready": b'{"id":21,"type":"ready","room":"KYTE7","ready":true}',
    "start": b'{"id":22,"type":"start","room":"kyt-e7"}',
    "play": b'{"id":23,"type":"play","room":"KYTE7","race":"sprint-1-1","row":0,"word":"crane"}',
    "next-round": b'{"id":25,"type":"next_round","room":"KYTE7"}',
    "end-series": b'{"id":26,"type":"end_series","room":"KYTE7"}',
    "react": b'{"id":27,"type":"react","room":"KYTE7","reaction":"clap"}',
    "react-unknown": b'{"id":27,"type":"react","room":"KYTE7","reaction":"yawn"}',
    "name-room": b'{"id":28,"type":"name_room","room":"KYTE7","name":"Saturday Larks"}',
    "lock": b'{"id":29,"type":"lock","room":"KYTE7","locked":true}',
    "password": b'{"id":30,"type":"password","room":"KYTE7","password":"oak"}',
    "password-none": b'{"id":30,"type":"password","room":"KYTE7","password":null}',
    "list": b'{"id":31,"type":"list","room":"KYTE7","listed":true}',
    "kick": b'{"id":32,"type":"kick","room":"KYTE7","seat":2}',
    "unkick": b'{"id":33,"type":"unkick","room":"KYTE7","seat":9223372036854775807}',
    "hand-over": b'{"id":34,"type":"hand_over","room":"KYTE7","seat":2}',
    "new-code": b'{"id":35,"type":"new_code","room":"KYTE7"}',
    "close-room": b'{"id":36,"type":"close_room","room":"KYTE7"}',
    "counts": b'{"id":37,"type":"counts","puzzle":"practice-anagram-en-7/3"}',
    "solutions": b'{"id":38,"type":"solutions","room":"KYTE7","race":"sprint-1-1"}',
    "open": b'{"id":4,"type":"open","puzzle":"guess-en-5/2026-11-21","hard":"on","follow":true}',
}
FIELDS = {
    "range": b"\x00\x64bytes=10-19", "suffix": b"\x00\x64bytes=-200", "ranges": b"\x00\x64bytes=0-1,5-6",
    "codings": b"\x01\x07gzip;q=0.5, br;q=1.000, identity;q=0, *", "none": b"\x01\x04identity;q=0",
    "forwarded": b"\x02\x00for=192.0.2.1;proto=https, for=\"[2001:db8::1]:80\";by=x",
    "date": b"\x03\x00Sun, 06 Nov 1994 08:49:37 GMT", "date-850": b"\x03\x00Sunday, 06-Nov-94 08:49:37 GMT",
    "date-c": b"\x03\x00Sun Nov  6 08:49:37 1994", "accept": b"\x04\x00text/html;q=0.9, application/json, */*;q=0.1",
    "list": b"\x05\x00, a;b=\"c\" ,\td,,\xff\xcd\x9a", "equivalent": "\x01\x07identity\u037eq=0, gzip;\u0301q=0".encode(),
}
TEXTS = {
    "room-code": b"\x00ab-cde", "puzzle": b"\x01guess-en-5/2026-11-21", "day": b"\x022024-02-29",
    "player": b"\x030123456789abcdef0123456789abcdef", "percent": b"\x04a%20b%C3%A4%zz", "name": b"\x05Mika \xc3\x84",
    "tag": b"\x06W/\"a1\", \"b\", *", "utf8": b"\x07\xf0\x9f\x98\x80\xed\xa0\x80", "base64": b"\x08YWJjZA==",
}
COOKIE = "Cookie: tilerace=not-a-token"
UPGRADE = ("Host: a", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
LEADERBOARD = "/api/v1/leaderboards/guess-en-5/2026-11-21"


def get(target, *fields, method="GET"):
    return crlf(f"{method} {target} HTTP/1.1", "Host: a", *fields, "")


def says(*messages):
    """What a guest says after the handshake."""
    return b"".join(frame(0x81, message) for message in (b'{"id":1,"type":"hello","protocol":1}',) + messages)


SERVER = {
    "page": get("/") + get("/style.css", "Accept-Encoding: gzip, br", "Range: bytes=0-99") + get("/room/KYTE7"),
    "cached": get("/index.html", "If-None-Match: *", "If-Modified-Since: Sat, 21 Nov 2026 09:00:00 GMT", method="HEAD"),
    "today": get("/api/v1/today") + get("/api/v1/puzzles/guess-en-5/2026-11-20") + get("/api/v1/health", "If-Match: *"),
    "leaderboard": get(LEADERBOARD + "?limit=3&room=KYTE7") + get(LEADERBOARD + "?room=%00%ff"),
    "invitation": get("/api/v1/rooms/KYTE7/qr.svg?scheme=https") + get("/metrics"),
    "session": get("/api/v1/session?token=1", "Content-Length: 2", method="POST") + b"{}" + get("/nothing", COOKIE),
    "methods": get("*", method="OPTIONS") + get("/", method="PUT") + get("/api/v1/socket", method="HEAD"),
    "connect": crlf("CONNECT a:443 HTTP/1.1", "Host: a:443", "") + get("/"),
    "versions": get("/") + crlf("PUT / HTTP/2.1", "Host: a", ""),
    # Once stopped the whole server, as who answers requests took it for something else than who shakes hands.
    "escaped-socket": get("/api/v1/%73ocket"),
    "socket": crlf("GET /api/v1/socket HTTP/1.1", *UPGRADE, "") + says(
        b'{"id":2,"type":"create_room","name":"Kites"}', b'{"id":3,"type":"open","puzzle":"guess-en-5/2026-11-21"}',
        b'{"id":4,"type":"guess","puzzle":"guess-en-5/2026-11-21","row":0,"word":"crane"}', b'{"id":5,"type":"ping"}'),
    "rooms": crlf("GET /api/v1/socket HTTP/1.1", *UPGRADE, "") + says(
        b'{"id":2,"type":"join","room":"KYTE7"}', b'{"id":3,"type":"watch","room":"KYTE7"}', b'{"id":4,"type":"leave"}',
        b'{"id":5,"type":"rename","name":"Mika"}') + frame(0x88, b"\x03\xe8"),
    "sprint": crlf("GET /api/v1/socket HTTP/1.1", *UPGRADE, "") + says(
        b'{"id":2,"type":"create_room"}', b'{"id":3,"type":"lobby","on":true}',
        b'{"id":4,"type":"settings","room":"KYTE7","rounds":1}', b'{"id":5,"type":"start","room":"KYTE7"}',
        b'{"id":6,"type":"play","room":"KYTE7","race":"sprint-1-1","row":0,"word":"crane"}') + get("/api/v1/rooms"),
    "packed": crlf("GET /api/v1/socket?x HTTP/1.1", *UPGRADE, "Sec-WebSocket-Extensions: permessage-deflate", "")
    + frame(0xC1, deflated(b'{"id":1,"type":"hello","protocol":1}')) + frame(0x01) + frame(0x00) + frame(0x80),
}


def story(*lines):
    """A line for each thing that happens: see Tests/fuzz/Targets/RoomStories.swift. `0 start room:K` is a message of the first
    player, with its fields as they are."""
    told = []
    for number, line in enumerate(lines, 2):
        player, kind, *rest = line.split()
        if player not in "0123":
            told.append(line.replace(" ", ""))
            continue
        fields = [f'"{name}":{value}' for name, value in (field.split("=") for field in rest)]
        room = [] if kind in ("create_room", "rename", "lobby", "open", "guess") else ['"room":"KYTE7"']
        told.append(player + "{" + ",".join([f'"id":{number}', f'"type":"{kind}"'] + room + fields) + "}")
    return "\n".join(told).encode()


ARRIVE = ("0 create_room", "1 join", "2 join")
ROUND = ("0 settings rounds=2 limit=30", "0 start", "+ 3000")
STORIES = {
    "series": story(
        *ARRIVE, *ROUND, '0 play race="sprint-1-1" row=0 word="crane"', '1 play race="sprint-1-1" row=0 word="slate"',
        "3 join", "3 react reaction=\"gg\"", "+ 30000", "+ 8000", '2 play race="sprint-1-2" row=0 word="crane"',
        "+ 40000"),
    "powers": story(
        *ARRIVE, "0 lock locked=true", "3 join", '0 password password="oak"', "0 lock locked=false", "3 join",
        '3 join password="oak"', "0 kick seat=2", "1 join", "0 unkick seat=2", '1 join password="oak"',
        "0 hand_over seat=3", "2 new_code", '2 name_room name="Larks"', "2 list listed=true", "3 lobby on=true", "+ 1000"),
    "cut": story(
        *ARRIVE, *ROUND, '0 play race="sprint-1-1" row=0 word="crane"', "- 0", "+ 1000", "* 0",
        '1 play race="sprint-1-1" row=0 word="crane"', "1 join", '1 play race="sprint-1-1" row=0 word="crane"', "+ 61000",
        "= 0", "0 join", "1 next_round", "+ 3000", "1 end_series"),
    "failed": story(
        *ARRIVE, "! 0", "0 start", "0 join", "1 join", "0 start", "+ 3000", "! 0",
        '1 play race="sprint-1-1" row=0 word="crane"', "1 join", '1 play race="sprint-1-1" row=0 word="crane"', "+ 9999"),
    "host-goes": story(*ARRIVE, *ROUND, "0 leave", "1 ready ready=true", "- 1", "+ 60000", "2 start", "2 leave"),
    "late": story(
        *ARRIVE, '0 settings late="wait" next="host" hard="ultra" length=4', "0 start", "+ 2999", "3 join", "+ 1", "- 1",
        '3 play race="sprint-1-1" row=0 word="oaks"', '0 play race="sprint-1-1" row=0 word="oaks"', "+ 200000", "0 next_round"),
    "daily": story(
        *ARRIVE, '0 open puzzle="guess-en-5/2026-11-21"', '0 guess puzzle="guess-en-5/2026-11-21" row=0 word="crane"', "3 watch",
        "* 0", "3 watch", '0 open puzzle="guess-en-5/2026-11-21"', "0 close_room"),
}
CONFIGURATIONS = {
    "usual": b"# Tilerace\nport = 9000\naddress = ::1\nname = Our place\nzone = Europe/Berlin\n",
    "origins": b"origins = https://a.example, https://b.example\nmetrics = on\r\nlog=debug",
    "bounds": b"connections = 1000000\nconnections-per-address = 1\nguests-per-minute = 60000\n",
    "twice": b"port = 1\nport = 2\n",
    "unknown": b"colour = blue\n",
    "line-ends": b"# Tilerace\r\nport = 9000\r\n\r\nzone = UTC\r\n",
}


TESTS = CORPUS.parent.parent / "ReplaysTests"


def document(file, name):
    """A replay that stands in the Swift tests: only a server can sign one."""
    lines = (TESTS / file).read_text().split(f"static let {name} = \"\"\"")[1].split("\"\"\"")[0].strip().split("\n")
    return "".join(line.strip().removesuffix("\\") for line in lines).replace("\\\\", "\\").encode()


def replays():
    sprint = document("ReplayTests.swift", "firstSprint")
    anagrams = document("AnagramReplayTests.swift", "firstSprint")
    return {
        "sprint": sprint,
        "day": document("ReplayTests.swift", "sealedDaily"),
        "day-unsealed": document("ReplayTests.swift", "firstDaily"),
        "anagrams": anagrams,
        "anagrams-day": document("AnagramReplayTests.swift", "firstDaily"),
        # Once stopped the program: the rules subtract the time from that of the move before.
        "far-back": sprint.replace(b'"ms":9000,"word"', b'"ms":-9223372036854775808,"word"'),
        "far-back-anagrams": anagrams.replace(b'"ms":9000,"points":147', b'"ms":-9223372036854775808,"points":147'),
    }


def run(content):
    """Bytes behind their count, of less than 128."""
    return bytes([len(content)]) + content


def node_mail():
    name = bytes([0, 0, 0, 9, 4, 0, 0, 5])
    request = (run(b"GET") + run(b"/api/v1/rooms?x=y") + b"\1\0\0\1" + run(b"cookie") + run(b"a=b\xff") + run(b""))
    hub = {
        "connected": b"\1" + name + b"\1" + bytes(range(16)) + b"\7" + b"\1" + bytes(8),
        "received": b"\2" + name + run(b'{"id":1,"type":"lobby"}') + b"\0\3" + bytes(8),
        "asked": b"\5" + name + b"\4" + run(b"guess-en-5/2026-11-21") + request + b"\0" + bytes(8) + b"\1\0",
        "small": b"\3" + name + b"\4" + name + b"\1" + b"\6" + run(b"KYTE7") + b"\7",
    }
    shard = {
        "messages": b"\1" + name + b"\1\1" + run(b'{"type":"day"}') + b"\2" + name + b"\0\6\7",
        "close": b"\3" + name + (4500).to_bytes(2, "big") + run(b"too many messages") + b"\4" + name + b"\1",
        "answer": b"\5" + name + (200).to_bytes(2, "big") + run(b"OK") + b"\1" + run(b"X-A") + run(b"b") + run(b"{}")
                  + b"\3\0\1" + run(b"password_needed") + b"\1",
        "feeds": b"".join(bytes([tag]) + run(b"KYTE7") + rest for tag, rest in (
            (16, bytes(16)), (17, bytes(8)), (18, bytes(8) + run(b"{}")), (19, run(b"{}")), (20, run(b"{}")),
            (21, bytes(8) + run(b"{}")), (22, run(b"{}")))),
    }
    head = b"T\1\5\0" + bytes(40) + b"payload"
    link = b"".join(bytes([turn * 7, turn, 0, 9, 4]) + b"mail" for turn in range(1, 9))
    return ({f"hub-{name}": b"\0" + text for name, text in hub.items()}
            | {f"shard-{name}": b"\1" + text for name, text in shard.items()}
            | {"envelope": b"\2" + head + zlib.crc32(head).to_bytes(4, "big"), "link": b"\3" + link})


def main():
    seeds = {
        "http-request": {f"{name}{small}": bytes([small, 3]) + text for name, text in REQUESTS.items() for small in (0, 1)},
        "http-response": {f"{name}{kind}": bytes([kind, 4]) + text for name, text in RESPONSES.items() for kind in (0, 1)},
        "handshake": {name: bytes([place * 5, place * 9]) + text
                      for place, (name, text) in enumerate(HANDSHAKES.items())},
        "frames": {f"{name}-{end}": bytes([kind | (4 if "packed" in name else 0), 5]) + make(key)
                   for name, make in STREAMS.items()
                   for end, kind, key in (("server", 0, b"\x01\x02\x03\x04"), ("client", 1, b""))},
        "conversation": {f"{name}{kind}": bytes([kind, 6]) + text
                         for name, text in CONVERSATIONS.items() for kind in (0, 1, 4, 0x5D)},
        "inflate": {name: b"\x00\x05\x01" + text for name, text in INFLATIONS.items()},
        "client-message": MESSAGES,
        "http-fields": FIELDS,
        "texts": TEXTS,
        "configuration": CONFIGURATIONS,
        "server": SERVER,
        "rooms": STORIES,
        "replay": replays(),
        "node-mail": node_mail(),
    }
    for target, inputs in seeds.items():
        folder = CORPUS / target
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in inputs.items():
            (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
