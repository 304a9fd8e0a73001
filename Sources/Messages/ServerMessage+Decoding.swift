import GameRules

/// A message of a server, as a client receives it.
public struct ReceivedMessage: Hashable, Sendable {
    /// The number of the request that the message answers; nil for a push.
    public let reply: Int?
    /// The decoded message.
    public let message: ServerMessage

    /// A message that answers the request `reply`, or a push.
    public init(reply: Int?, message: ServerMessage) {
        self.reply = reply
        self.message = message
    }

    /// Reads the bytes of a text message. Never traps, whatever the bytes. The caller bounds their number.
    /// - Throws: ``ServerMessageFault``. Its kind is `malformed` if the bytes are not one JSON object (RFC 8259), or if
    ///   a field is missing or of the wrong kind. It is `unknown` if this version does not know a name, such as a type,
    ///   a kind of event or an error code. Its `reply` is the number of the answered request, if `re` could be read.
    public init(decoding json: [UInt8]) throws(ServerMessageFault) {
        let fields = try ServerFields(decoding: json)
        let reply = try fields.optionalInteger("re")
        do {
            self.init(reply: reply, message: try ServerMessage(fields))
        } catch {
            var fault = error
            fault.reply = reply
            throw fault
        }
    }
}

extension ServerMessage {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        let name: Name = try fields.word("type")
        switch name {
        case .welcome: self = .welcome(try Welcome(fields))
        case .renamed: self = .renamed(name: try fields.string("name"))
        case .game: self = .game(try GameView(fields))
        case .judged: self = .judged(try Judged(fields))
        case .hardMode: self = .hardMode(puzzle: try fields.puzzle(), hard: try fields.hardMode())
        case .joined:
            self = .joined(
                try RoomEntry(fields), seat: try fields.integer("seat"),
                board: try fields.optionalObject("board").map(SprintBoard.init))
        case .watching: self = .watching(try RoomEntry(fields))
        case .left:
            self = .left(
                room: try fields.string("room"), reason: fields.has("reason") ? try fields.word("reason") : nil)
        case .done: self = .done(room: try fields.string("room"))
        case .solutions:
            self = .solutions(
                of: try SolutionsSubject(fields), common: try fields.strings("common"),
                count: try fields.integer("count"))
        case .counts: self = .counts(of: try SolutionsSubject(fields), try fields.integers("counts"))
        case .stageKey: self = .stageKey(room: try fields.string("room"), key: try fields.string("key"))
        case .code: self = .code(room: try fields.string("room"), code: try fields.string("code"))
        case .played: self = .played(try Played(fields))
        case .board: self = .board(room: try fields.string("room"), try SprintBoard(try fields.object("board")))
        case .reaction:
            self = .reaction(
                room: try fields.string("room"), seat: try fields.integer("seat"), try fields.word("reaction"))
        case .ranking: self = .ranking(try RankingView(fields))
        case .standing: self = .standing(RankingStanding(try RankingView.You(of: fields), in: try RankingName(fields)))
        case .rankingEnded: self = .rankingEnded
        case .lobby: self = .lobby(try fields.objects("rooms").map(LobbyRoom.init))
        case .pong: self = .pong(time: try fields.integer("time"))
        case .error: self = .error(try ErrorReply(fields))
        case .event:
            self = .event(room: try fields.string("room"), epoch: try fields.epoch(), try RoomEventView(fields))
        case .snapshot: self = .snapshot(try RoomEntry(fields))
        case .presence: self = .presence(room: try fields.string("room"), try Presence(fields))
        case .moved:
            self =
                fields.has("room") ? .movedInRoom(room: try fields.string("room")) : .moved(puzzle: try fields.puzzle())
        case .day:
            self = .day(
                time: try fields.integer("time"), today: try PuzzleView(try fields.object("today")),
                lines: try fields.objects("lines").map(PuzzleView.init))
        case .resync: self = .resync(room: try fields.string("room"))
        case .announcement: self = .announcement(try fields.optionalObject("announcement").map(HostAnnouncement.init))
        }
    }
}

extension SolutionsSubject {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self =
            fields.has("race")
            ? .round(room: try fields.string("room"), race: try fields.string("race")) : .game(try fields.puzzle())
    }
}

extension Welcome {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        let player = try fields.object("player")
        self.init(
            time: try fields.integer("time"), serverName: try fields.object("server").string("name"),
            playerID: try player.text("id", "32 hexadecimal digits") { PlayerID($0) },
            playerName: try player.string("name"), today: try PuzzleView(try fields.object("today")),
            lines: try fields.objects("lines").map(PuzzleView.init), games: try fields.objects("games").map(Game.init),
            rooms: try fields.objects("rooms").map(Room.init),
            limits: try Limits(try fields.object("limits")), sprints: try fields.objects("sprints").map(Words.init))
        protocolVersion = try fields.integer("protocol")
        features = try fields.strings("features")
        announcement = try fields.optionalObject("announcement").map(HostAnnouncement.init)
    }
}

