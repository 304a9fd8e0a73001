import Bus
import Testing

@testable import Server

/// The prints by which a hub and a node compare their secrets.
@Suite struct NodePrintTests {
    @Test("A hub and a node of a release that tells no prints are followed and served, and that is said once")
    func unprinted() throws {
        let world = NodeWorld(seed: 10)
        let (node, hub) = (world.addNode("a"), world.addHub(1))
        let introduction = Introduction(node: "b", print: nil)
        for link in [7, 8] as [UInt64] {
            hub.remote.hear(Envelope(.introduction, link: link, payload: introduction.encoded).encoded)
        }
        #expect(hub.served.count == 1 && world.events.count { $0 == .unprinted(node: "b") } == 1)
        for _ in 0..<3 {
            let announcement = Announcement(generation: 9, node: "old", print: nil)
            node.link.hear(Envelope(.announcement, payload: announcement.encoded).encoded)
        }
        #expect(world.events.count { $0 == .unprinted(node: "old") } == 1)
    }

    @Test("A hub says once what is wrong with a node that asks again and again")
    func strangersAskAgain() {
        let world = NodeWorld(seed: 10)
        let hub = world.addHub(1)
        let introduction = Introduction(node: "b", print: NodeWorld.print(2, keys: [1]))
        for link in 1...3 as ClosedRange<UInt64> {
            hub.remote.hear(Envelope(.introduction, link: link, payload: introduction.encoded).encoded)
        }
        #expect(hub.served.isEmpty && world.events == [.different(node: "b", .seed)])
    }
}
