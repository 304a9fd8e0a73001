import GameRules

extension ServerMessage {
    /// Returns the bytes of the text message. `re` is the number of the answered request; nil for a push.
    public func encoded(re: Int? = nil) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: size)
        json.object { json in
            if let re { json.field("re", re) }
            json.field("type", name.rawValue)
            write(to: &json)
        }
        guard let block else { return json.bytes }
        // Spaces behind a JSON text belong to it (RFC 8259 section 2).
        let rest = block - json.bytes.count % block
        return json.bytes + Array(repeating: UInt8(ascii: " "), count: rest % block)
    }

    /// The bytes of which the message takes a multiple; nil for a message that is not filled.
    private var block: Int? {
        if case .solutions = self { return ServerMessage.solutionsBlock }
        if case .counts = self { return ServerMessage.countsBlock }
        return nil
    }

    /// `solutions` is filled with spaces to a multiple of these bytes, as the length of its list would nearly tell the
    /// letters. All lists that ship fit into one.
    static let solutionsBlock = 2_048

    /// `counts` is filled with spaces to a multiple of these bytes, as its length would tell the digits of the numbers.
    /// All counts fit into one.
    static let countsBlock = 256

    /// Whether the message holds data for its receiver alone: letters of a board, an answer, codes of the receiver's
    /// rooms. The length of such a message must not reveal the data. So the message is never compressed, and a keyboard
    /// takes as many bytes for any letters.
    public var isConfidential: Bool {
        switch self {
        // The codes of all rooms stand beside names that members of one room choose.
        case .welcome: true
        // A refusal may name the guessed word, and letters of clues.
        case .game, .judged, .played, .board, .error: true
        case .solutions, .counts, .stageKey: true
        case .joined(let entry, _, let board): board != nil || entry.hasAnswer
        case .watching(let entry), .snapshot(let entry): entry.hasAnswer
        case .renamed, .hardMode, .left, .done, .code, .reaction, .ranking, .standing, .rankingEnded, .lobby, .pong,
            .event, .presence, .moved, .movedInRoom, .day, .resync, .announcement:
            false
        }
    }

    /// The estimated number of bytes of the encoding; avoids reallocations of large messages.
    private var size: Int {
        switch self {
        case .joined(let entry, _, _), .watching(let entry), .snapshot(let entry): entry.size
        case .welcome: 1_024
        case .game, .judged, .played, .board: 512
        case .solutions: 2_048
        case .renamed, .hardMode, .counts, .left, .done, .code, .stageKey, .reaction, .ranking, .standing,
            .rankingEnded, .lobby, .pong, .error, .event, .presence, .moved, .movedInRoom, .day, .resync, .announcement:
            256
        }
    }

    private func write(to json: inout JSONWriter) {
        switch self {
        case .welcome(let welcome): welcome.write(to: &json)
        case .renamed(let name): json.field("name", name)
        case .game(let game): game.write(to: &json)
        case .judged(let judged): judged.write(to: &json)
        case .hardMode(let puzzle, let hard):
            json.field("puzzle", puzzle.text)
            json.field("hard", hard.text)
        case .solutions(let subject, let common, let count):
            subject.write(to: &json)
            json.array("common") { json in
                for word in common { json.string(word) }
            }
            json.field("count", count)
        case .counts(let subject, let counts):
            subject.write(to: &json)
            json.array("counts") { json in
                for count in counts { json.integer(count) }
            }
        case .pong(let time): json.field("time", time)
        case .error(let error): error.write(to: &json)
        case .moved(let puzzle): json.field("puzzle", puzzle.text)
        case .movedInRoom(let room), .done(let room), .resync(let room): json.field("room", room)
        case .day(let time, let today, let lines):
            json.field("time", time)
            json.object("today", today.write)
            PuzzleView.write(lines, to: &json)
        case .announcement(let announcement): if let announcement { json.object("announcement", announcement.write) }
        case .lobby(let rooms): LobbyRoom.write(rooms, to: &json)
        case .ranking(let ranking): ranking.write(to: &json)
        case .standing(let standing): standing.write(to: &json)
        case .rankingEnded: break
        case .played(let played): played.write(to: &json)
        case .joined(let entry, let seat, let board):
            json.field("seat", seat)
            entry.write(to: &json)
            if let board { json.object("board", board.write) }
        case .watching(let entry), .snapshot(let entry): entry.write(to: &json)
        case .event(let room, let epoch, let event):
            json.field("room", room)
            json.field("epoch", hexadecimal: epoch)
            event.writeFields(to: &json)
        case .presence(let room, let presence):
            json.field("room", room)
            presence.write(to: &json)
        case .left(let room, let reason):
            json.field("room", room)
            if let reason { json.field("reason", reason.rawValue) }
        case .code(let room, let code):
            json.field("room", room)
            json.field("code", code)
        case .stageKey(let room, let key):
            json.field("room", room)
            json.field("key", key)
        case .board(let room, let board):
            json.field("room", room)
            json.object("board", board.write)
        case .reaction(let room, let seat, let reaction):
            json.field("room", room)
            json.field("seat", seat)
            json.field("reaction", reaction.rawValue)
        }
    }
}

