import Messages
import TestKit
import Testing

@testable import Sessions

/// Watchers come and go by chance. Each hears the presence, and every event after its coming once, in order and in
/// time. The expected messages are counted for each watcher by itself, and not in a ring.
@Suite struct RoomFeedPropertyTests {
    private struct Watcher {
        let connection: UInt64
        let screen: FeedScreen
        /// The last event before it came.
        let known: Int
        /// The last presence before it came.
        let presence: Int
    }

    private final class Crowd {
        var random: SplitMix
        let world: FeedWorld
        private(set) var watchers: [Watcher] = []
        private var presences = 0
        /// The events and presences with the deadlines by which they must have been heard.
        private var events: [(number: Int, deadline: Int)] = []
        private var standings: [(number: Int, deadline: Int)] = []

        init(seed: UInt64) {
            var random = SplitMix(seed: seed)
            world = FeedWorld {
                $0.promptWatchers = Int.random(in: 0...4, using: &random)
                $0.watchersPerMs = Int.random(in: 1...3, using: &random)
                $0.longestDelay = Int.random(in: 1...60, using: &random)
                $0.pause = Int.random(in: 1...12, using: &random)
                $0.slice = Int.random(in: 1...8, using: &random)
            }
            self.random = random
            come(Int.random(in: 1...60, using: &self.random))
        }

        private func come(_ count: Int) {
            for _ in 0..<count {
                let screen = world.screens(1)[0]
                watchers.append(
                    Watcher(connection: world.added, screen: screen, known: world.published, presence: presences))
            }
        }

        private func go() {
            guard let index = watchers.indices.randomElement(using: &random) else { return }
            let watcher = watchers.remove(at: index)
            world.feed.close(watcher.connection)
            check(watcher, upTo: nil)
        }

        func step() {
            switch Int.random(in: 0..<100, using: &random) {
            case ..<25:
                // With those few who are told at once, by the end of this very ms.
                events.append((world.published + 1, world.now + world.settings.delay(watchers: watchers.count)))
                world.publish()
            case ..<40:
                presences += 1
                standings.append((presences, world.now + world.settings.presenceDelay(watchers: watchers.count)))
                world.presence("p\(presences)")
            case ..<50: come(Int.random(in: 1...3, using: &random))
            case ..<62: for _ in 0..<Int.random(in: 1...4, using: &random) { go() }
            default: pass(Int.random(in: 1...15, using: &random))
            }
        }

        func pass(_ milliseconds: Int) {
            world.pass(milliseconds)
            let due = events.last { $0.deadline <= world.now }?.number ?? 0
            let standing = standings.last { $0.deadline <= world.now }?.number ?? 0
            for watcher in watchers {
                check(watcher, upTo: due)
                let heard = watcher.screen.messages.last { $0.hasPrefix("p") }.flatMap { Int($0.dropFirst()) } ?? 0
                #expect(heard >= standing || watcher.presence >= standing, "p\(heard), p\(standing) is due")
            }
        }

        /// Nothing is missing, twice or out of order; and all that is due is there, if something is.
        private func check(_ watcher: Watcher, upTo due: Int?) {
            let heard = watcher.screen.messages.compactMap { Int($0) }
            #expect(heard == Array((watcher.known + 1)..<(watcher.known + 1 + heard.count)))
            if let due { #expect(watcher.known + heard.count >= due, "\(heard) after \(watcher.known), \(due) is due") }
        }
    }

    @Test(
        "Every watcher hears every later event once, in order and in time, whoever comes and goes",
        arguments: UInt64(0)..<150)
    func everybodyHearsEverythingInTime(seed: UInt64) {
        let crowd = Crowd(seed: seed)
        for _ in 0..<200 { crowd.step() }
        crowd.pass(4 * 60 + 30)
        for watcher in crowd.watchers {
            #expect(watcher.known + watcher.screen.messages.count { Int($0) != nil } == crowd.world.published)
        }
        #expect(crowd.world.timers.count == 0 && crowd.world.skips == 0)
    }
}
