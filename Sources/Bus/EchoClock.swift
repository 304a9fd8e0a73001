/// Finds out by how much the other end's clock is ahead, from its echoes of ours.
struct EchoClock: Sendable {
    private struct Sample {
        let roundTrip: Int
        let ahead: Int
    }

    /// The last samples. The one with the shortest round trip knows best.
    private var samples: [Sample] = []
    private var next = 0
    private var roundTrip: Int?
    private var last: (sentAt: Int, heardAt: Int)?

    private static let kept = 8
    /// ms of a round trip beyond which an echo says nothing.
    private static let longest = 10_000

    /// ms; 0 as long as nothing is known.
    var ahead: Int { samples.min { $0.roundTrip < $1.roundTrip }?.ahead ?? 0 }

    /// The echo for the next envelope; 0 if none has come.
    func answer(now: Int) -> Int { last.map { $0.sentAt &+ (now &- $0.heardAt) } ?? 0 }

    mutating func heard(sentAt: Int, echo: Int, now: Int) {
        last = (sentAt, now)
        let roundTrip = now &- echo
        guard echo != 0, (0...EchoClock.longest).contains(roundTrip) else { return }
        self.roundTrip = roundTrip
        let sample = Sample(roundTrip: roundTrip, ahead: (sentAt &+ roundTrip / 2) &- now)
        if samples.count < EchoClock.kept {
            samples.append(sample)
        } else {
            samples[next] = sample
            next = (next + 1) % EchoClock.kept
        }
    }

    /// Takes the last round trip that was measured.
    mutating func takeRoundTrip() -> Int? {
        defer { roundTrip = nil }
        return roundTrip
    }
}
