import Testing

@testable import Bus

struct UnreadBytesTests {
    @Test("Publishers send themselves up to the bound exactly, and not a byte more")
    func bound() {
        var unread = UnreadBytes(most: 100)
        let fits = [unread.take(60), unread.take(40)]
        #expect(fits == [true, true] && unread.count == 100)
        let more = unread.take(1)
        #expect(!more && unread.count == 100, "what does not fit is not counted")
        var none = UnreadBytes(most: 0)
        let any = none.take(1)
        #expect(!any)
    }

    @Test("A question is asked beyond half of the bound, and not where publishers send nothing themselves")
    func worth() {
        var unread = UnreadBytes(most: 100)
        unread.add(50)
        let atHalf = unread.ask()
        unread.add(1)
        let beyond = unread.ask()
        #expect(!atHalf && beyond)
        var none = UnreadBytes(most: 0)
        none.add(1_000)
        let ever = none.ask()
        #expect(!ever)
    }

    @Test("An answer is about what was sent before the question, and what was sent since stays counted")
    func answer() {
        var unread = UnreadBytes(most: 100)
        unread.add(1_000)
        let (asks, fits) = (unread.ask(), unread.take(1))
        unread.add(70)
        let again = unread.ask()
        #expect(asks && !fits && !again, "one question at a time")
        unread.answered(true)
        #expect(unread.count == 70)
        let room = [unread.take(30), unread.take(1)]
        #expect(room == [true, false])
    }

    @Test("A question without an answer leaves all counted, and is asked again")
    func noAnswer() {
        var unread = UnreadBytes(most: 100)
        unread.add(80)
        let first = unread.ask()
        unread.answered(false)
        #expect(first && unread.count == 80)
        let second = unread.ask()
        unread.answered(true)
        #expect(second && unread.count == 0)
    }
}
