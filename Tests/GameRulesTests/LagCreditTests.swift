import GameRules
import TestKit
import Testing

@Suite("Lag credit")
struct LagCreditTests {
    private func move(elapsed: Int, credit: Int) -> GuessMove {
        let move = GuessMove("crane", against: "glide")
        return GuessMove(word: move.word, pattern: move.pattern, elapsed: elapsed, credit: credit)
    }

    @Test("The round trip is taken off the time")
    func theRoundTripIsTakenOff() {
        let time = LagCredit(last: nil).time(elapsed: 10_000, lag: 120)
        #expect(time == (9_880, 120))
    }

    @Test("One guess is credited at most 500 ms")
    func oneGuessIsWorthHalfASecondAtMost() {
        #expect(LagCredit(last: nil).time(elapsed: 10_000, lag: 500) == (9_500, 500))
        #expect(LagCredit(last: nil).time(elapsed: 10_000, lag: 501) == (9_500, 500))
        #expect(LagCredit(last: nil).time(elapsed: 10_000, lag: .max) == (9_500, 500))
        #expect(LagCredit(last: nil).time(elapsed: 10_000, lag: -7) == (10_000, 0))
    }

    @Test("A game is credited at most 3 s")
    func aGameIsWorthThreeSecondsAtMost() {
        var last: GuessMove?
        for guess in 1...10 {
            let time = LagCredit(last: last).time(elapsed: guess * 10_000, lag: 400)
            #expect(time.credit == min(400 * guess, 3_000))
            #expect(time.net == guess * 10_000 - time.credit)
            last = move(elapsed: time.net, credit: time.credit)
        }
    }

    /// A client that answers pings late and guesses faster than any line could carry it gains no time.
    @Test("The time of a game never goes back")
    func timesNeverGoBack() {
        var random = SplitMix(seed: 5)
        for _ in 0..<2_000 {
            var last: GuessMove?
            var elapsed = 0
            for _ in 0..<10 {
                elapsed += Int(random.next() % 700)
                let time = LagCredit(last: last).time(elapsed: elapsed, lag: Int(random.next() % 2_000))
                #expect(time.net >= last?.elapsed ?? 0)
                #expect(time.credit >= last?.credit ?? 0)
                #expect(time.credit <= 3_000 && time.credit - (last?.credit ?? 0) <= 500)
                #expect(time.net + time.credit == elapsed, "time is divided, and none is lost")
                last = move(elapsed: time.net, credit: time.credit)
            }
        }
    }
}
