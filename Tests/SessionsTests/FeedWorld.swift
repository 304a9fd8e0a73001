import Messages

@testable import Sessions

/// A receiver that notes what it is written.
final class FeedScreen: FeedReceiver {
    var queuedBytes = 0
    private(set) var pieces: [[String]] = []
    var messages: [String] { pieces.flatMap(\.self) }

    func send(_ batch: OutgoingBatch) {
        pieces.append(batch.messages.map { String(decoding: $0.json, as: UTF8.self) })
    }
}

/// A feed with its time in the test's hand.
final class FeedWorld {
    let timers = TimerList()
    private(set) var now = 0
    private(set) var snapshotsAsked = 0
    private(set) var skips = 0
    let settings: FeedSettings
    private(set) lazy var feed = RoomFeed(
        settings: settings,
        environment: FeedEnvironment(
            now: { [unowned self] in now }, after: { [unowned self] in timers.add(at: now + $0, $1) },
            receiver: { _ in nil }, skipped: { [unowned self] in skips += 1 }),
        needsSnapshot: { [unowned self] in snapshotsAsked += 1 })
    private(set) var published = 0
    /// Names the connection that came last.
    private(set) var added: UInt64 = 0

    init(_ change: (inout FeedSettings) -> Void = { _ in }) {
        var settings = FeedSettings()
        change(&settings)
        self.settings = settings
    }

    func screens(_ count: Int) -> [FeedScreen] {
        (0..<count).map { _ in
            let screen = FeedScreen()
            added += 1
            feed.open(added, screen, after: published)
            return screen
        }
    }

    func publish() {
        published += 1
        feed.publish(OutgoingMessage(Array("\(published)".utf8)), sequence: published)
    }

    func presence(_ text: String) { feed.publishPresence(OutgoingMessage(Array(text.utf8))) }

    func snapshot() {
        feed.publishSnapshot(OutgoingMessage(Array("=\(published)".utf8)), sequence: published)
    }

    /// Lets time pass, and does what is due then, but not what that adds.
    func turn(after ms: Int = 0) {
        now += ms
        timers.runRound(now: now)
    }

    /// Lets time pass, ms by ms.
    func pass(_ ms: Int) {
        for _ in 0..<ms {
            now += 1
            _ = timers.runDue(now: now)
        }
    }
}
