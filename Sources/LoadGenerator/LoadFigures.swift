/// The counts of a running load. Durations are in ns and belong to guesses due in the measured time. Each begins when
/// its guess was due, so that every delay in the server or here is included. Answers still outstanding at the end count
/// with the time up to the end. Otherwise the longest waits would be missing.
package struct LoadFigures: Sendable {
    /// The time from a guess to its answer.
    package internal(set) var judged = LatencyHistogram()
    /// The time from a guess to each rival's event.
    package internal(set) var rivals = LatencyHistogram()
    /// The time from a guess to the last rival's event.
    package internal(set) var lastRival = LatencyHistogram()
    /// The time from a guess to each watcher's event.
    package internal(set) var watchers = LatencyHistogram()
    /// The time from the instant at which a guess was due to that at which it was sent.
    package internal(set) var lateness = LatencyHistogram()

    /// Delays until the watchers' loop read a question. Its watchers' events were read as late.
    package internal(set) var watchersLate = LatencyHistogram()

    // The measured time only:
    /// Guesses due.
    package internal(set) var due = 0
    /// Due guesses that were accepted, also after the measured time.
    package internal(set) var accepted = 0
    /// Guesses accepted in that time, whenever they were due.
    package internal(set) var acceptedMeanwhile = 0
    /// Watchers' durations that ended with a snapshot in place of the event.
    package internal(set) var bySnapshot = 0
    /// Messages that came, to all connections together.
    package internal(set) var messages = 0
    /// Bytes of them.
    package internal(set) var messageBytes = 0

    // From the first player to the end:
    /// Guesses sent.
    package internal(set) var allSent = 0
    /// Guesses accepted.
    package internal(set) var allAccepted = 0
    /// Guesses that were neither accepted nor refused.
    package internal(set) var unanswered = 0
    /// Guesses due whose player could not send them before the end.
    package internal(set) var unsent = 0
    /// Events of a guess that reached a rival.
    package internal(set) var rivalEvents = 0
    /// Events of a guess that reached a watcher.
    package internal(set) var watcherEvents = 0
    /// Events that a listener never got, seen by the gap in their numbers.
    package internal(set) var missed = 0
    /// Events that a listener got twice.
    package internal(set) var repeated = 0
    /// Snapshots that watchers got in place of events, as they did not keep up.
    package internal(set) var skips = 0
    /// Events whose place these took, counted for each watcher.
    package internal(set) var skipped = 0
    /// Players of games with tiles who were told how many words can be laid.
    package internal(set) var wordCounts = 0
    /// Players who took the place of a player whose game was over.
    package internal(set) var newcomers = 0
    /// Guesses due while their player could not send: a newcomer not ready yet, or a refusal to get over.
    package internal(set) var delayed = 0
    /// Connections that ended without our wish.
    package internal(set) var lost = 0
    /// Refusals, by the protocol's code, `http STATUS`, or `close CODE`.
    package internal(set) var errors: [String: Int] = [:]

    /// Figures with nothing counted.
    init() {}

    /// Counts what a listener's check has seen.
    mutating func count(_ check: SequenceCheck?) {
        guard let check else { return }
        missed += check.missed
        repeated += check.repeated
        skips += check.skips
        skipped += check.skipped
    }

    /// Counts what the watchers' loop has counted.
    mutating func add(watchers other: LoadFigures) {
        watchers.add(other.watchers)
        bySnapshot += other.bySnapshot
        messages += other.messages
        messageBytes += other.messageBytes
        watcherEvents += other.watcherEvents
        missed += other.missed
        repeated += other.repeated
        skips += other.skips
        skipped += other.skipped
        lost += other.lost
        errors.merge(other.errors, uniquingKeysWith: +)
    }
}
