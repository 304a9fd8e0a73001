import Testing

@testable import Sessions

@Suite struct TokenBucketTests {
    @Test("A bucket holds the burst and no more, however long it is left")
    func burst() {
        let rate = TokenRate(perSecond: 10, burst: 3)
        var bucket = TokenBucket()
        #expect((0..<4).map { _ in bucket.take(of: rate, now: 0) } == [nil, nil, nil, 100])
        // A century later it is full, not overfull.
        let later = 3_155_760_000_000
        #expect((0..<4).map { _ in bucket.take(of: rate, now: later) } == [nil, nil, nil, 100])
    }

    @Test("A bucket gains its rate each second, however often it is asked", arguments: [1, 3, 7, 20, 60, 999])
    func rate(perSecond: Int) {
        let rate = TokenRate(perSecond: perSecond, burst: perSecond)
        var bucket = TokenBucket()
        for _ in 0..<perSecond { #expect(bucket.take(of: rate, now: 0) == nil) }
        var passed = 0
        // Ten seconds, asked every ms.
        for now in 1...10_000 where bucket.take(of: rate, now: now) == nil { passed += 1 }
        #expect((10 * perSecond - 1...10 * perSecond + 1).contains(passed), "\(passed)")
    }

    @Test("A refusal names the shortest wait that is enough")
    func wait() throws {
        let rate = TokenRate(perSecond: 7, burst: 1)
        var bucket = TokenBucket()
        #expect(bucket.take(of: rate, now: 5) == nil)
        let refusal = bucket.take(of: rate, now: 5)
        let wait = try #require(refusal)
        var impatient = bucket
        #expect(impatient.take(of: rate, now: 5 + wait - 1) != nil)
        #expect(bucket.take(of: rate, now: 5 + wait) == nil)
    }

    @Test("A rate below one a second is exact to the millisecond")
    func slowRatesAreExact() {
        let rate = TokenRate(everyMs: 10_000, burst: 1)
        var bucket = TokenBucket()
        #expect(bucket.take(of: rate, now: 0) == nil)
        #expect(!bucket.isFull(now: 9_999))
        #expect(bucket.take(of: rate, now: 9_999) == 1)
        #expect(bucket.isFull(now: 10_000))
        #expect(bucket.take(of: rate, now: 10_000) == nil)
    }

    @Test("Several tokens are taken together or not at all")
    func severalTogether() {
        let rate = TokenRate(perSecond: 10, burst: 5)
        var bucket = TokenBucket()
        #expect(bucket.take(3, of: rate, now: 0) == nil)
        #expect(bucket.take(3, of: rate, now: 0) == 100)
        #expect(bucket.take(2, of: rate, now: 0) == nil)
        #expect(bucket.take(1, of: rate, now: 0) == 100)
    }

    @Test("A request for more tokens than the burst takes a full bucket")
    func moreThanTheBurst() {
        let rate = TokenRate(perSecond: 10, burst: 2)
        var bucket = TokenBucket()
        #expect(bucket.take(3, of: rate, now: 0) == nil)
        #expect(bucket.take(3, of: rate, now: 100) == 100)
        #expect(bucket.take(3, of: rate, now: 200) == nil)
    }

    @Test("A bucket in debt gains what it owes first")
    func debt() {
        let rate = TokenRate(perSecond: 10, burst: 2)
        var bucket = TokenBucket()
        bucket.charge(5, of: rate, now: 0)
        #expect(bucket.take(of: rate, now: 0) == 400, "three that are owed, and this one")
        #expect(bucket.take(2, of: rate, now: 499) == 1)
        #expect(bucket.take(2, of: rate, now: 500) == nil)
    }

    @Test("A token that is given back can be taken again, and a full bucket has no more for it")
    func givesBack() {
        let rate = TokenRate(perSecond: 1, burst: 2)
        var bucket = TokenBucket()
        #expect(bucket.take(2, of: rate, now: 0) == nil)
        bucket.giveBack(1, of: rate)
        #expect(bucket.take(of: rate, now: 0) == nil && bucket.take(of: rate, now: 0) == 1_000)
        bucket.giveBack(1, of: rate)
        #expect(bucket.take(2, of: rate, now: 10_000) == nil && bucket.take(of: rate, now: 10_000) == 1_000)
    }

    @Test("A clock that goes back gives no tokens")
    func clockGoesBack() {
        let rate = TokenRate(perSecond: 1, burst: 1)
        var bucket = TokenBucket()
        #expect(bucket.take(of: rate, now: 10_000) == nil)
        #expect(bucket.take(of: rate, now: 0) != nil)
        #expect(bucket.take(of: rate, now: 10_999) == 1)
        #expect(bucket.take(of: rate, now: 11_000) == nil)
    }
}
