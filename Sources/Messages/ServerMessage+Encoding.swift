import GameRules

extension ServerMessage {
    /// The bytes of the text message. `re` is the number of the request that this answers; nil for a push.
    public func encoded(re: Int? = nil) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: size)
        json.object { json in
            if let re { json.field("re", re) }
            write(to: &json)
        }
        return json.bytes
    }

    /// About as many bytes as it takes, so that the large ones are not moved while they grow.
    private var size: Int {
        switch self {
        case .joined(let entry, _), .watching(let entry), .snapshot(let entry): entry.size
        case .welcome: 1_024
        default: 256
        }
    }

    private func write(to json: inout JSONWriter) {
        switch self {
        case .welcome(let welcome): welcome.write(to: &json)
        case .renamed(let name):
            json.field("type", "renamed")
            json.field("name", name)
        case .game(let game): game.write(to: &json)
        case .judged(let judged): judged.write(to: &json)
        case .hardMode(let puzzle, let hard):
            json.field("type", "hard_mode")
            json.field("puzzle", puzzle.text)
            json.field("hard", hard.text)
        case .left(let room):
            json.field("type", "left")
            json.field("room", room)
        case .pong(let time):
            json.field("type", "pong")
            json.field("time", time)
        case .error(let error): error.write(to: &json)
        case .moved(let puzzle):
            json.field("type", "moved")
            json.field("puzzle", puzzle.text)
        case .day(let time, let today):
            json.field("type", "day")
            json.field("time", time)
            json.object("today", today.write)
        case .joined, .watching, .event, .snapshot, .presence, .resync: writeOfRoom(to: &json)
        }
    }

    private func writeOfRoom(to json: inout JSONWriter) {
        switch self {
        case .joined(let entry, let seat):
            json.field("type", "joined")
            json.field("seat", seat)
            entry.write(to: &json)
        case .watching(let entry):
            json.field("type", "watching")
            entry.write(to: &json)
        case .event(let room, let epoch, let event):
            json.field("type", "event")
            json.field("room", room)
            json.field("epoch", epoch.epochText)
            event.writeFields(to: &json)
        case .snapshot(let entry):
            json.field("type", "snapshot")
            entry.write(to: &json)
        case .presence(let room, let presence):
            json.field("type", "presence")
            json.field("room", room)
            presence.write(to: &json)
        case .resync(let room):
            json.field("type", "resync")
            json.field("room", room)
        default: preconditionFailure("not a message of a room")
        }
    }
}

extension Welcome {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("type", "welcome")
        json.field("protocol", ProtocolVersion.current)
        json.field("time", time)
        json.object("server") { $0.field("name", serverName) }
        json.object("player") { json in
            json.field("id", playerID.text)
            json.field("name", playerName)
        }
        json.object("today", today.write)
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
                }
            }
        }
        json.object("limits") { json in
            json.field("message", limits.message)
            json.field("name", limits.name)
            json.field("members", limits.members)
        }
        json.array("features") { $0.string(PuzzleLine.Kind.guess.rawValue) }
    }
}

/// The version of the protocol.
public enum ProtocolVersion {
    /// What `hello` and `welcome` carry.
    public static let current = 1
    /// The WebSocket subprotocol.
    public static let subprotocol = "tilerace.v1"
}

extension PuzzleView {
    /// Writes the fields of the object that `welcome`, `day` and `GET /api/v1/today` have in common.
    public func write(to json: inout JSONWriter) {
        json.field("puzzle", puzzle.text)
        json.field("number", puzzle.number)
        json.field("length", puzzle.line.length)
        json.field("rows", rows)
        json.field("day", puzzle.day.text)
        json.field("ends", ends)
        json.field("commitment", commitment)
    }
}

extension GameView {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("type", "game")
        json.field("puzzle", puzzle.text)
        json.field("number", puzzle.number)
        json.field("length", puzzle.line.length)
        json.field("rows", rows)
        json.field("hard", hard.text)
        json.field("elapsed", elapsed)
        json.array("guesses") { json in
            for guess in guesses { json.element { guess.write(to: &$0) } }
        }
        keyboard.write(to: &json)
        progress.write(to: &json)
    }
}

extension GameView.Guess {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("word", word)
        json.field("marks", pattern.digits)
        json.field("ms", elapsed)
    }
}

extension KeyboardView {
    fileprivate func write(to json: inout JSONWriter) {
        json.object("keyboard") { json in
            for (letter, mark) in keys { json.field(named: letter, Int(mark.rawValue)) }
        }
    }
}

extension GameProgress {
    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .playing:
            json.field("state", "playing")
        case .over(let end):
            json.field("state", end.solved ? "solved" : "failed")
            json.field("answer", end.answer)
            json.object("result") { json in
                json.field("solved", end.solved)
                json.field("turns", end.turns)
                json.field("ms", end.elapsed)
                json.field("share", end.share)
            }
        }
    }
}

extension Judged {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("type", "judged")
        json.field("puzzle", puzzle.text)
        json.field("row", row)
        guess.write(to: &json)
        keyboard.write(to: &json)
        progress.write(to: &json)
    }
}

extension ErrorReply {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("type", "error")
        json.field("code", code.rawValue)
        json.field("message", message)
        switch detail {
        case .retry(let delay): json.field("retry", delay)
        case .length(let length): json.field("length", length)
        case .row(let row): json.field("row", row)
        case .reason(let reason): json.field("reason", reason)
        case .position, .copies, .absent, .moved: json.object("clue", writeClue)
        case nil: break
        }
    }

    private func writeClue(to json: inout JSONWriter) {
        switch detail {
        case .position(let position, let letter):
            json.field("kind", "position")
            json.field("position", position)
            json.field("letter", letter)
        case .copies(let letter, let count):
            json.field("kind", "copies")
            json.field("letter", letter)
            json.field("count", count)
        case .absent(let letter, let count):
            json.field("kind", "absent")
            json.field("letter", letter)
            json.field("count", count)
        case .moved(let position, let letter):
            json.field("kind", "moved")
            json.field("position", position)
            json.field("letter", letter)
        default: preconditionFailure("not a clue")
        }
    }
}

extension GuessGame.Status {
    /// The wire form.
    fileprivate var wireText: String {
        switch self {
        case .playing: "playing"
        case .solved: "solved"
        case .failed: "failed"
        }
    }
}
