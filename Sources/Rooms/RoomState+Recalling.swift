import GameRules

extension RoomEvent {
    /// Whether the event is about a race or a series only, so that it changes nothing that is still to be seen once there are
    /// later ones in their place.
    package var isOvertaken: Bool {
        switch self {
        case .started, .guessed, .finished, .played, .series, .roundOver, .seriesOver: true
        default: false
        }
    }
}

// A room is read often, and its log grows for years; most of it are moves of races that nobody sees any more. So not all is read
// to have the state: moves only from the point on from which races and series are still in it. Nothing is stored for this: the
// log is all there is.
extension RoomState {
    /// The events of a log that the state after it follows from. The newest `tail` are all among them.
    package static func needed(of log: [LoggedEvent], tail: Int) -> [LoggedEvent] {
        let horizon = horizon(of: log, tail: tail)
        return log.filter { $0.sequence >= horizon || !$0.event.isOvertaken }
    }

    /// The sequence from which on every event is needed: of the beginnings of the daily races that are kept, of the last series,
    /// and of the tail, the first.
    private static func horizon(of log: [LoggedEvent], tail: Int) -> Int {
        // A calendar that was set back opens a day twice: the first time counts here, which is early enough.
        var days: [RaceID: Int] = [:]
        var series: Int?
        for logged in log {
            switch logged.event {
            case .opened(let race, _): days[race] = days[race] ?? logged.sequence
            case .series: series = logged.sequence
            default: break
            }
        }
        let firsts =
            days.values.sorted().suffix(racesKept) + [series, (log.last?.sequence ?? 0) - tail].compactMap(\.self)
        return firsts.min() ?? 0
    }

    /// The room after a log of which only what is `needed` is given.
    package init(recalling log: some Sequence<LoggedEvent>) {
        self.init()
        for logged in log { recall(logged) }
    }
}
