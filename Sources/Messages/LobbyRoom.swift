/// A room as the lobby shows it.
public struct LobbyRoom: Hashable, Sendable {
    /// The code that `join` takes.
    public var code: String
    /// The name of the room.
    public var name: String
    /// Members who are connected.
    public var present: Int
    /// Connections without a seat.
    public var watchers: Int
    /// Whether new members need a password.
    public var password: Bool
    /// The running series; nil without one.
    public var series: Progress?

    /// The progress of a series.
    public struct Progress: Hashable, Sendable {
        /// `round` or `pause`.
        public var phase: String
        /// The current or last round.
        public var round: Int
        /// The number of rounds.
        public var of: Int

        /// The progress of a series.
        public init(phase: String, round: Int, of: Int) {
            self.phase = phase
            self.round = round
            self.of = of
        }
    }

    /// A listed room.
    public init(code: String, name: String, present: Int, watchers: Int, password: Bool, series: Progress?) {
        self.code = code
        self.name = name
        self.present = present
        self.watchers = watchers
        self.password = password
        self.series = series
    }

    /// Writes the array that the push `lobby` and `GET /api/v1/rooms` share.
    public static func write(_ rooms: [LobbyRoom], to json: inout JSONWriter) {
        json.array("rooms") { json in
            for room in rooms { json.element { room.write(to: &$0) } }
        }
    }

    private func write(to json: inout JSONWriter) {
        json.field("room", code)
        json.field("name", name)
        json.field("present", present)
        json.field("watchers", watchers)
        json.field("password", password)
        guard let series else { return json.null("series") }
        json.object("series") { json in
            json.field("phase", series.phase)
            json.field("round", series.round)
            json.field("of", series.of)
        }
    }
}
