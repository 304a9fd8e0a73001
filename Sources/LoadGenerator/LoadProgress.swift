/// The progress of a load.
package struct LoadProgress: Sendable {
    /// Seconds since the first connection.
    package let seconds: Double
    /// The current activity, in a few words.
    package let text: String

    init(
        seconds: Double, phase: LoadRun.Phase, guests: (arrived: Int, wanted: Int), isMeasuring: Bool, isClosed: Bool,
        figures: LoadFigures
    ) {
        self.seconds = seconds
        switch phase {
        case .arriving: text = "guests arrive: \(guests.arrived) of \(guests.wanted)"
        case .running:
            let p99 = figures.judged.value(at: 0.99).map { ", p99 \(Milliseconds.text($0)) ms" } ?? ""
            let loop = isClosed ? ", closed loop" : ""
            text = "\(isMeasuring ? "measuring" : "warming up"): \(figures.allAccepted) guesses accepted\(p99)\(loop)"
        case .draining: text = "waiting for what is under way"
        case .over: text = "done"
        }
    }
}
