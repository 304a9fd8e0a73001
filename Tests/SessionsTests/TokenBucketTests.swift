import Testing

@testable import Sessions

@Suite struct TokenBucketTests {
    @Test func itHoldsTheBurstAndNoMore() {
        var bucket = TokenBucket(perSecond: 10, burst: 3, now: 0)
        #expect((0..<4).map { _ in bucket.take(now: 0) } == [nil, nil, nil, 100])
        // A century later it is full, not overfull.
        let later = 3_155_760_000_000
        #expect((0..<4).map { _ in bucket.take(now: later) } == [nil, nil, nil, 100])
    }

    @Test(arguments: [1, 3, 7, 20, 60, 999])
    func itGainsNASecondAndNotOne(rate: Int) {
        var bucket = TokenBucket(perSecond: rate, burst: rate, now: 0)
        for _ in 0..<rate { #expect(bucket.take(now: 0) == nil) }
        var passed = 0
        // Ten seconds, asked every ms.
        for now in 1...10_000 where bucket.take(now: now) == nil { passed += 1 }
        #expect((10 * rate - 1...10 * rate + 1).contains(passed), "\(passed)")
    }

    @Test func theWaitItNamesIsEnoughAndNoLonger() throws {
        var bucket = TokenBucket(perSecond: 7, burst: 1, now: 5)
        #expect(bucket.take(now: 5) == nil)
        let refusal = bucket.take(now: 5)
        let wait = try #require(refusal)
        var impatient = bucket
        #expect(impatient.take(now: 5 + wait - 1) != nil)
        #expect(bucket.take(now: 5 + wait) == nil)
    }

    @Test func slowRatesAreExact() {
        var bucket = TokenBucket(everyMs: 10_000, burst: 1, now: 0)
        #expect(bucket.take(now: 0) == nil)
        #expect(bucket.take(now: 9_999) == 1)
        #expect(bucket.take(now: 10_000) == nil)
    }

    @Test func aClockThatGoesBackGivesNothing() {
        var bucket = TokenBucket(perSecond: 1, burst: 1, now: 10_000)
        #expect(bucket.take(now: 10_000) == nil)
        #expect(bucket.take(now: 0) == 1_000)
        #expect(bucket.take(now: 10_000) == 1_000)
    }
}
