import GameRules

/// A part of the state that an event overwrites as a whole, so that the last such event counts alone.
private struct Setting: Hashable {
    let kind: RoomEvent.Kind
    /// The seat, if each seat has such a part.
    let seat: Seat?
}

extension RoomEvent {
    /// The part of the state that the event overwrites and does nothing else to; nil for all other events.
    fileprivate var setting: Setting? {
        switch kind.bearing {
        case .untilNext: Setting(kind: kind, seat: nil)
        case .untilNextOfSeat: Setting(kind: kind, seat: seat)
        case .lasting, .passing: nil
        }
    }
}

// A room is read often, and its log grows for years. Most of it are moves of races that nobody sees any more. A read
// therefore takes moves only from the horizon on, and of each setting only the last value. The log stays the only thing
// stored.
extension RoomState {
    /// Returns the events of a log that its final state depends on, and always the newest `tail`.
    package static func needed(of log: [LoggedEvent], tail: Int) -> [LoggedEvent] {
        let horizon = horizon(of: log, tail: tail)
        var last: [Setting: Int] = [:]
        for logged in log {
            if let setting = logged.event.setting { last[setting] = logged.sequence }
        }
        return log.filter { logged in
            if logged.sequence >= horizon { return true }
            guard let setting = logged.event.setting else { return logged.event.kind.bearing == .lasting }
            return last[setting] == logged.sequence
        }
    }

    /// The sequence number from which every event is needed: the smallest of three. These are the first `opened` of a
    /// daily race still kept, the start of the last series, and the start of the tail.
    private static func horizon(of log: [LoggedEvent], tail: Int) -> Int {
        // A calendar that was set back opens a day twice. The first time is early enough for both.
        var days: [RaceID: Int] = [:]
        var series: Int?
        for logged in log {
            switch logged.event {
            case .opened(let race, _): days[race] = days[race] ?? logged.sequence
            case .series: series = logged.sequence
            case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .started, .guessed, .finished,
                .named, .daily, .locked, .password, .listed, .barred, .code, .kicked, .unkicked, .closed, .ready,
                .satOut,
                .settings, .round, .dealt, .played, .roundOver, .seriesOver:
                break
            }
        }
        let firsts =
            days.values.sorted().suffix(racesKept) + [series, (log.last?.sequence ?? 0) - tail].compactMap(\.self)
        return firsts.min() ?? 0
    }

    /// Folds the part of a log that `needed` returned.
    package init(recalling log: some Sequence<LoggedEvent>) {
        self.init()
        for logged in log { recall(logged) }
    }
}
