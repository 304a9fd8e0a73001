import GameRules

/// When a commitment could be read for the first time, seen from the day that it is about.
///
/// The server states the instant itself. It is a proof only for who has kept the commitment since then.
package struct SealTime: Hashable, Sendable, Codable {
    /// The side of its day on which a commitment could be read first, and so what it shows.
    package enum When: String, Hashable, Sendable, Codable, CaseIterable {
        /// It could be read before the day began: nobody can have chosen the word to suit a race.
        case before
        /// It could be read on the day.
        case on
        /// It was made when the day was over: it shows nothing about that day.
        case after
        /// Nothing stored tells.
        case unknown
    }

    /// The side of the day.
    package let when: When
    /// The instant, ms since 1970-01-01 UTC; nil if it is not known.
    package let at: Int?
    /// If it was on the day: `HH:MM` as the clocks of the server's zone showed it.
    package let time: String?

    /// Nothing stored tells.
    package static let unknown = SealTime(when: .unknown, at: nil, time: nil)

    private init(when: When, at: Int?, time: String?) {
        self.when = when
        self.at = at
        self.time = time
    }

    /// Whether it has the fields that `when` wants, and is about where it says, for some time zone: what can be seen
    /// without the server's calendar.
    package func isPlausible(for day: Day) -> Bool {
        let midnight = day.number * 86_400_000
        // No zone was ever beyond 16 hours, and no day longer than 48.
        let slack = 18 * 3_600_000
        switch (when, at, time) {
        case (.unknown, nil, nil): return true
        // A day's seal is published on the day before at the earliest.
        case (.before, let at?, nil): return (midnight - 2 * 86_400_000 - slack..<midnight + slack).contains(at)
        case (.after, let at?, nil): return at >= midnight + 86_400_000 - slack
        case (.on, let at?, let time?):
            return (midnight - slack...midnight + 3 * 86_400_000).contains(at) && SealTime.isTime(time)
        default: return false
        }
    }

    /// Whether it is `HH:MM`.
    private static func isTime(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
            digits.count == 2 ? Int(String(decoding: digits, as: UTF8.self)) : nil
        }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1] else { return false }
        return (0..<24).contains(hour) && (0..<60).contains(minute)
    }

    fileprivate init(onDayAt instant: Int, time: String) {
        self.init(when: .on, at: instant, time: time)
    }

    fileprivate init(apartFromDayAt instant: Int, isBefore: Bool) {
        self.init(when: isBefore ? .before : .after, at: instant, time: nil)
    }
}

extension ServerCalendar {
    /// How a commitment to the word of `day` is to be seen that could be read from `instant` (ms) on.
    package func sealTime(of day: Day, publishedAt instant: Int) -> SealTime {
        if instant < start(of: day) { return SealTime(apartFromDayAt: instant, isBefore: true) }
        if instant >= start(of: day.advanced(by: 1)) { return SealTime(apartFromDayAt: instant, isBefore: false) }
        return sealTime(playedAt: instant)
    }

    /// The same for one of which `when` was found when it could be read first. `time` is as the clocks of this zone
    /// show the instant.
    package func sealTime(_ when: SealTime.When, at instant: Int) -> SealTime {
        switch when {
        case .before, .after: SealTime(apartFromDayAt: instant, isBefore: when == .before)
        case .on: sealTime(playedAt: instant)
        case .unknown: .unknown
        }
    }

    /// The same for a word that was played as that of its day at `instant` (ms): its commitment could be read then at
    /// the latest.
    package func sealTime(playedAt instant: Int) -> SealTime {
        SealTime(onDayAt: instant, time: clock(at: instant))
    }

    /// `HH:MM` as the zone's clocks show an instant (ms).
    package func clock(at instant: Int) -> String {
        let second = instant.flooredQuotient(by: 1000)
        let minute = (second + secondsAhead(at: second)).flooredQuotient(by: 60)
        let ofDay = minute - minute.flooredQuotient(by: 1440) * 1440
        return [ofDay / 60, ofDay % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
