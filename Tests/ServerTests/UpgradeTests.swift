import Synchronization
import TestKit
import Testing

@testable import Bus
@testable import Server

/// Builds that speak other versions of mail than this one. Of each this build plays one end; the other end is this
/// build, too, and says that it speaks others.
@Suite("Nodes and hubs of other releases") struct UpgradeTests {
    /// The versions of the release after this one, and of the one after that.
    private static let next = MailVersions(oldest: MailVersions.spoken.newest, newest: MailVersions.spoken.newest + 1)
    private static let afterNext = MailVersions(
        oldest: MailVersions.spoken.newest + 1, newest: MailVersions.spoken.newest + 2)

    /// The order of docs/cluster.md: the one that decides comes last.
    @Test("Machines that are replaced one by one, the one that decides last, serve all the time, and close no socket")
    func oneByOne() {
        let world = NodeWorld(seed: 21)
        let old = [world.addNode("a"), world.addNode("b")]
        let first = world.addHub(1, on: "one")
        world.run(700)
        let clients = old.flatMap { node in (0..<3).map { _ in (node, node.connect()) } }
        world.run(100)
        // One that was replaced comes back with the new program.
        let new = world.addNode("c")
        new.versions = UpgradeTests.next
        let late = new.connect()
        world.run(1_000)
        #expect(new.link.isLinked && late.isGreeted, "the old one serves it")
        for (node, client) in clients { node.say("lobby", client) }
        new.say("lobby", late)
        world.run(100)
        #expect(clients.allSatisfy { $0.1.open.isEmpty && $0.1.beginnings == 0 } && late.open.isEmpty)
        first.stop()
        let second = world.addHub(2, on: "two")
        second.versions = UpgradeTests.next
        world.run(1_500)
        #expect((old + [new]).allSatisfy { $0.link.isLinked && $0.link.generation == 2 })
        #expect(second.sessions.values.map(\.count).sorted() == [1, 3, 3])
        #expect(clients.allSatisfy { $0.1.isGreeted && $0.1.open.isEmpty && $0.1.beginnings == 1 })
        #expect(world.faults == [])
        #expect(!world.events.contains { if case .noCommonVersion = $0 { true } else { false } })
    }

    @Test("A hub whose mail this build does not know is not followed, which is said once, and another one is")
    func unknownHub() {
        let world = NodeWorld(seed: 22)
        let node = world.addNode("a")
        let hub = world.addHub(1, on: "one")
        hub.versions = UpgradeTests.afterNext
        let client = node.connect()
        world.run(5_000)
        #expect(!node.link.isLinked && hub.served.isEmpty && !client.isGreeted)
        #expect(
            world.events.filter { if case .noCommonVersion = $0 { true } else { false } } == [
                .noCommonVersion(node: "one")
            ])
        hub.stop()
        _ = world.addHub(2, on: "two")
        world.run(1_500)
        #expect(node.link.isLinked && client.isGreeted && client.open.isEmpty)
        #expect(world.faults == [])
    }

    @Test("A node whose mail the hub does not know is refused, which is said once, and others are served on")
    func unknownNode() {
        let world = NodeWorld(seed: 23)
        let (node, other) = (world.addNode("a"), world.addNode("b"))
        other.versions = UpgradeTests.afterNext
        let hub = world.addHub(1, on: "one")
        let client = node.connect()
        world.run(5_000)
        #expect(node.link.isLinked && client.isGreeted && !other.link.isLinked)
        #expect(hub.served.values.map(\.name) == ["a"])
        #expect(
            world.events.filter { if case .noCommonVersion = $0 { true } else { false } } == [
                .noCommonVersion(node: "b")
            ])
        #expect(world.faults == [])
    }

    @Test("A link in a version that this build does not speak is not taken, and one in a version that it does is")
    func unknownGrant() throws {
        let world = NodeWorld(seed: 24)
        let node = world.addNode("a")
        let port = world.bus.port("other")
        let asked = Mutex<UInt64?>(nil)
        let subscription = port.subscribe(to: world.subjects.hub(of: 1, on: "other")) { bytes in
            if let envelope = try? Envelope(bytes), envelope.kind == .introduction {
                asked.withLock { $0 = envelope.link }
            }
        }
        let announcement = Announcement(generation: 1, node: "other", print: node.print, versions: UpgradeTests.next)
        port.publish(
            Envelope(.announcement, sentAt: world.now, payload: announcement.encoded).encoded,
            to: world.subjects.announcements)
        world.run(100)
        let link = try #require(asked.withLock { $0 })
        for version in [MailVersions.spoken.newest + 1, MailVersions.spoken.oldest - 1, MailVersions.spoken.newest] {
            #expect(!node.link.isLinked)
            port.publish(
                Envelope(.welcome, link: link, sentAt: world.now, payload: LinkGrant(version: version).encoded).encoded,
                to: world.subjects.node("a"))
            world.run(20)
        }
        #expect(node.link.isLinked)
        subscription.end()
    }
}
