extension RoomEventView.Kind {
    /// The kinds of events by their names on the wire: the field `kind`.
    ///
    /// `docs/protocol.md`, the page's `web/protocol.js` and the log's `RoomEvent` have the same kinds; tests check it.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case created, joined, left, renamed, pseudonym, hosted, opened, started, guessed, finished
        case named, daily, locked, password, listed, barred, code, kicked, unkicked, closed, ready
        case satOut = "sit_out"
        case settings, series, round, dealt
        case roundOver = "round_over"
        case seriesOver = "series_over"
    }

    /// The name on the wire.
    public var name: Name {
        switch self {
        case .created: .created
        case .joined: .joined
        case .left: .left
        case .renamed: .renamed
        case .pseudonym: .pseudonym
        case .hosted: .hosted
        case .opened: .opened
        case .started: .started
        case .guessed: .guessed
        case .finished: .finished
        case .named: .named
        case .daily: .daily
        case .locked: .locked
        case .password: .password
        case .listed: .listed
        case .barred: .barred
        case .code: .code
        case .kicked: .kicked
        case .unkicked: .unkicked
        case .closed: .closed
        case .ready: .ready
        case .satOut: .satOut
        case .settings: .settings
        case .series: .series
        case .round: .round
        case .dealt: .dealt
        case .roundOver: .roundOver
        case .seriesOver: .seriesOver
        }
    }
}
