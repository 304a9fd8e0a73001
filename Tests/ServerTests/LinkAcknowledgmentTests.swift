import EventLoops
import Sessions
import Testing

@testable import Bus
@testable import Server

/// Acknowledgments that no mail took along in time.
@Suite struct LinkAcknowledgmentTests {
    @Test("Mail to which the hub says nothing is acknowledged after 25 ms")
    func acknowledgment() {
        let world = NodeWorld(seed: 15)
        let node = world.addNode("a", shards: 1)
        let hub = world.addHub(1)
        world.run(700)
        let client = node.connect()
        world.run(50)
        #expect(node.boxes[0].waitingCost == 0 && hub.remote.acknowledgmentDue == nil)
        // It goes in the step after, the hub has it 5 ms later, and its beat takes 5 ms more.
        node.ask(.silent(client.id, true), of: 0)
        world.run(30)
        #expect(node.boxes[0].waitingCost > 0 && hub.remote.acknowledgmentDue == world.now + 5)
        world.run(10)
        #expect(node.boxes[0].waitingCost == 0 && world.faults == [])
    }

    @Test("Mail to which a node says nothing is acknowledged after 25 ms")
    func acknowledgmentOfNode() throws {
        let world = NodeWorld(seed: 16)
        let node = world.addNode("a", shards: 1)
        let hub = world.addHub(1)
        world.run(700)
        let client = node.connect()
        world.run(50)
        let remote = try #require(hub.served.values.first)
        #expect(remote.box.waitingCost == 0 && node.link.acknowledgmentDue == nil)
        // It goes in the step after, the node has it 5 ms later, and its beat takes 5 ms more.
        remote.box.put(.attend(client.id.onNode(from: 0), true))
        world.run(30)
        #expect(remote.box.waitingCost > 0 && node.link.acknowledgmentDue == world.now + 5)
        world.run(10)
        #expect(remote.box.waitingCost == 0 && node.link.acknowledgmentDue == nil && world.faults == [])
    }
}
