import GameRules

/// The first instant at which a commitment could be read, relative to its day.
///
/// The server itself states the instant. It proves something only to people who have kept the commitment since then.
package struct SealTime: Hashable, Sendable, Codable {
    /// The side of the day on which a commitment became public.
    package enum When: String, Hashable, Sendable, Codable, CaseIterable {
        /// Public before the day began: nobody can have chosen the word to suit a race.
        case before
        /// Public during the day.
        case on
        /// Made after the day: it shows nothing about the races of that day.
        case after
        /// Nothing is stored about it.
        case unknown
    }

    /// The side of the day.
    package let when: When
    /// The instant in ms since 1970-01-01 UTC; nil if unknown.
    package let at: Int?
    /// The local time `HH:MM` in the server's zone; nil unless the instant is on the day there. A day of publication is
    /// that of the zone of then, and the host may have set another one since.
    package let time: String?

    /// The value when nothing is stored about the publication.
    package static let unknown = SealTime(when: .unknown, at: nil, time: nil)

    private init(when: When, at: Int?, time: String?) {
        self.when = when
        self.at = at
        self.time = time
    }

    /// Whether the fields fit `when`, and the instant fits the day in some time zone. This is all that can be checked
    /// without the server's calendar.
    package func isPlausible(for day: Day) -> Bool {
        let midnight = day.number * 86_400_000
        // No zone was ever beyond 16 hours, and no day longer than 48.
        let slack = 18 * 3_600_000
        guard let at else { return when == .unknown && time == nil }
        guard time.map(SealTime.isTime) ?? true, time == nil || when == .on else { return false }
        switch when {
        case .unknown: return false
        // A seal is published on the day before its own at the earliest.
        case .before: return (midnight - 2 * 86_400_000 - slack..<midnight + slack).contains(at)
        case .on: return (midnight - slack...midnight + 3 * 86_400_000).contains(at)
        case .after: return at >= midnight + 86_400_000 - slack
        }
    }

    /// Whether the text has the form `HH:MM`.
    private static func isTime(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
            digits.count == 2 && digits.allSatisfy { (0x30...0x39).contains($0) }
                ? Int(String(decoding: digits, as: UTF8.self)) : nil
        }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1] else { return false }
        return (0..<24).contains(hour) && (0..<60).contains(minute)
    }

    fileprivate init(onDayAt instant: Int, time: String?) {
        self.init(when: .on, at: instant, time: time)
    }

    fileprivate init(apartFromDayAt instant: Int, isBefore: Bool) {
        self.init(when: isBefore ? .before : .after, at: instant, time: nil)
    }
}

extension ServerCalendar {
    /// Returns the seal time of a commitment for `day` that became public at `instant`, in ms since 1970-01-01 UTC.
    package func sealTime(of day: Day, publishedAt instant: Int) -> SealTime {
        if instant < start(of: day) { return SealTime(apartFromDayAt: instant, isBefore: true) }
        if instant >= start(of: day.advanced(by: 1)) { return SealTime(apartFromDayAt: instant, isBefore: false) }
        return sealTime(playedAt: instant)
    }

    /// Returns the seal time of a commitment to the word of `day` whose side of the day was stored at its publication.
    ///
    /// The host may have set another zone since then. A seal counts as `before` only if it is that in two zones: the
    /// zone of the publication and the present zone. In the present zone the day may have begun earlier. Of the two
    /// sides the one that claims less is told. `time` is the local time in the present zone.
    package func sealTime(of day: Day, published when: SealTime.When, at instant: Int) -> SealTime {
        let present = sealTime(of: day, publishedAt: instant)
        switch (when, present.when) {
        case (.unknown, _), (_, .unknown): return .unknown
        case (.after, _), (_, .after): return SealTime(apartFromDayAt: instant, isBefore: false)
        case (_, .on): return present
        // In the present zone the instant is on another day, whose time would say nothing.
        case (.on, _): return SealTime(onDayAt: instant, time: nil)
        case (.before, .before): return present
        }
    }

    /// Returns the seal time of a word played as that of its day at `instant` (ms). Its commitment was public then at
    /// the latest.
    package func sealTime(playedAt instant: Int) -> SealTime {
        SealTime(onDayAt: instant, time: clock(at: instant))
    }

    /// Formats an instant (ms) as `HH:MM` in the server's zone.
    package func clock(at instant: Int) -> String {
        let second = instant.flooredQuotient(by: 1000)
        let minute = (second + secondsAhead(at: second)).flooredQuotient(by: 60)
        let ofDay = minute - minute.flooredQuotient(by: 1440) * 1440
        return [ofDay / 60, ofDay % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
