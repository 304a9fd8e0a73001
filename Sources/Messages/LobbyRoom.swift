/// A room as the lobby shows it.
public struct LobbyRoom: Hashable, Sendable {
    /// What `join` takes.
    public var code: String
    /// The name of the room.
    public var name: String
    /// Members who are connected.
    public var present: Int
    /// Connections without a seat.
    public var watchers: Int
    /// Whether a password is wanted.
    public var password: Bool
    /// The series that runs; nil if none does.
    public var series: Progress?

    /// How far a series is.
    public struct Progress: Hashable, Sendable {
        /// `round` or `pause`.
        public var phase: String
        /// The round that runs, or ran last.
        public var round: Int
        /// Rounds in all.
        public var of: Int

        /// How far a series is.
        public init(phase: String, round: Int, of: Int) {
            self.phase = phase
            self.round = round
            self.of = of
        }
    }

    /// A room that is listed.
    public init(code: String, name: String, present: Int, watchers: Int, password: Bool, series: Progress?) {
        self.code = code
        self.name = name
        self.present = present
        self.watchers = watchers
        self.password = password
        self.series = series
    }

    /// Writes the array that the push and `GET /api/v1/rooms` have in common.
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
