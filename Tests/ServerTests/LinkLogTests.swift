import Telemetry
import TestKit
import Testing

@testable import Bus
@testable import Server

/// A stranger who can publish on the bus cannot fill a disk with log lines.
@Suite struct LinkLogTests {
    @Test("So many lines are written within a minute, the last says that it is, and the next minute begins anew")
    func lines() {
        var bound = LineBound(most: 3)
        func admit(_ instants: [Int]) -> [LineBound.Verdict] { instants.map { bound.admit(at: $0) } }
        #expect(admit([5, 5, 6, 7, 60_004]) == [.write, .write, .writeLast, .drop, .drop])
        #expect(admit([60_005, 60_006, 60_007, 60_008]) == [.write, .write, .writeLast, .drop])
    }

    @Test("A complaint is made once, and of more than 16 a minute the rest is not made at all")
    func complaints() {
        var complaints = Complaints()
        func isNew(_ number: Int, _ now: Int) -> Bool { complaints.isNew(.full(node: "n\(number)"), at: now) }
        #expect((1...Complaints.most).map { isNew($0, 100) }.allSatisfy { $0 })
        #expect(!isNew(1, 100) && !isNew(17, 100 + Complaints.memory - 1))
        #expect(isNew(17, 100 + Complaints.memory) && isNew(1, 100 + Complaints.memory))
        #expect(!isNew(17, 10 * Complaints.memory), "few are remembered")
    }

    @Test("Links that are lost again and again are all counted, and so many logged")
    func links() {
        let lines = LogLines()
        let logger = Logger(threshold: .info, format: .text, now: { 0 }, sink: { lines.add($0) })
        let metrics = ServerMetrics(closeCodes: [])
        var now = 0
        let log = LinkLog(logger, metrics, now: { now })
        for _ in 0..<500 { log.note(.lost(node: "a", .silent)) }
        #expect(lines.count("link_lost") == LinkLog.most && lines.count("no more of this minute") == 1)
        #expect(metrics.linksLost.value == 500)
        now = LineBound.minute
        log.note(.linked(node: "a", generation: 1))
        #expect(lines.count("node_linked") == 1)
    }

    @Test("Bytes that nobody can read, and nodes for whom there is no place, are reported once")
    func reportedOnce() {
        let world = NodeWorld(seed: 18)
        let (node, hub) = (world.addNode("a"), world.addHub(1))
        for _ in 0..<10 {
            node.link.hear([1])
            hub.remote.hear([1])
        }
        #expect(world.events.count { if case .unreadable = $0 { true } else { false } } == 2, "by each of them")
        // It has four places.
        for number in 0..<10 {
            let introduction = Introduction(node: "n\(number % 5)", print: NodeWorld.print(1, keys: [1]))
            let link = UInt64(100 + number % 5)
            hub.remote.hear(Envelope(.introduction, link: link, payload: introduction.encoded).encoded)
        }
        #expect(hub.served.count == 4 && world.events.count { $0 == .full(node: "n4") } == 1)
    }
}
