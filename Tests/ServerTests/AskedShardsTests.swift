import Testing

@testable import Server

@Suite struct AskedShardsTests {
    @Test("The hub is told once all shards have said what they have read, and each counts once")
    func once() {
        var asked = AskedShards(3)
        func said(_ shard: Int) -> Bool { asked.said(shard) }
        #expect(!said(0), "nobody has asked")
        asked.ask()
        #expect(!said(2) && !said(2) && !said(0) && said(1))
        #expect(!said(1))
    }

    @Test("Answers of shards to the question of an ended link do not count for the next hub's question")
    func staleAnswers() {
        let world = NodeWorld(seed: 6)
        let node = world.addNode("a")
        let first = world.addHub(1, on: "one")
        world.run(700)
        node.withholdsAnswers = true
        for place in first.served.keys { first.say(.sayWhatWasRead, to: place) }
        world.run(50)
        first.stop()
        let second = world.addHub(2, on: "two")
        world.run(700)
        for place in second.served.keys { second.say(.sayWhatWasRead, to: place) }
        world.run(50)
        node.answer(2)
        world.run(50)
        #expect(first.saidCount == 0 && second.saidCount == 0)
        node.answer(1)
        world.run(50)
        #expect(second.saidCount == 0, "one shard has not said so yet")
        node.answer(1)
        world.run(50)
        #expect(second.saidCount == 1 && world.faults == [])
    }
}
