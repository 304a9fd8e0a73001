import GameRules
import Glibc
import Messages

// Plays today's word on a server of this machine: race-client PORT FILE, where FILE has a word a line.

func fail(_ text: String) -> Never {
    print("race-client: \(text)")
    exit(1)
}

/// The word of a text in the English alphabet; nil if it has other letters.
func word(_ text: Substring) -> Word? {
    let letters = text.utf8.map { $0 &- UInt8(ascii: "a") }
    guard (1...Word.maximumLength).contains(letters.count), letters.allSatisfy({ $0 < 26 }) else { return nil }
    return Word(letters.map(Letter.init))
}

func text(_ word: Word) -> String {
    String(decoding: word.map { $0.index + UInt8(ascii: "a") }, as: UTF8.self)
}

/// A conversation with a server: each request gets the next number, and the answer is known by it.
struct Conversation {
    private var socket: PlainSocket
    private var last = 0

    init(_ socket: PlainSocket) { self.socket = socket }

    /// Asks, and waits for the answer. What is pushed meanwhile is passed over.
    mutating func ask(_ message: ClientMessage) throws -> ServerMessage {
        last += 1
        try socket.send(ClientRequest(id: last, message: message).encoded())
        while true {
            let received = try ReceivedMessage(decoding: try socket.receive())
            if received.reply == last { return received.message }
        }
    }
}

/// Asks until the game is over. Answers how it ended.
func play(_ conversation: inout Conversation, _ token: String, _ words: [Word]) throws -> GameEnd {
    let hello = ClientMessage.hello(protocol: ProtocolVersion.current, token: token)
    guard case .welcome(let welcome) = try conversation.ask(hello) else { fail("no welcome") }
    let puzzle = welcome.today.puzzle
    guard case .game(let game) = try conversation.ask(.open(puzzle: puzzle, hard: .off)) else { fail("no game") }
    var (candidates, row) = (words.filter { $0.count == puzzle.line.length }, game.moves.count)
    while let guess = candidates.first {
        switch try conversation.ask(.guess(puzzle: puzzle, row: row, word: text(guess))) {
        case .judged(let judged):
            // By the rule of the server, done here: what would have been judged otherwise is not the word.
            candidates.removeAll { $0 == guess || .marks(Pattern(judging: guess, against: $0)) != judged.move.verdict }
            row = judged.row + 1
            print("\(judged.move.word) \(judged.move.verdict.text)")
            if case .over(let end) = judged.progress { return end }
        case .error(let error) where error.code == .notInWordList: candidates.removeFirst()
        case let other: fail("an unexpected answer: \(other)")
        }
    }
    fail("no word is left")
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let port = UInt16(arguments[1]), let list = try? contents(of: arguments[2]) else {
    fail("give a port and a file with words")
}
do {
    let body = try PlainSocket(port: port).post("/api/v1/session?token=1")
    guard let token = try JSONObject(decoding: body).string("token") else { fail("no token") }
    let socket = try PlainSocket(port: port).upgraded("/api/v1/socket", subprotocol: ProtocolVersion.subprotocol)
    var conversation = Conversation(socket)
    let end = try play(&conversation, token, list.split(separator: "\n").compactMap { word($0) })
    print("\(end.solved ? "Home" : "Out") in \(end.turns): \(end.answer)")
} catch {
    fail("\(error)")
}
