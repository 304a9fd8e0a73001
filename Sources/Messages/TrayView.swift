import GameRules

/// The tiles of a game, and its time. Sent to who has started the game, and to nobody before that.
public struct TrayView: Hashable, Sendable {
    /// The letters in their order, lower case in NFC; nil before the common start of a race.
    public var tiles: String?
    /// The time limit in seconds; nil for practice without one.
    public var seconds: Int?

    /// Tiles with a time limit.
    public init(tiles: String?, seconds: Int?) {
        self.tiles = tiles
        self.seconds = seconds
    }
}

/// The points of a game after a move.
public struct ScoreView: Hashable, Sendable {
    /// The sum of the points, the move's included.
    public var points: Int
    /// Whether the word had been found before, so that the move is that of the first time.
    public var isRepeated: Bool

    /// Points after a move.
    public init(points: Int, isRepeated: Bool) {
        self.points = points
        self.isRepeated = isRepeated
    }
}

extension TrayView {
    /// Writes the fields `tiles` and `seconds`.
    func write(to json: inout JSONWriter) {
        if let tiles { json.field("tiles", tiles) } else { json.null("tiles") }
        if let seconds { json.field("seconds", seconds) } else { json.null("seconds") }
    }

    /// Reads the fields `tiles` and `seconds`; nil if there are none.
    init?(of fields: ServerFields) throws(ServerMessageFault) {
        guard fields.has("tiles") else { return nil }
        self.init(tiles: try fields.optionalString("tiles"), seconds: try fields.optionalInteger("seconds"))
    }
}

extension ScoreView {
    /// Writes the fields `score` and `repeated`.
    func write(to json: inout JSONWriter) {
        json.field("score", points)
        json.field("repeated", isRepeated)
    }

    /// Reads the fields `score` and `repeated`; nil if there are none.
    init?(of fields: ServerFields) throws(ServerMessageFault) {
        guard let points = try fields.optionalInteger("score") else { return nil }
        self.init(points: points, isRepeated: try fields.flag("repeated"))
    }
}
