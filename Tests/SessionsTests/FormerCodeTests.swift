import CAllocations
import Messages
import Testing

@testable import Sessions

/// Codes that rooms had before. Only members and holders of the stage key are led on. Nobody else learns that there
/// ever was a room, not even from the time of an answer. Work is counted here, as no test can rely on time.
@Suite("Codes that rooms had before", .enabled(if: allocations_are_counted()))
struct FormerCodeTests {
    @Test("A wrong stage key costs the same work whether a room had the code or none did")
    func sameWork() throws {
        let world = try HubWorld()
        let host = try world.guest()
        let stranger = try world.guest()
        let code = try #require(host.ask(.createRoom(name: nil))["room"] as? String)
        #expect(host.ask(.inRoom(room: code, .newCode))["code"] as? String != nil)
        // Codes of the same letters are read in the same way.
        let never = try #require([String(code.reversed()), String(code.sorted())].first { $0 != code })
        let key = String(repeating: "A", count: SessionTokens.stageKeyLength)
        func work(_ code: String) -> Int64 {
            let before = allocations_of_this_thread()
            #expect(stranger.ask(.watch(room: code, resume: nil, key: key)).code == "no_such_room")
            return allocations_of_this_thread() - before
        }
        // The first call fills caches, and full lists grow now and then. Each call also looks through the list of
        // searches, which is longer for each. So the middle difference of neighbours counts.
        let pairs = (0..<13).map { _ in (former: work(code), unknown: work(never)) }
        let middle = pairs.map { $0.former - $0.unknown }.sorted()[pairs.count / 2]
        #expect(abs(middle) <= 1, "allocations: \(pairs)")
    }
}
