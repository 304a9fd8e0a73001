extension RoomEventView.Kind {
    /// The kinds of events by their names on the wire: the field `kind`.
    ///
    /// `docs/protocol.md`, the page's `web/protocol.js` and the log's `RoomEvent` have the same kinds; tests check it.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// The room came to be.
        case created
        /// A player took a seat.
        case joined
        /// A member gave the seat up.
        case left
        /// A member has another name.
        case renamed
        /// A member switched to a pseudonym, or back.
        case pseudonym
        /// Another member is host.
        case hosted
        /// A daily race was opened.
        case opened
        /// A member saw the empty board.
        case started
        /// A move of a member was accepted.
        case guessed
        /// The game of a member ended.
        case finished
        /// The room has another name.
        case named
        /// The room has daily races of another line.
        case daily
        /// The room was locked or unlocked.
        case locked
        /// The room has a password, or none.
        case password
        /// The room entered the lobby, or left it.
        case listed
        /// The operator bars the room from the lobby, or permits it there.
        case barred
        /// The room has another code.
        case code
        /// A member was kicked.
        case kicked
        /// A kicked player may come in again.
        case unkicked
        /// The room is no more.
        case closed
        /// A member is ready, or not.
        case ready
        /// A member sits out, or takes part again.
        case satOut = "sit_out"
        /// The settings of sprints changed.
        case settings
        /// A series began.
        case series
        /// A round was dealt.
        case round
        /// The tiles of a round are public.
        case dealt
        /// A round is over.
        case roundOver = "round_over"
        /// A series is over.
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
