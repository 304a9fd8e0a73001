import Testing

@testable import Bus
@testable import Server

@Suite struct LinkLooksTests {
    @Test("A look more than five ticks after the last one judges nobody, nor do those of the next five ticks")
    func stall() {
        var looks = LinkLooks(tick: 50)
        func judges(_ now: Int) -> Bool { looks.mayJudge(at: now) }
        #expect(judges(0) && judges(50) && judges(300), "five ticks are no stall")
        #expect(!judges(551) && !judges(800) && judges(801))
    }

    @Test("A machine whose every turn takes long judges all the same, but for now and then")
    func slowTurns() {
        var looks = LinkLooks(tick: 50)
        let judged = (0..<20).map { looks.mayJudge(at: 300 * $0) }
        // The second look is late, and the next excuse comes 50 ticks later.
        #expect(judged.indices.filter { !judged[$0] } == [1, 10, 19])
    }

    /// A world in which one side is patient, so that the other one alone judges.
    private func makeWorld(silenceOfNode: Int, ofHub: Int) -> (world: NodeWorld, node: ModelNode, hub: ModelHub) {
        let world = NodeWorld(seed: 17)
        world.bounds.link.silence = silenceOfNode
        let node = world.addNode("a")
        #expect(!node.link.isLinked, "it has its bounds now")
        world.bounds.link.silence = ofHub
        return (world, node, world.addHub(1))
    }

    @Test("A hub that was stalled for longer than a link may be silent reads what waits, and keeps its links")
    func stalledHub() {
        let (world, node, hub) = makeWorld(silenceOfNode: 60_000, ofHub: 2_500)
        world.run(700)
        let client = node.connect()
        world.run(100)
        hub.stall()
        world.run(2_700)
        hub.wake()
        world.run(1_000)
        #expect(hub.served.count == 1 && client.isGreeted && client.beginnings == 0)
        // One that is dead is noticed none the less.
        node.stall()
        world.run(4_000)
        #expect(hub.served.isEmpty && world.events.contains(.lost(node: "a", .silent)) && world.faults == [])
    }

    @Test("A node that was stalled for longer than its link may be silent reads what waits, and keeps it")
    func stalledNode() {
        let (world, node, hub) = makeWorld(silenceOfNode: 2_500, ofHub: 60_000)
        world.run(700)
        let client = node.connect()
        world.run(100)
        node.stall()
        world.run(2_700)
        node.wake()
        world.run(1_000)
        #expect(node.link.isLinked && client.isGreeted && client.beginnings == 0 && node.lostCount == 0)
        hub.stop()
        world.run(4_000)
        #expect(!node.link.isLinked && world.events.contains(.lost(node: "hub", .silent)) && world.faults == [])
    }
}
