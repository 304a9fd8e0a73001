import CAllocations
import Messages
import Testing

@testable import Sessions

/// The hub with storage in memory, all on the test's thread. The bounds are for debug builds, somewhat above what was
/// measured: who exceeds one has put something into the way of every guess.
@Suite("Allocations of a guess", .enabled(if: allocations_are_wanted()))
struct GuessAllocationTests {
    /// A guess's allocations, from its bytes to the bytes of all answers, in a room with so many rivals.
    private func allocations(rivals: Int) throws -> Int64 {
        let world = try HubWorld()
        let racer = try world.guest()
        let created = racer.ask(.createRoom(name: nil))
        let code = try #require(created["room"] as? String)
        var others: [TestClient] = []
        for _ in 0..<rivals {
            let other = try world.guest()
            #expect(other.ask(.join(room: code, resume: nil))["seat"] != nil)
            others.append(other)
        }
        _ = racer.open()
        let words = world.wrongWords(3)
        _ = racer.guess(words[0], row: 0)
        world.run()
        for client in others + [racer] { client.isReading = false }
        let sent = others.map(\.unread.count)
        let session = try #require(racer.session)
        let request = ClientRequest(id: 99, message: .guess(puzzle: world.today, row: 1, word: words[1])).encoded()
        let before = allocations_of_this_thread()
        world.hub.receive(request, from: session)
        world.run()
        let count = allocations_of_this_thread() - before
        #expect(racer.unread.count > 0 && zip(others, sent).allSatisfy { $0.unread.count > $1 })
        return count
    }

    @Test("A guess and its delivery to each member allocate no more than their bounds")
    func guess() throws {
        let alone = try allocations(rivals: 0)
        let three = try allocations(rivals: 3)
        let eleven = try allocations(rivals: 11)
        // Measured: 303, 304, and 4 for each further member.
        // None at all would mean that they are not counted.
        #expect((1...310).contains(alone) && (1...310).contains(three), "\(alone), \(three)")
        #expect(eleven - three <= 8 * 6, "\(three), \(eleven)")
    }
}
