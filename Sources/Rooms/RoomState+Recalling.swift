import GameRules

/// What an event sets, so that the next event that sets the same takes its place.
private enum Setting: Hashable {
    case name, host, code, lock, password, listing, barring, sprint
    case nameOf(Seat)
    case pseudonymOf(Seat)
    case readinessOf(Seat)
    case sittingOutOf(Seat)
}

extension RoomEvent {
    /// What it does nothing else than to set; nil if it does more than that, or nothing of the kind.
    fileprivate var setting: Setting? {
        switch self {
        case .named: .name
        case .hosted: .host
        case .code: .code
        case .locked: .lock
        case .password: .password
        case .listed: .listing
        case .barred: .barring
        case .settings: .sprint
        case .renamed(let seat, _): .nameOf(seat)
        case .pseudonym(let seat, _): .pseudonymOf(seat)
        case .ready(let seat, _): .readinessOf(seat)
        case .satOut(let seat, _): .sittingOutOf(seat)
        default: nil
        }
    }

    /// Whether the event is about a race or a series only, so that it changes nothing that is still to be seen once
    /// there are later ones in their place.
    package var isOvertaken: Bool {
        switch self {
        case .started, .guessed, .finished, .played, .series, .roundOver, .seriesOver: true
        default: false
        }
    }
}

// A room is read often, and its log grows for years; most of it are moves of races that nobody sees any more. So not
// all is read to have the state: moves only from the point on from which races and series are still in it, and of what
// was set again and again what was set last. Nothing is stored for this: the log is all there is.
extension RoomState {
    /// The events of a log that the state after it follows from. The newest `tail` are all among them.
    package static func needed(of log: [LoggedEvent], tail: Int) -> [LoggedEvent] {
        let horizon = horizon(of: log, tail: tail)
        var last: [Setting: Int] = [:]
        for logged in log {
            if let setting = logged.event.setting { last[setting] = logged.sequence }
        }
        return log.filter { logged in
            if logged.sequence >= horizon { return true }
            guard let setting = logged.event.setting else { return !logged.event.isOvertaken }
            return last[setting] == logged.sequence
        }
    }

    /// The sequence from which on every event is needed: of the beginnings of the daily races that are kept, of the
    /// last series, and of the tail, the first.
    private static func horizon(of log: [LoggedEvent], tail: Int) -> Int {
        // A calendar that was set back opens a day twice: the first time counts here, which is early enough.
        var days: [RaceID: Int] = [:]
        var series: Int?
        for logged in log {
            switch logged.event {
            case .opened(let race, _): days[race] = days[race] ?? logged.sequence
            case .series: series = logged.sequence
            case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .started, .guessed, .finished,
                .named, .locked, .password, .listed, .barred, .code, .kicked, .unkicked, .closed, .ready, .satOut,
                .settings, .round, .played, .roundOver, .seriesOver:
                break
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
