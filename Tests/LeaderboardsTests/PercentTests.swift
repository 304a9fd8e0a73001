import Testing

@testable import Leaderboards

@Suite struct PercentTests {
    @Test(
        "Shares are rounded to the nearest, and only all are 100",
        arguments: [
            (0, 0, 0), (0, 7, 0), (7, 7, 100), (12, 14, 86), (1, 3, 33), (2, 3, 67), (1, 2, 50), (1, 8, 13),
            (1_999, 2_000, 99),
            (1, 1_000_000, 1), (14, 14, 100),
        ])
    func shares(part: Int, whole: Int, percent: Int) { #expect(Percent.of(part, in: whole) == percent) }

    @Test("The first has all others behind, the last none, whoever else there is")
    func firstAndLast() {
        for count in 1...300 {
            #expect(Percent.of(count - 1, in: count - 1) == (count == 1 ? 0 : 100))
            for behind in 1..<max(2, count - 1) where count > 2 {
                let share = Percent.of(behind, in: count - 1)
                #expect(
                    (1...99).contains(share) && abs(Double(share) - 100 * Double(behind) / Double(count - 1)) <= 0.51
                        || [1, 99].contains(share))
            }
        }
    }
}
