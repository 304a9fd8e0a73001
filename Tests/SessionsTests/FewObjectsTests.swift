import Testing

@testable import Sessions

@Suite struct FewObjectsTests {
    private final class Thing {}

    @Test("A list of few objects keeps its order, whichever object is removed")
    func removal() {
        let things = (0..<4).map { _ in Thing() }
        for count in 0...4 {
            for removed in 0..<4 {
                var list = FewObjects<Thing>()
                for thing in things.prefix(count) { list.append(thing) }
                list.remove(things[removed])
                let expected = things.prefix(count).filter { $0 !== things[removed] }
                #expect(list.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
                #expect(list.count == expected.count)
                #expect(list.isEmpty == expected.isEmpty)
                for thing in things { #expect(list.contains(thing) == expected.contains { $0 === thing }) }
                list.append(things[removed])
                #expect(list.map(ObjectIdentifier.init).last == ObjectIdentifier(things[removed]))
            }
        }
    }

    @Test("A list takes 8 bytes and holds its first object without an allocation")
    func sizeInline() {
        #expect(MemoryLayout<FewObjects<Thing>>.size == 8)
    }
}