extension Welcome {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("protocol", protocolVersion)
        json.field("time", time)
        json.object("server") { $0.field("name", serverName) }
        json.object("player") { json in
            json.field("id", playerID.text)
            json.field("name", playerName)
        }
        json.object("today", today.write)
        PuzzleView.write(lines, to: &json)
        json.array("games") { json in
            for game in games {
                json.element { json in
                    json.field("puzzle", game.puzzle.text)
                    json.field("state", game.status.wireText)
                }
            }
        }
        json.array("rooms") { json in
            for room in rooms {
                json.element { json in
                    json.field("room", room.code)
                    json.field("name", room.name)
                    json.field("epoch", hexadecimal: room.epoch)
                }
            }
        }
        if let announcement { json.object("announcement", announcement.write) }
        json.object("limits") { json in
            json.field("message", limits.message)
            json.field("name", limits.name)
            json.field("members", limits.members)
        }
        json.array("sprints") { json in
            for words in sprints {
                json.element { json in
                    json.field("kind", words.kind.rawValue)
                    json.field("language", words.language)
                    json.array("lengths") { json in
                        for length in words.lengths { json.integer(length) }
                    }
                }
            }
        }
        json.array("features") { json in
            for feature in features { json.string(feature) }
        }
    }
}

/// The version of the protocol.
public enum ProtocolVersion {
    /// The number that `hello` and `welcome` carry.
    public static let current = 1
    /// The WebSocket subprotocol.
    public static let subprotocol = "tilerace.v1"
}

extension PuzzleView {
    /// Writes the fields of the object that `welcome`, `day` and `GET /api/v1/today` share.
    public func write(to json: inout JSONWriter) {
        json.field("puzzle", puzzle.text)
        json.field("number", puzzle.number)
        json.field("length", puzzle.line.length)
        if let seconds { json.field("seconds", seconds) } else { json.field("rows", rows) }
        json.field("day", puzzle.day.text)
        json.field("ends", ends)
        json.field("commitment", commitment)
        if isHosts { json.field("by_host", true) }
    }

    /// Writes the field `lines`.
    static func write(_ lines: [PuzzleView], to json: inout JSONWriter) {
        json.array("lines") { json in
            for line in lines { json.element(line.write) }
        }
    }
}

extension GameView {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("puzzle", puzzle.text)
        json.field("number", puzzle.number)
        json.field("length", puzzle.line.length)
        if let tray {
            tray.write(to: &json)
        } else {
            json.field("rows", rows)
            json.field("hard", hard.text)
        }
        json.field("ranked", isRanked)
        json.field("elapsed", elapsed)
        if tray == nil { json.field("lag", credit) }
        json.array(tray == nil ? "guesses" : "words") { json in
            for move in moves { json.element { move.write(to: &$0) } }
        }
        keyboard?.write(to: &json)
        progress.write(to: &json)
    }
}

extension KeyboardView {
    /// The number of bytes of a key with its comma, for a letter of two bytes.
    private static let keyWidth = 7

    func write(to json: inout JSONWriter) {
        json.object("keyboard") { json in
            let start = json.bytes.count
            for (letter, mark) in keys { json.field(named: letter, Int(mark.rawValue)) }
            json.blanks(KeyboardView.keyWidth * most - (json.bytes.count - start))
        }
    }
}

extension GameProgress {
    func write(to json: inout JSONWriter) {
        switch self {
        case .playing:
            json.field("state", "playing")
        case .over(let end):
            json.field("state", end.solved ? "solved" : "failed")
            json.field("answer", end.answer)
            json.object("result") { json in
                json.field("solved", end.solved)
                json.field("turns", end.turns)
                if let points = end.points { json.field("points", points) }
                json.field("ms", end.elapsed)
                guard let own = end.own else { return }
                json.field("lag", own.credit)
                json.field("ranked", own.isRanked)
                json.field("share", own.share)
            }
        }
    }
}

extension Judged {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("puzzle", puzzle.text)
        json.field("row", row)
        move.write(to: &json)
        keyboard?.write(to: &json)
        score?.write(to: &json)
        progress.write(to: &json)
    }
}

extension ErrorReply {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("code", code.rawValue)
        json.field("message", message)
        switch detail {
        case .retry(let delay): json.field("retry", delay)
        case .length(let length): json.field("length", length)
        case .letter(let letter): json.field("letter", letter)
        case .row(let row): json.field("row", row)
        case .reason(let reason): json.field("reason", reason)
        case .field(let field): json.field("field", field)
        case .position(let position, let letter):
            json.object("clue") { clue in
                clue.field("kind", "position")
                clue.field("position", position)
                clue.field("letter", letter)
            }
        case .copies(let letter, let count):
            json.object("clue") { clue in
                clue.field("kind", "copies")
                clue.field("letter", letter)
                clue.field("count", count)
            }
        case .absent(let letter, let count):
            json.object("clue") { clue in
                clue.field("kind", "absent")
                clue.field("letter", letter)
                clue.field("count", count)
            }
        case .moved(let position, let letter):
            json.object("clue") { clue in
                clue.field("kind", "moved")
                clue.field("position", position)
                clue.field("letter", letter)
            }
        case nil: break
        }
    }
}

extension GameStatus {
    /// The wire form.
    var wireText: String {
        switch self {
        case .playing: "playing"
        case .solved: "solved"
        case .failed: "failed"
        }
    }

    /// Reads the wire form; nil for anything else.
    init?(wireText: String) {
        switch wireText {
        case "playing": self = .playing
        case "solved": self = .solved
        case "failed": self = .failed
        default: return nil
        }
    }
}