extension Welcome.Game {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            puzzle: try fields.puzzle(),
            status: try fields.text("state", "playing, solved or failed") { GameStatus(wireText: $0) })
    }
}

extension Welcome.Room {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(code: try fields.string("room"), name: try fields.string("name"), epoch: try fields.epoch())
    }
}

extension Welcome.Limits {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            message: try fields.integer("message"), name: try fields.integer("name"),
            members: try fields.integer("members"))
    }
}

extension Welcome.Words {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            kind: try fields.word("kind"), language: try fields.string("language"),
            lengths: try fields.integers("lengths"))
    }
}

extension PuzzleView {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        let seconds = try fields.optionalInteger("seconds")
        self.init(
            puzzle: try fields.puzzle(), rows: seconds == nil ? try fields.integer("rows") : 0, seconds: seconds,
            ends: try fields.integer("ends"), commitment: try fields.string("commitment"),
            isHosts: try fields.optionalFlag("by_host") ?? false)
    }
}

extension GameView {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        let tray = try TrayView(of: fields)
        self.init(
            puzzle: try fields.puzzle(), rows: tray == nil ? try fields.integer("rows") : 0,
            hard: tray == nil ? try fields.hardMode() : .off, tray: tray,
            elapsed: try fields.integer("elapsed"), credit: tray == nil ? try fields.integer("lag") : 0,
            isRanked: try fields.flag("ranked"),
            moves: try fields.objects(tray == nil ? "guesses" : "words").map(MoveView.init),
            keyboard: try KeyboardView(of: fields), progress: try GameProgress(of: fields))
    }
}

extension KeyboardView {
    /// Reads the field `keyboard`; nil if missing.
    init?(of fields: ServerFields) throws(ServerMessageFault) {
        guard let keyboard = try fields.optionalObject("keyboard") else { return nil }
        self.init(keys: try keyboard.keys())
    }
}

extension GameProgress {
    /// Reads the fields `state`, `answer` and `result`.
    init(of fields: ServerFields) throws(ServerMessageFault) {
        let status = try fields.text("state", "playing, solved or failed") { GameStatus(wireText: $0) }
        guard status != .playing else {
            self = .playing
            return
        }
        let result = try fields.object("result")
        self = .over(
            GameEnd(
                answer: try fields.string("answer"), solved: status == .solved, turns: try result.integer("turns"),
                points: try result.optionalInteger("points"), elapsed: try result.integer("ms"),
                own: result.has("share") ? try GameEnd.Own(result) : nil))
    }
}

extension GameEnd.Own {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            credit: try fields.integer("lag"), isRanked: try fields.flag("ranked"), share: try fields.string("share"))
    }
}

extension Judged {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            puzzle: try fields.puzzle(), row: try fields.integer("row"), move: try MoveView(fields),
            keyboard: try KeyboardView(of: fields), score: try ScoreView(of: fields),
            progress: try GameProgress(of: fields))
    }
}

extension ErrorReply {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(try fields.word("code"), try fields.string("message"), try Detail(of: fields))
    }
}

extension ErrorReply.Detail {
    /// Reads the further fields of an error; nil if there are none.
    fileprivate init?(of fields: ServerFields) throws(ServerMessageFault) {
        if let delay = try fields.optionalInteger("retry") {
            self = .retry(delay)
        } else if let length = try fields.optionalInteger("length") {
            self = .length(length)
        } else if let letter = try fields.optionalString("letter") {
            self = .letter(letter)
        } else if let row = try fields.optionalInteger("row") {
            self = .row(row)
        } else if let reason = try fields.optionalString("reason") {
            self = .reason(reason)
        } else if let field = try fields.optionalString("field") {
            self = .field(field)
        } else if let clue = try fields.optionalObject("clue") {
            try self.init(clue: clue)
        } else {
            return nil
        }
    }

    private init(clue: ServerFields) throws(ServerMessageFault) {
        let letter = try clue.string("letter")
        let kind: ClueKind = try clue.word("kind")
        switch kind {
        case .position: self = .position(try clue.integer("position"), letter: letter)
        case .copies: self = .copies(letter: letter, count: try clue.integer("count"))
        case .absent: self = .absent(letter: letter, count: try clue.integer("count"))
        case .moved: self = .moved(try clue.integer("position"), letter: letter)
        }
    }

    private enum ClueKind: String {
        case position, copies, absent, moved
    }
}

extension LobbyRoom {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            code: try fields.string("room"), name: try fields.string("name"), present: try fields.integer("present"),
            watchers: try fields.integer("watchers"), password: try fields.flag("password"),
            series: try fields.optionalObject("series").map(Progress.init))
    }
}

extension LobbyRoom.Progress {
    fileprivate init(_ fields: ServerFields) throws(ServerMessageFault) {
        self.init(
            phase: try fields.string("phase"), round: try fields.integer("round"), of: try fields.integer("of"))
    }
}
