import Testing

@testable import Server

@Suite struct CandidateTests {
    @Test("A node without a bus takes a lease only when it was free for a while, from its own first look on")
    func courtesy() {
        var courtesy = Courtesy(milliseconds: 1_000)
        #expect(courtesy.wait(for: 4_000, now: 0) == 1_000)
        #expect(courtesy.wait(for: 70, now: 0) == 70)
        #expect(courtesy.wait(for: 0, now: 100) == 100)
        #expect(courtesy.wait(for: 0, now: 1_099) == 100)
        #expect(courtesy.wait(for: 0, now: 1_100) == nil)
        // Somebody had it meanwhile.
        #expect(courtesy.wait(for: 10, now: 1_200) == 10)
        #expect(courtesy.wait(for: 0, now: 1_300) == 100)
        courtesy.end()
        #expect(courtesy.wait(for: 0, now: 5_000) == 100)
    }
}
