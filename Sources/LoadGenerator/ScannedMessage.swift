import Bytes

/// What a load generator wants to know of a server's message: read in one pass, with nothing allocated for the messages
/// that come by the thousand.
struct ScannedMessage {
    /// What it is.
    enum Kind: String, CaseIterable {
        case welcome, renamed, joined, watching, game, judged, board, played, left, error, event, snapshot, presence,
            other
    }

    var kind = Kind.other
    /// The number of the request that it answers.
    var reply: Int?
    var sequence: Int?
    var seat: Int?
    var row: Int?
    /// Whether it is the event of an accepted guess.
    var isGuess = false
    /// The game goes on: of `judged`, `played` and `game`.
    var isPlaying = false
    /// Where these texts are in the message.
    var code: Range<Int>?
    var room: Range<Int>?
    var puzzle: Range<Int>?
    var rows: Int?

    private enum Names {
        static let reply = JSONFields.pack("re")
        static let type = JSONFields.pack("type")
        static let sequence = JSONFields.pack("seq")
        static let seat = JSONFields.pack("seat")
        static let row = JSONFields.pack("row")
        static let rows = JSONFields.pack("rows")
        static let kind = JSONFields.pack("kind")
        static let state = JSONFields.pack("state")
        static let code = JSONFields.pack("code")
        static let room = JSONFields.pack("room")
        static let puzzle = JSONFields.pack("puzzle")
        static let guessed = JSONFields.pack("guessed")
        static let playing = JSONFields.pack("playing")
        static let kinds: [JSONFields.Packed: Kind] = Dictionary(
            uniqueKeysWithValues: Kind.allCases.map { (JSONFields.pack($0.rawValue), $0) })
    }

    /// Reads a message. The first field of a name counts; a message ends for us where all is known.
    init(_ bytes: RawSpan) {
        var fields = JSONFields()
        while let (name, value) = fields.next(in: bytes) {
            switch value {
            case .number(let number): take(number, name)
            case .text(let range):
                take(range, name, bytes)
                if kind == .presence || kind == .event && name == Names.kind && !isGuess { return }
            case .other: continue
            }
            if kind == .event && row != nil { return }
        }
    }

    /// Numbers from here on are those of no server that works: all that we take count something, and sums of them must
    /// fit.
    private static let endOfNumbers = 1 << 40

    private mutating func take(_ number: Int, _ name: JSONFields.Packed) {
        guard (0..<ScannedMessage.endOfNumbers).contains(number) else { return }
        switch name {
        case Names.reply: reply = reply ?? number
        case Names.sequence: sequence = sequence ?? number
        case Names.seat: seat = seat ?? number
        case Names.row: row = row ?? number
        case Names.rows: rows = rows ?? number
        default: break
        }
    }

    private mutating func take(_ range: Range<Int>, _ name: JSONFields.Packed, _ bytes: RawSpan) {
        switch name {
        case Names.type where kind == .other: kind = Names.kinds[JSONFields.pack(bytes, range)] ?? .other
        case Names.kind: isGuess = JSONFields.pack(bytes, range) == Names.guessed
        case Names.state: isPlaying = JSONFields.pack(bytes, range) == Names.playing
        case Names.code: code = code ?? range
        case Names.room: room = room ?? range
        case Names.puzzle: puzzle = puzzle ?? range
        default: break
        }
    }
}

extension RawSpan {
    /// The text of a range.
    func text(_ range: Range<Int>) -> String { String(decoding: extracting(range).array, as: UTF8.self) }
}
